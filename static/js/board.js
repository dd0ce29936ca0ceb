// The table as it stands in the page, and the one guess the browser makes about it.

export const seat = document.getElementById("seat");
export const byId = id => document.getElementById(id);
export const table = () => byId("table");
export const isOpen = () => table().dataset.status === "playing" && !table().classList.contains("covered");
export const pileOf = card => card.closest(".pile");
export const columns = () => seat.querySelectorAll(".column");

/** The card and all that lies on it. */
export function runOf(card) {
  const run = [];
  for (let next = card; next; next = next.nextElementSibling) run.push(next);
  return run;
}

const rank = card => "A23456789TJQK".indexOf(card.dataset.rank);
const isRed = card => card.classList.contains("red");
const fits = (card, on) => Boolean(on.dataset.card) && rank(on) - rank(card) === 1 && isRed(on) !== isRed(card);

/** Whether the card can be lifted with all that lies on it. */
export const isRun = card => runOf(card).every((next, at, run) => !at || fits(next, run[at - 1]))
  && (pileOf(card).id[0] === "T" || !card.nextElementSibling);

/** Where a card may go, best first, by rank, colour and suit alone. Only for what the server has not seen yet: it decides. */
export function guessPlaces(card) {
  if (!isRun(card)) return [];
  const from = pileOf(card);
  const foundation = byId("F" + card.dataset.suit), top = foundation.lastElementChild;
  const goesUp = !card.nextElementSibling && from !== foundation && rank(card) === (top ? rank(top) + 1 : 0);
  const below = [...columns()].filter(({lastElementChild: last}) => last ? fits(card, last) : rank(card) === 12);
  return [...(goesUp ? [foundation] : []), ...below].filter(pile => pile !== from).map(pile => pile.id);
}

/** The text of the move that brings a card, and what lies on it, to a pile. */
export function moveOf(card, to) {
  const size = runOf(card).length;
  return `${pileOf(card).id}-${to[0] === "F" ? "F" : to}${size > 1 ? "x" + size : ""}`;
}

function lay(pile, card) {
  if (pile.moveBefore && card.isConnected) pile.moveBefore(card, null);  // keeps the focus
  else pile.append(card);
}

/** Do in the page what an entry does at the table, as far as it can be known. Returns the cards that moved. */
export function apply(text) {
  const [, from, to, size = 1] = /^(\w+)-(\w+?)(?:x(\d+))?$/.exec(text) || [];
  if (text === "draw") return draw();
  if (text === "redeal") return redeal();
  if (!from) return [];
  const cards = [...byId(from).children].slice(-size);
  if (cards.length < size || !cards[0].dataset.card) return [];
  const pile = byId(to === "F" ? "F" + cards[0].dataset.suit : to);
  for (const card of cards) lay(pile, card);
  return cards;
}

function back() {
  const card = document.createElement("span");
  card.className = "card back";
  return card;
}

function draw() {
  const stock = byId("S").firstElementChild, waste = byId("W");
  if (stock?.value !== "draw") return [];
  const least = Number(table().dataset.draw), drawn = Math.min(least, stock.dataset.left);
  const cards = Array.from({length: drawn}, back);
  waste.append(...cards);
  while (waste.children.length > Math.max(least, 2)) waste.firstElementChild.remove();
  if (!(stock.dataset.left -= drawn)) stock.remove();
  return cards;
}

function redeal() {
  const stock = document.createElement("button");
  stock.className = "card back";
  stock.value = "draw";
  stock.dataset.left = 24;  // the server knows better
  byId("S").replaceChildren(stock);
  byId("W").replaceChildren();
  return [];
}
