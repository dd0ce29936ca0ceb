// Everything by keyboard: one tab stop for all cards, arrows between them, and the keys of the list (?).

import {byId, columns, isOpen, isRun, pileOf, runOf, seat, table} from "./board.js";
import {letGo, pick, picked, playBest, put, refuse, turnStock} from "./hand.js";
import {enter, placesOf, soon} from "./play.js";
import {say, sayOwn} from "./say.js";

let stop = "";      // the id of the card, pile or button that has the focus in the table
let wanted = "";    // the card that has just been played: the focus goes with it

const felt = () => seat.querySelector(".felt");
const stops = pile => [...pile.querySelectorAll("button")];
const fruitless = card => (card ? refuse(card) : sayOwn("none"));

/** One tab stop: the card that was focused last, or the stock. */
function rove() {
  const all = stops(felt()), current = all.find(button => button.id === stop) || all[0];
  for (const button of all) button.tabIndex = button === current ? 0 : -1;
}

function focus(node) {
  if (!node.matches("button, a")) node.tabIndex = -1;  // an empty pile, or a card that cannot be played
  node.focus({preventScroll: true});
}

seat.addEventListener("focusin", ({target}) => {
  stop = target.id || pileOf(target)?.id || "";
  rove();
});

seat.addEventListener("klondaily:shown", ({detail: moved}) => {
  const active = document.activeElement, inFelt = active === document.body || felt().contains(active);
  if (moved?.[0]?.id && inFelt) wanted = moved[0].id;
  const end = seat.querySelector("[data-focus=end]"), card = wanted && byId(wanted);
  if (end) end !== active && !seat.querySelector(".outcome").contains(active) && focus(end);
  else if (card && inFelt && card !== active) focus(card);
  else if (active === document.body && stop) focus(byId(stop)?.matches("button") ? byId(stop) : stops(felt())[0] || seat);
  rove();
});

function goTo(pile) {
  focus(stops(pile).at(-1) || pile);
}

const ORDER = ["S", "W", "FC", "FD", "FH", "FS"];

function arrow(name) {
  const active = document.activeElement, pile = active.closest(".felt .pile") || byId("S");
  const isColumn = pile.matches(".column"), at = isColumn ? [...columns()].indexOf(pile) : ORDER.indexOf(pile.id);
  const step = {ArrowLeft: -1, ArrowRight: 1}[name];
  if (step) {
    const row = isColumn ? [...columns()] : ORDER.map(byId).filter(one => stops(one).length || one.matches(".target"));
    return goTo(row.at((row.indexOf(pile) + step) % row.length));
  }
  const near = stops(pile)[stops(pile).indexOf(active) + (name === "ArrowUp" ? -1 : 1)];
  if (near && isColumn) return focus(near);
  // From the first open card of a column to the row above it; from there down again.
  if (isColumn && name === "ArrowUp") goTo(byId(ORDER[[0, 1, 1, 2, 3, 4, 5][at]]));
  if (!isColumn && name === "ArrowDown") goTo(columns()[[0, 1, 3, 4, 5, 6][at]]);
}

/** A number, W or F: pick that pile's card up, or put the one in the hand there, as many as fit. */
function choose(pile) {
  const inHand = picked();
  if (inHand && pileOf(inHand) !== pile) {
    const run = runOf(pileOf(inHand).firstElementChild).filter(card => card.dataset.card && isRun(card));
    const fitting = [inHand, ...run].find(card => placesOf(card).includes(pile.id));
    return fitting ? put(fitting, pile.id) : fruitless(inHand);
  }
  const open = [...pile.querySelectorAll("[data-card]")];
  const card = open.find(one => isRun(one) && placesOf(one).length) || open.at(-1);
  goTo(pile);
  if (!card) return fruitless();
  focus(card);
  if (inHand) playBest(inHand) || fruitless(inHand);
  else if (placesOf(card).length) pick(card);
  else fruitless(card);
}

function foundation() {
  const inHand = picked();
  if (inHand) return choose(byId("F" + inHand.dataset.suit));
  if (byId("do-finish")) return enter("finish");
  fruitless();
}

/** Enter: pick up, put down, or (on the card in the hand) play to its best place. */
function press() {
  const active = document.activeElement, pile = active.closest(".felt .pile"), inHand = picked();
  if (pile.id === "S") return turnStock();
  if (inHand === active) return playBest(inHand) || fruitless(inHand);
  if (inHand && put(inHand, pile.id)) return;
  if (active.dataset.card && isRun(active) && placesOf(active).length) pick(active);
  else fruitless(active.dataset.card && active);
}

/** Read the whole table, pile by pile. */
function read() {
  const names = pile => [...pile.querySelectorAll("[aria-label]")].map(one => one.ariaLabel.split(",")[0]);
  say([...seat.querySelectorAll(".pile")].map(pile => `${pile.ariaLabel}: ${names(pile).join(", ") || "–"}`).join(". "));
}

const tool = name => byId("do-" + name)?.click();
const KEYS = {
  " ": () => turnStock("draw"), k: () => turnStock("redeal"), u: () => tool("undo"), h: () => tool("hint"), p: () => tool("pause"),
  n: () => seat.querySelector("[data-ask=new], [data-focus=end]")?.click(), f: () => soon(foundation), w: () => soon(() => choose(byId("W"))),
  r: read, "?": () => byId("keys").showModal(), Escape: letGo, Enter: () => soon(press),
};
for (const number of "1234567") KEYS[number] = () => soon(() => choose(byId("T" + number)));

addEventListener("keydown", event => {
  const {key, target} = event, inFelt = Boolean(target.closest?.(".felt")), isFree = inFelt || target === document.body;
  if (event.altKey || event.isComposing || target.closest?.("dialog, input, select, textarea")) return;
  let act;
  if (event.ctrlKey || event.metaKey) act = {z: () => tool(event.shiftKey ? "redo" : "undo"), y: () => tool("redo")}[key.toLowerCase()];
  else if (key.startsWith("Arrow")) act = isFree && (() => arrow(key));
  else if (key === "Enter") act = inFelt && KEYS.Enter;
  else if (key === " ") act = isFree && KEYS[" "];
  else act = KEYS[key.length > 1 ? key : key.toLowerCase()];
  if (!act || event.repeat && !key.startsWith("Arrow") && key !== " ") return;
  event.preventDefault();
  if (isOpen() || "nrp?".includes(key)) act();
});
rove();
