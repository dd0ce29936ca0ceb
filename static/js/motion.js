// After every change the cards fly from where they were laid out before to where they lie now. Places are read from the
// layout, which no flight changes, and flights need no style attribute.

import {all, byId, habits, seat} from "./play.js";

const SLIDE = 200, reduced = matchMedia("(prefers-reduced-motion: reduce)");
const rank = card => "A23456789TJQK".indexOf(card.dataset.rank);

let places = new Map();     // by a card's id, or by a back itself: {card, pile, x, y}
const flights = new Map();  // by the same: {animation, x, y} of what is in the air, and how far it had to go
let drawn = 0;              // when the last draw began

function spot(card) {
  const pile = card.parentElement;
  return {card, pile: pile.id, x: pile.offsetLeft + card.offsetLeft, y: pile.offsetTop + card.offsetTop};
}

/** How far a card in the air still is from its place. */
function way(id) {
  const {animation, x, y} = flights.get(id) || {}, rest = animation ? 1 - animation.effect.getComputedTiming().progress : 0;
  return {x: rest && rest * x, y: rest && rest * y};
}

/** Let a card fly from a point to another one, both seen from where it lies. */
function fly(card, {x, y}, {delay = 0, begun = 0, to = {x: 0, y: 0}} = {}) {
  const id = card.id || card, far = Math.hypot(x - to.x, y - to.y);
  const timing = {delay, duration: Math.min(SLIDE + far / 8, 320), easing: "cubic-bezier(.2, .7, .3, 1)", fill: "both"};
  const animation = card.animate({translate: [`${x}px ${y}px`, `${to.x}px ${to.y}px`]}, timing);
  const above = card.animate({zIndex: [10, 10], pointerEvents: ["none", "none"]}, timing);  // nor in the way of a tap
  animation.currentTime = above.currentTime = begun;
  flights.get(id)?.animation.cancel();
  flights.set(id, {animation, x, y});
  return animation.finished.catch(() => {}).then(() => {
    if (flights.get(id)?.animation === animation) flights.delete(id);
    if (card.id) animation.cancel();
    above.cancel();
  });
}

/** Cards that the page no longer shows, and where they went: back into the stock, or up to a foundation. */
function gone(before) {
  const top = byId("W").lastElementChild, isUndrawn = !top || before.has(top.id);
  return [...before].map(([id, was]) => ({...was, to: was.pile === "W" ? isUndrawn && "S" : was.pile[0] === "T" && "F" + id[1]}))
    .filter(({card, to}) => to && card.id && !byId(card.id)).map(one => ({...one, pile: one.to, to: byId(one.to)}));
}

function settle({text, moved} = {}) {
  const before = places, isFirst = !before.size, isStill = reduced.matches || habits.motion === "off";
  const unknown = [...before.values()].filter(({card}) => !card.id).length, waste = [...byId("W").children];
  if (text === "draw") drawn = performance.now();
  places = new Map(all(".pile > [data-suit], .waste > .back").map(card => [card.id || card, spot(card)]));
  const begun = performance.now() - drawn, stock = byId("S"), moves = [];
  for (const [id, is] of isFirst ? [] : places) {
    const was = before.get(id), rest = way(id), {card} = is;
    const isDrawn = !was && is.pile === "W" && (!card.id || waste.slice(-unknown).includes(card) && unknown);
    if (was && (Math.hypot(was.x - is.x, was.y - is.y) > 1.5 || flights.has(id) && was.card !== card))
      moves.push({...is, from: was.pile, x: was.x - is.x + rest.x, y: was.y - is.y + rest.y});
    if (isStill || was) continue;
    if (isDrawn && begun < SLIDE) fly(card, {x: stock.offsetLeft - is.x, y: stock.offsetTop - is.y}, {begun});
    if (card.id && (isDrawn || is.pile[0] === "T"))
      card.animate({transform: ["rotateY(90deg)", "none"]}, {duration: 160, delay: isDrawn ? Math.max(0, SLIDE - begun) : 0, fill: "backwards"});
  }
  if (isStill) return mark(moved || moves.filter(({pile, from}) => pile !== from).map(({card}) => card));
  const ghosts = gone(before).map(({card, pile, to, x, y}) => ({card: ghost(card, pile), x, y, pile, to: {x: to.offsetLeft, y: to.offsetTop}}));
  moves.push(...isFirst ? [] : ghosts);
  const isCascade = moves.filter(({pile, from}) => pile[0] === "F" && from !== pile).length > 3;
  if (isCascade) moves.sort((a, b) => rank(a.card) - rank(b.card));
  Promise.all(moves.map((move, at) => fly(move.card, move, {to: move.to, delay: isCascade ? at * 40 : 0})))
    .then(() => ghosts.forEach(({card}) => card.remove()));
}

function ghost(card, pile) {
  const made = card.cloneNode();
  made.removeAttribute("id");
  if (pile === "S") made.className = "card back";
  byId("air").append(made);
  return made;
}

/** Instead of a flight: the change is marked for a moment, also across the swap that confirms it. */
let marked = [];
function mark(cards) {
  const isNew = cards.length && setTimeout(() => { if (marked[0] === isNew) marked = []; }, 900);
  if (isNew) marked = [isNew, ...cards.map(card => card.id)];
  marked.slice(1).forEach(id => byId(id)?.classList.add("landed"));
}

/** Take cards up: they follow `move` until `drop`; with `keep` they go on from where they were let go. */
export function lift(run) {
  let x = 0, y = 0;
  for (const card of run) {
    flights.get(card.id)?.animation.cancel();
    card.classList.add("dragging");
  }
  const held = run.map(card => card.animate({translate: ["0 0", "0 0"]}, {duration: 1, fill: "both"}));
  return {
    move(dx, dy) {
      [x, y] = [dx, dy];
      held.forEach(({effect}) => effect.setKeyframes({translate: [`${x}px ${y}px`, `${x}px ${y}px`]}));
    },
    drop(keep) {
      held.forEach(animation => animation.cancel());
      for (const card of run) {
        const was = places.get(card.id);
        card.classList.remove("dragging");
        if (keep && was) places.set(card.id, {...was, x: was.x + x, y: was.y + y});
      }
    },
    land: settle,
  };
}

seat.addEventListener("klondaily:shown", ({detail}) => settle(detail));
// Another size, or another way of holding the phone: nothing flies for that.
new ResizeObserver(() => {
  places = new Map();
  settle();
}).observe(seat);
