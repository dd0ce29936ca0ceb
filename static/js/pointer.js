// Mouse, finger and pen. Events are captured by the seat, which no swap replaces; cards are found again by their id.

import {byId, isOpen, isRun, pileOf, runOf, seat} from "./board.js";
import {light, letGo, put, putUp, tap} from "./hand.js";
import {lift} from "./motion.js";
import {soon} from "./play.js";

let grip = null;  // the pointer that is down: {id, x, y, card, pile} and, while it drags, {run}
let last = {};    // the last tap, to tell a double click

const TWICE = 350;  // ms

function cardAt(target, pile) {
  const card = target.closest("[data-card]");
  // The free space below a column's last card belongs to it.
  return card || (pile.matches(".column") && pile.lastElementChild?.matches("[data-card]") ? pile.lastElementChild : null);
}

seat.addEventListener("pointerdown", event => {
  const pile = event.target.closest(".pile");
  if (grip || !event.isPrimary || !pile || !isOpen()) return;
  const card = cardAt(event.target, pile);
  if (event.button === 2 && card && seat.dataset.right !== "off") soon(() => byId(card.id) && putUp(byId(card.id)));
  if (event.button) return;
  seat.setPointerCapture(event.pointerId);
  grip = {id: event.pointerId, kind: event.pointerType, x: event.clientX, y: event.clientY, card: card?.id, pile: pile.id};
});

seat.addEventListener("pointermove", event => {
  if (event.pointerId !== grip?.id || !grip.card) return;
  grip.dx = event.clientX - grip.x;
  grip.dy = event.clientY - grip.y;
  if (!grip.run && Math.hypot(grip.dx, grip.dy) > (grip.kind === "mouse" ? 5 : 9)) take();
  grip?.run?.move(grip.dx, grip.dy);
});

function take() {
  const card = byId(grip.card);
  if (!card || !isRun(card) || !isOpen()) return;
  letGo();
  grip.run = lift(runOf(card));
  light(card);
}

// A swap while a card is in the air: take up the same card again, or let go of one that is no longer there.
seat.addEventListener("klondaily:shown", () => {
  if (!grip?.run) return;
  grip.run.drop();
  grip.run = null;
  take();
  grip.run?.move(grip.dx, grip.dy);
  if (!grip.run) grip = null;
});

seat.addEventListener("pointerup", event => {
  if (event.pointerId !== grip?.id) return;
  const {run, card, pile} = grip;
  if (!run) {
    grip = null;
    if (Math.hypot(event.clientX - last.x, event.clientY - last.y) < 7 && event.timeStamp - last.time < TWICE) return tapTwice(event, card, pile);
    last = {x: event.clientX, y: event.clientY, time: event.timeStamp, card, kind: event.pointerType};
    return tap(card, pile);
  }
  const to = nearest(byId(card), event);
  grip = null;
  light();
  run.drop(true);
  soon(() => to && byId(card) && put(byId(card), to));
  run.land();
});

function tapTwice(event, card, pile) {
  const isDouble = seat.dataset.double !== "off" && last.kind === "mouse";
  const {card: first} = last;
  last = {...last, time: event.timeStamp};
  // The first click has played the card; the second one of a double click does not mean what lay under it.
  if (isDouble && first && first !== card && pile !== "S") return;
  tap(card, pile, isDouble && first === card);
}

/** The legal pile under the pointer, or else the nearest one within half a card of the card in the air. */
function nearest(card, event) {
  const mine = card.getBoundingClientRect(), width = mine.width;
  const x = mine.left + width / 2, y = mine.top + width * .7;
  let found = "", least = width / 2 + 1;
  for (const pile of seat.querySelectorAll(".pile.target")) {
    const {left, right, top, bottom} = pile.getBoundingClientRect();
    const gap = (px, py) => Math.hypot(Math.max(left - px, px - right, 0), Math.max(top - py, py - bottom, 0));
    const far = Math.min(gap(x, y), gap(event.clientX, event.clientY) ? Infinity : -1);
    if (far < least) [least, found] = [far, pile.id];
  }
  return found;
}

for (const end of ["pointercancel", "lostpointercapture"])
  seat.addEventListener(end, event => {
    if (event.pointerId !== grip?.id) return;
    const {run} = grip;
    grip = null;
    light();
    run?.drop(true);
    run?.land();
  });

// No pinch while a card is in the air; no menu where the right button plays.
seat.addEventListener("touchmove", event => grip?.run && event.cancelable && event.preventDefault(), {passive: false});
seat.addEventListener("contextmenu", event => event.target.closest(".felt") && event.preventDefault());
