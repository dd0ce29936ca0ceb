// Everything by keyboard: one tab stop for all cards, arrows between them, and the keys of the list (?).

import {letGo, pick, picked, playBest, refuse, say, tell, turnStock} from "./hand.js";
import {all, byId, enter, isOpen, isRun, pileOf, placesOf, put, runOf, seat, soon} from "./play.js";

let stop = "";    // the id of the card that has, or had, the focus; of the pile, where it is another button

const stops = pile => [...pile.querySelectorAll("button")];
const felt = () => all(".felt")[0];

function focus(node) {
  node.tabIndex += 0;  // an empty pile has the -1 that says so, but no attribute that lets it take the focus
  node.focus({preventScroll: true});
}

const isOurs = node => node === document.body || felt().contains(node);
const goTo = pile => focus(stops(pile).at(-1) || pile);

/** One tab stop: the card that had the focus last, or the stock. */
function rove() {
  const buttons = stops(felt()), current = buttons.find(one => one.id === stop) || buttons[0];
  buttons.forEach(one => { one.tabIndex = one === current ? 0 : -1; });
}
rove();

seat.addEventListener("focusin", ({target}) => {
  if (!felt().contains(target)) return;
  stop = target.id || pileOf(target)?.id;
  rove();
});

// After the flights have begun: a focus has the style worked out, and once is enough.
seat.addEventListener("klondaily:shown", ({detail: {moved}}) => queueMicrotask(() => {
  const active = document.activeElement, end = seat.querySelector("[data-focus]"), card = moved?.[0], was = byId(stop);
  if (end) end.closest("div").contains(active) || focus(end);
  else if (card?.id && isOurs(active)) focus(card);
  else if (active === document.body && was) was.matches(".pile") ? goTo(was) : focus(was);
  rove();
}));

// A press moves no focus: that of the card that is played is enough. But it takes it away from buttons beside the felt.
seat.addEventListener("mousedown", event => {
  const active = document.activeElement;
  if (!pileOf(event.target)) return;
  event.preventDefault();
  if (!isOurs(active)) active.blur();
});

const ROWS = ["S W W FC FD FH FS", "T1 T2 T3 T4 T5 T6 T7"].map(row => row.split(" "));

function arrow(dx, dy) {
  const active = document.activeElement, pile = active.closest(".felt .pile") || byId("S");
  const below = +pile.matches(".column"), row = ROWS[below], at = dx > 0 ? row.lastIndexOf(pile.id) : row.indexOf(pile.id);
  const near = below && stops(pile)[stops(pile).indexOf(active) + dy];
  if (dx) goTo(byId(row.at((at + dx) % 7)));
  else if (near) focus(near);
  else if (below === +(dy < 0)) goTo(byId(ROWS[1 - below][at]));
}

/** A number, W or F: pick that pile's card up, or put down what is in the hand there, as many cards as fit. */
function choose(pile) {
  const inHand = picked(), open = pile => [...pile.querySelectorAll("[data-suit]")].filter(isRun);
  if (inHand && pileOf(inHand) !== pile) {
    const near = inHand.closest(".foundation") ? all(".foundation > :last-child") : open(pileOf(inHand));
    return [inHand, ...near].some(card => put(card, pile.id)) || refuse(inHand);
  }
  const card = open(pile).find(one => placesOf(one).length) || open(pile).at(-1);
  if (inHand) return best(inHand);
  focus(card || pile);
  pick(card);
}

/** F: up with the card in the hand; or finish; or pick up the next card that could come down. */
function foundation() {
  const inHand = picked(), tops = all(".foundation > :last-child").filter(card => placesOf(card).length);
  if (inHand && !tops.includes(inHand)) return choose(byId("F" + pileOf(inHand).lastElementChild.dataset.suit));
  if (byId("do-finish")) return enter("finish");
  const next = tops[tops.indexOf(inHand) + 1] || tops[0];
  if (next) focus(next);
  pick(next);
}

const best = card => playBest(card) || refuse(card);

/** Enter: pick up, put down, or play what is in the hand to its best place. */
function press() {
  const active = document.activeElement, pile = pileOf(active), inHand = picked();
  if (!pile || pile.id === "S") turnStock();
  else if (inHand === active) best(inHand);
  else if (!inHand || !put(inHand, pile.id)) pick(active.dataset.suit && active);
}

/** Press what does it at this table; where nothing does, say so. */
const use = selector => () => {
  const [found] = all(selector);
  found ? found.click() : tell(seat.dataset.not);
};
const KEYS = {
  " ": () => turnStock("draw"), k: () => turnStock("redeal"), enter: () => soon(press), f: () => soon(foundation),
  arrowleft: () => arrow(-1, 0), arrowright: () => arrow(1, 0), arrowup: () => arrow(0, -1), arrowdown: () => arrow(0, 1),
  u: use("#do-undo"), redo: use("#do-redo"), h: use("#do-hint"), p: use("#do-pause"), r: () => import("./read.js").then(({read}) => say(read())), "?": () => byId("keys").showModal(),
  n: use("[data-ask=ask-new], [data-focus=end]"),
  escape() {
    const menu = seat.querySelector(".menu[open] summary");
    menu?.click();
    menu?.focus();
    letGo();
  },
};
for (const name of ["W", ...ROWS[1]]) KEYS[name.at(-1).toLowerCase()] = () => soon(() => choose(byId(name)));

addEventListener("keydown", event => {
  const {target} = event;
  let key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) key = {z: event.shiftKey ? "redo" : "u", y: "redo"}[key];
  // Buttons, fields and dialogs keep the keys that mean something to them.
  if (event.altKey || !KEYS[key] || target.closest("dialog:modal, input, select, textarea")) return;
  if (!isOurs(target) && /^(arrow| |enter)/.test(key) || event.repeat && !/^(arrow| )/.test(key)) return;
  event.preventDefault();
  if (isOpen() || /^([nrp?]|escape)$/.test(key)) KEYS[key]();
});
