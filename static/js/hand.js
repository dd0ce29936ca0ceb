// The card in the player's hand, and what a tap does with it.

import {byId, isOpen, isRun, moveOf, pileOf, runOf, seat} from "./board.js";
import {enter, placesOf, soon} from "./play.js";
import {say, sayOwn} from "./say.js";

let hand = "";  // the id of the card that was picked up

export const picked = () => hand && byId(hand);

/** Light the piles where a card may go; none without a card. */
export function light(card) {
  for (const pile of seat.querySelectorAll(".pile.target")) pile.classList.remove("target");
  if (card) for (const id of placesOf(card)) byId(id).classList.add("target");
}

export function pick(card) {
  letGo();
  hand = card.id;
  mark();
  say(`${card.ariaLabel}. ${seat.dataset.picked}`);
}

export function letGo() {
  for (const card of seat.querySelectorAll(".selected")) {
    card.classList.remove("selected");
    card.ariaPressed = null;
  }
  hand = "";
  light();
}

/** A swap takes the marks away; the card may have gone, too. */
function mark() {
  const card = picked();
  if (!card || !placesOf(card).length) return letGo();
  card.classList.add("selected");
  card.ariaPressed = "true";
  light(card);
}

seat.addEventListener("klondaily:shown", () => hand && mark());

/** Play a card to a pile, if it may go there. */
export function put(card, to) {
  const may = placesOf(card).includes(to);
  if (may) {
    letGo();
    enter(moveOf(card, to));
  }
  return may;
}

export function refuse(card) {
  for (const one of runOf(card)) {
    one.classList.remove("shake");
    void one.offsetWidth;  // begins anew
    one.classList.add("shake");
    one.addEventListener("animationend", () => one.classList.remove("shake"), {once: true});
  }
  sayOwn("none");
}

/** What a tap on the card would enter: the server's word, or the same by guess. */
function best(card) {
  const [to] = placesOf(card), from = pileOf(card);
  const isIdle = from.id[0] === "T" && from.firstElementChild === card && to && !byId(to).childElementCount;
  return to && from.id[0] !== "F" && !isIdle ? to : "";
}

export function playBest(card) {
  const to = best(card);
  if (to) put(card, to);
  return to;
}

/** Draw or redeal, whichever is due; otherwise say why not. */
export function turnStock(wanted = "") {
  soon(() => {
    const stock = byId("S").firstElementChild;
    letGo();
    if (stock?.value && (!wanted || stock.value === wanted)) enter(stock.value);
    else if (stock) say(stock.ariaLabel);
  });
}

/** A tap or click on a pile, with or without a card under it. */
export function tap(cardId, pileId, isTwice) {
  if (pileId === "S") return turnStock();
  soon(() => {
    if (!isOpen()) return;
    const card = byId(cardId), inHand = picked();
    if (inHand && inHand !== card && put(inHand, pileId)) return;
    letGo();
    if (!card || inHand === card && !isTwice) return;
    const selects = seat.dataset.tap === "select" && !isTwice;
    if (!selects && playBest(card)) return;
    if (isRun(card) && placesOf(card).length) pick(card);
    else refuse(card);
  });
}

/** Straight to the foundation (right click). */
export function putUp(card) {
  if (!put(card, "F" + card.dataset.suit)) refuse(card);
}
