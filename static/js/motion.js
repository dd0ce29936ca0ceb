// Motion: after every change the cards fly from where they were laid out before to where they lie now.
// Places are read from the layout, which no flight changes; the animations need no style attribute.

import {byId, seat} from "./board.js";

const SLIDE = 190, TURN = 170, EASE = "cubic-bezier(.2, .7, .25, 1)";
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
export const isStill = () => reduced.matches || document.documentElement.dataset.motion === "off";

let places = new Map();     // a card's id, or a back itself: {x, y} in the felt
const flights = new Map();  // the same keys: {animation, dx, dy} of what is in the air
let marks = new Map();      // ids of cards to be marked instead of moved, and until when
let drawn = -1e4;           // when the last draw began

const key = card => card.id || card;
const spot = card => {
  const pile = card.parentElement;
  return {x: pile.offsetLeft + card.offsetLeft, y: pile.offsetTop + card.offsetTop};
};
const cards = () => seat.querySelectorAll(".card[data-card], .waste > .back");

/** How far a card in the air still is from its place. */
function way(id) {
  const flight = flights.get(id);
  const rest = flight ? 1 - (flight.animation.effect.getComputedTiming().progress ?? 1) : 0;
  return {x: rest * (flight?.dx || 0), y: rest * (flight?.dy || 0)};
}

function fly(card, dx, dy, {delay = 0, duration = SLIDE + Math.hypot(dx, dy) / 6} = {}) {
  const id = key(card);
  flights.get(id)?.animation.cancel();
  const timing = {delay, duration: Math.min(duration, 320), easing: EASE, fill: "backwards"};
  const animation = card.animate({translate: [`${dx}px ${dy}px`, "0 0"]}, timing);
  // Above the others, and out of the way of the next tap.
  card.animate({zIndex: [8, 8], pointerEvents: ["none", "none"]}, timing);
  flights.set(id, {animation, dx, dy});
  animation.onfinish = () => flights.get(id)?.animation === animation && flights.delete(id);
}

/** Turn a card up that was face down. */
function turn(card, delay = 0) {
  card.animate({transform: ["rotateY(90deg)", "none"]}, {delay, duration: TURN, easing: "ease-out", fill: "backwards"});
}

function settle(moved = []) {
  const now = new Map(), still = isStill(), isFirst = !places.size;
  const stock = byId("S");
  for (const card of cards()) {
    const id = key(card), is = spot(card), inWaste = card.parentElement.id === "W";
    let was = places.get(id);
    now.set(id, is);
    if (isFirst) continue;
    const isNew = !was;
    if (isNew && inWaste && (!card.id || performance.now() - drawn < SLIDE)) was = {x: stock.offsetLeft, y: stock.offsetTop};
    const air = way(id), dx = was ? was.x - is.x + air.x : 0, dy = was ? was.y - is.y + air.y : 0;
    const isOff = was && Math.abs(was.x - is.x) + Math.abs(was.y - is.y) > 1.5;
    const isOther = flights.has(id) && flights.get(id).animation.effect.target !== card;
    if (still) {
      if (isOff && (!inWaste || moved.includes(card)) || isNew && card.id) marks.set(card.id, performance.now() + 900);
    } else {
      if (isOff || isOther) fly(card, dx, dy);
      if (isNew && card.id) turn(card, isOff ? SLIDE / 2 : 0);
    }
  }
  places = now;
  mark();
}

/** Instead of a flight: the change is marked for a moment. A swap takes the mark away, so it is set again. */
function mark() {
  for (const [id, until] of marks)
    if (performance.now() < until) byId(id)?.classList.add("landed");
    else {
      byId(id)?.classList.remove("landed");
      marks.delete(id);
    }
  if (marks.size) setTimeout(mark, 1000);
}

/** Take cards up: they follow `move` until `drop`; with `keep` they fly on from where they were let go. */
export function lift(run) {
  let x = 0, y = 0;
  for (const card of run) {
    const {x: dx, y: dy} = way(key(card));
    flights.get(key(card))?.animation.cancel();
    card.classList.add("dragging");
  }
  const held = run.map(card => card.animate({translate: ["0 0", "0 0"]}, {duration: 1, fill: "both"}));
  return {
    move(dx, dy) {
      [x, y] = [dx, dy];
      for (const animation of held) animation.effect.setKeyframes({translate: [`${x}px ${y}px`, `${x}px ${y}px`]});
    },
    drop(keep) {
      for (const animation of held) animation.cancel();
      for (const card of run) {
        card.classList.remove("dragging");
        const was = places.get(key(card));
        if (keep && was) places.set(key(card), {x: was.x + x, y: was.y + y});
      }
    },
    land: () => settle(),
  };
}

seat.addEventListener("klondaily:shown", ({detail: moved}) => {
  if (moved?.some(card => !card.id)) drawn = performance.now();
  settle(moved || undefined);
});
// Another size or another way of holding the phone: nothing flies for that.
new ResizeObserver(() => {
  places = new Map();
  settle();
}).observe(seat);
