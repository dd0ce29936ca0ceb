// After every change the cards fly from where they were laid out before to where they lie now. Places are read from the
// layout, which no flight changes, and flights need no style attribute.

import {all, byId, habits, rank, seat, table} from "./play.js";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

let places = new Map();     // by a card's id, or by a back itself: {card, pile, x, y}
const flights = new Map();  // by the same: the last flight {animation, x, y}, and how far it had to go
let drawn = 0;              // when the last draw began
let isDealt = false;
let flags = [], until = 0;  // the cards that are marked because nothing flies, and how long

const spot = card => {
  const pile = card.parentElement;
  return {card, pile: pile.id, x: pile.offsetLeft + card.offsetLeft, y: pile.offsetTop + card.offsetTop};
};

/** Let a card fly from one point to another, both as seen from where it lies. */
function fly(card, {x, y, to, delay = 0, begun = 0}) {
  const id = card.id || card, end = to ? `${to.x}px ${to.y}px` : "0 0";
  const timing = {delay, duration: 230, easing: "cubic-bezier(.2, .7, .3, 1)", fill: to ? "both" : "backwards"};
  const animation = card.animate({translate: [`${x}px ${y}px`, end]}, timing);
  const above = card.animate({zIndex: [10, 10], pointerEvents: ["none", "none"]}, timing);  // and not in the way of a tap
  animation.currentTime = above.currentTime = begun;
  flights.get(id)?.animation.cancel();
  flights.set(id, {animation, x, y});
  return animation.finished.catch(() => {});
}

/** How far a card in the air still is from its place. */
function way(id) {
  const {animation, x, y} = flights.get(id) || {}, rest = 1 - (animation?.effect.getComputedTiming().progress ?? 1);
  return rest ? [rest * x, rest * y] : [0, 0];
}

function settle({text, moved} = {}) {
  const before = places, isFirst = !before.size, stock = spot(byId("S").firstElementChild || byId("S"));
  if (text === "draw") drawn = performance.now();
  const begun = performance.now() - drawn, unseen = [...before.values()].filter(({card}) => !card.id).length;
  const turning = unseen && [...byId("W").children].slice(-unseen);
  places = new Map(all(".pile > [data-suit], .waste > .back").map(card => [card.id || card, spot(card)]));
  const moves = [], news = [];
  for (const [id, {card, pile, x, y}] of places) {
    const was = before.get(id), [dx, dy] = way(id), isDrawn = !was && pile === "W" && (!card.id || turning && turning.includes(card));
    if (isDrawn) moves.push({card, pile, begun, x: stock.x - x, y: stock.y - y});
    else if (was && (Math.hypot(was.x - x, was.y - y) > 1.5 || dx && was.card !== card)) moves.push({card, pile, x: was.x - x + dx, y: was.y - y + dy});
    if (!was && card.id && (isDrawn || pile[0] === "T")) news.push({card, delay: isDrawn ? Math.max(0, 230 - begun) : 0});
  }
  if (reduced.matches || habits.motion === "off") isFirst || flag(moved || [...moves, ...news].map(({card}) => card));
  else if (isFirst) dealOut(stock);
  else {
    const ghosts = gone(before);
    moves.push(...ghosts);
    const isCascade = moves.filter(({pile}) => pile[0] === "F").length > 3;
    if (isCascade) moves.sort((a, b) => rank(a.card) - rank(b.card));
    Promise.all(moves.map((move, at) => fly(move.card, isCascade ? {...move, delay: at * 40} : move)))
      .then(() => ghosts.forEach(({card}) => card.remove()));
    news.forEach(({card, delay}) => card.animate({transform: ["rotateY(90deg)", "none"]}, {duration: 160, delay, fill: "backwards"}));
  }
}

/** Cards that the page no longer shows, on their last way: back into the stock, or up to a foundation. */
function gone(before) {
  const top = byId("W").lastElementChild, isUndrawn = !top || before.has(top.id);
  return [...before].flatMap(([id, {card, pile, x, y}]) => {
    const to = pile === "W" ? isUndrawn && "S" : pile[0] === "T" && "F" + card.dataset.suit;
    if (!to || !card.id || places.has(id)) return [];
    const ghost = card.cloneNode();
    ghost.removeAttribute("id");
    if (to === "S") ghost.className = "card back";
    byId("air").append(ghost);
    return [{card: ghost, pile: to, x, y, to: {x: byId(to).offsetLeft, y: byId(to).offsetTop}}];
  });
}

/** A fresh deal comes out of the stock, row by row. */
function dealOut(stock) {
  if (!isDealt && table().version === "0") all(".column").forEach((column, at) => [...column.children].forEach((card, row) => {
    const {x, y} = spot(card);
    fly(card, {x: stock.x - x, y: stock.y - y, delay: 8 * (at + row * (13 - row) / 2)});
  }));
  isDealt = true;
  addEventListener("pointerdown", () => document.getAnimations().forEach(animation => animation.finish()), {once: true, capture: true});
}

/** Instead of a flight the change is marked for a moment, also across the swap that confirms it. */
function flag(cards) {
  if (performance.now() > until) flags = [];
  if (cards[0]) until = performance.now() + 900;
  flags.push(...cards.map(card => card.id));
  flags.forEach(id => byId(id)?.classList.add("landed"));
}

/** Take cards up: they follow `move` until `drop`; with `keep` they go on from where they were let go. */
export function lift(run) {
  let x = 0, y = 0;
  run.forEach(card => {
    flights.get(card.id)?.animation.cancel();
    card.classList.add("dragging");
  });
  const held = run.map(card => card.animate({translate: ["0 0", "0 0"]}, {duration: 1, fill: "both"}));
  return {
    move(dx, dy) {
      [x, y] = [dx, dy];
      held.forEach(({effect}) => effect.setKeyframes({translate: [`${x}px ${y}px`, `${x}px ${y}px`]}));
    },
    drop(keep) {
      held.forEach(animation => animation.cancel());
      run.forEach(card => {
        const was = places.get(card.id);
        card.classList.remove("dragging");
        if (keep && was) places.set(card.id, {...was, x: was.x + x, y: was.y + y});
      });
    },
    land: settle,
  };
}

seat.addEventListener("klondaily:shown", ({detail}) => settle(detail));
// Another size, or another way of holding the phone: nothing flies for that.
new ResizeObserver(() => {
  places.clear();
  settle();
}).observe(seat);
