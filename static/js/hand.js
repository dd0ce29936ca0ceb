// The player's hand: what taps, drags and clicks do with cards. Events are captured by the seat; cards are found by id.

import {lift, settle} from "./motion.js";
import {all, byId, enter, habits, isOpen, isRun, pileOf, placesOf, put, runOf, seat, soon} from "./play.js";

let hand = "";    // the id of the card that is picked up
let grip = null;  // the pointer that is down: where, on which card and pile, and the run that it drags
let last = {};    // the last tap, to tell a double click

/** Have a sentence read out; the same one again is read again. */
export function say(text) {
  const live = byId("live");
  live.textContent = text === live.textContent ? text + "\u00a0" : text;
}

/** Take messages away. */
export const hush = () => all("#table > .banner").forEach(one => one.remove());

/** Say it for the eye as well, until the table changes. */
export function tell(text) {
  say(text);
  hush();
  const line = document.createElement("p");
  line.className = "banner";
  line.textContent = text;
  byId("table").append(line);
}

export const picked = () => byId(hand);

/** Mark the card that is in the hand, or held, and its places: a swap takes the marks away, and perhaps the card. */
function light(card = picked()) {
  all(".selected, .target").forEach(one => {
    one.classList.remove("selected", "target");
    one.ariaPressed = null;
  });
  if (!card) return;
  placesOf(card).forEach(id => byId(id).classList.add("target"));
  if (card.id !== hand) return;
  card.classList.add("selected");
  card.ariaPressed = "true";
}

/** Pick a card up, if there is a place for it, or else shake it. */
export function pick(card) {
  letGo();
  if (!card || !isRun(card) || !placesOf(card).length) return refuse(card);
  hand = card.id;
  light();
  say(card.ariaLabel + ". " + seat.dataset.picked);
}

export function letGo() {
  hand = "";
  light();
  seat.querySelector(".outcome[open]")?.close();  // it has been read
}

export function refuse(card) {
  runOf(card).forEach(one => one.classList.add("shake"));
  say(seat.dataset.none);
}
seat.addEventListener("animationend", ({target}) => target.classList.remove("shake"));

/** Play a card to its best place (R9.1). */
export function playBest(card) {
  const [to] = placesOf(card), isIdle = card.matches(".foundation > *") || card.matches(".column > :first-child") && to?.[0] === "T" && !byId(to).firstChild;
  return to && !isIdle && put(card, to);
}

/** Draw or redeal, whichever is due; otherwise say why not. */
export const turnStock = wanted => soon(() => {
  const stock = byId("S").firstElementChild;
  letGo();
  if (stock?.value && (!wanted || stock.value === wanted)) enter(stock.value);
  else if (stock) tell(stock.dataset.none);
});

/** A tap on a pile, with or without a card under it. */
export const tap = (cardId, pileId, isTwice) => pileId === "S" ? turnStock() : soon(() => {
  const card = byId(cardId), inHand = picked();
  if (inHand && inHand !== card && put(inHand, pileId)) return;
  letGo();
  if (!card || inHand === card && !isTwice) return;
  if ((habits.tap !== "select" || isTwice) && playBest(card)) return;
  pick(card);
});

seat.addEventListener("pointerdown", event => {
  const {target, pointerId: id, clientX: x, clientY: y, pointerType: kind} = event, pile = pileOf(target);
  if (grip || !pile || !isOpen()) return;
  // The free space below a column's last card belongs to it.
  const card = target.closest("[data-suit]")?.id || pile.matches(".column") && pile.lastElementChild?.id;
  if (event.button === 2 && card && habits.right !== "off") soon(() => put(byId(card), "F" + card[1]) || refuse(byId(card)));
  if (event.button) return;
  seat.setPointerCapture(id);
  grip = {id, x, y, kind, card, pile: pile.id};
});

seat.addEventListener("pointermove", event => {
  if (event.pointerId !== grip?.id || !grip.card) return;
  [grip.dx, grip.dy] = [event.clientX - grip.x, event.clientY - grip.y];
  if (!grip.run && Math.hypot(grip.dx, grip.dy) > 7) take();
  grip.run?.move(grip.dx, grip.dy);
});

function take() {
  const card = byId(grip.card);
  if (!card || !isRun(card) || !isOpen()) return;
  letGo();
  navigator.vibrate?.(8);
  grip.run = lift(runOf(card));
  light(card);
}

seat.addEventListener("klondaily:shown", ({detail: {text}}) => {
  if (text) hand = "";  // something was played
  light();
  if (!grip?.run) return;
  grip.run.drop();  // a swap while a card is in the air: take up the same card again, if it is still there
  grip.run = null;
  take();
  grip.run?.move(grip.dx, grip.dy);
});

seat.addEventListener("pointerup", event => {
  if (event.pointerId !== grip?.id) return;
  const {run, card, pile, kind} = grip, {clientX: x, clientY: y, timeStamp: time} = event;
  if (run) return land(nearest(byId(card)));
  grip = null;
  const isTwice = kind === "mouse" && habits.double !== "off" && time - last.time < 350 && Math.hypot(x - last.x, y - last.y) < 7;
  const isOther = isTwice && last.card && last.card !== card;
  last = {x, y, time, card};
  // The first click has played its card; the second one of a double click does not mean what lay under it.
  if (!isOther || pile === "S") tap(card, pile, isTwice);
});

function land(to) {
  const {run, card, dx, dy} = grip;
  grip = null;
  run.drop(dx, dy);
  if (to) soon(() => byId(card) && put(byId(card), to));
  light();
  settle();
}

// Comes after a cancel, too; after an ordinary end there is no grip left.
seat.addEventListener("lostpointercapture", event => {
  if (event.pointerId !== grip?.id) return;
  if (grip.run) land();
  grip = null;
});

/** The legal pile nearest to the card in the air, at most half a card beside the card's middle. */
function nearest(card) {
  const {left, top, width} = card.getBoundingClientRect(), x = left + width / 2, y = top + width * .7;
  let found = "", least = width;
  for (const pile of all(".pile.target")) {
    const box = pile.getBoundingClientRect();
    const gap = Math.abs(box.x + width / 2 - x);
    if (gap <= least && y > box.y - width / 2 && y < box.bottom + width / 2) [least, found] = [gap, pile.id];
  }
  return found;
}

// No pinch while a card is in the air; no menu where the right button plays.
seat.addEventListener("touchmove", event => grip?.run && event.cancelable && event.preventDefault(), {passive: false});
seat.addEventListener("contextmenu", event => event.target.closest(".felt") && event.preventDefault());
