// The table as it stands in the page, and what is played on it: shown at once, kept until the server has confirmed it,
// sent together, never twice. Every tap, drag and key ends in `enter`.

export const seat = document.getElementById("seat");  // no swap ever replaces it
export const habits = document.documentElement.dataset;
export const byId = id => document.getElementById(id);
export const all = selector => [...seat.querySelectorAll(selector)];
export const table = () => byId("table").dataset;
export const isOpen = () => table().status === "playing" && !byId("table").matches(".covered");
export const pileOf = node => node.closest(".pile");

/** The card and all that lies on it. */
export const runOf = card => [...card.parentElement.children].slice([...card.parentElement.children].indexOf(card));

export const rank = card => "A23456789TJQK".indexOf(card.dataset.rank);
const fits = (card, on) => on.dataset.rank && rank(on) - rank(card) === 1 && on.matches(".red") !== card.matches(".red");

/** Whether the card can be lifted with all that lies on it. */
export const isRun = card => runOf(card).every((next, at, run) => !at || pileOf(card).matches(".column") && fits(next, run[at - 1]));

/** Where a card may go, by rank, colour and suit alone: the one guess made here, for what the server has yet to confirm. */
function guess(card) {
  const up = byId("F" + card.dataset.suit), from = pileOf(card);
  const goesUp = !card.nextElementSibling && rank(card) === (up.lastElementChild ? rank(up.lastElementChild) + 1 : 0);
  const below = all(".column").filter(({lastElementChild: last}) => last ? fits(card, last) : rank(card) === 12);
  return isRun(card) ? [...(goesUp ? [up] : []), ...below].filter(pile => pile !== from).map(pile => pile.id) : [];
}

// Their outcome cannot be guessed: what is played after them waits until it can be seen.
const BLIND = /^(undo|redo|finish|hint)$/;

let pending = [];  // entries that the server has not confirmed yet, in their order: {text, cards}, the cards as it meant them
let waiting = [];  // what was done while the table could not be known
let busy = false, lost = 0, tries = 0, timer = 0;

const isBlind = () => pending.some(({text}) => BLIND.test(text));
export const isIdle = () => !pending.length && !busy;

/** Where a card may go, best first: the server's word, or a guess while moves are on their way. */
export const placesOf = card => pending.length ? guess(card) : card.dataset.to?.split(" ") || [];

/** Do what depends on the cards on the table: now, or as soon as they are known. */
export const soon = act => isBlind() ? waiting.push(act) : isOpen() && act();

const names = cards => cards.map(card => card.id).join();

/** Do in the page what an entry does at the table, as far as that can be known. Returns the cards that moved. */
function apply({text, cards: meant}) {
  const [from, rest = ""] = text.split("-"), [to, size = 1] = rest.split("x");
  const stock = byId("S"), waste = byId("W"), deck = stock.firstElementChild;
  let cards = [], pile = waste;
  if (to) {
    cards = [...byId(from).children].slice(-size);
    pile = byId(to === "F" ? "F" + cards[0]?.dataset.suit : to);
    // The table may have changed beneath it, and other cards may lie there now.
    if (!cards[0]?.dataset.suit || (meant ?? names(cards)) !== names(cards) || !guess(cards[0]).includes(pile.id)) return [];
  } else if (text === "draw" && deck?.dataset.left > 0) {
    const count = Math.min(table().draw, deck.dataset.left);
    cards = Array.from({length: count}, () => back("span"));
    if (!(deck.dataset.left -= count)) deck.remove();
  } else if (text === "redeal") {
    waste.replaceChildren();
    stock.replaceChildren(back("button"));
  }
  pile.append(...cards);
  while (waste.children.length > 3) waste.firstElementChild.remove();
  return cards;
}

function back(tag) {
  const card = document.createElement(tag);
  card.className = "card back";
  if (tag === "button") [card.value, card.dataset.left] = ["draw", 24];  // the server knows how many
  return card;
}

/** Tell the rest of the page that the table has changed, and by which entry made here. */
const show = (text, moved) => seat.dispatchEvent(new CustomEvent("klondaily:shown", {detail: {text, moved}}));

export function enter(text) {
  if (!isOpen()) return;
  const moved = apply({text});
  pending.push({text, cards: text.includes("-") && names(moved) || undefined});
  byId("do-undo")?.removeAttribute("disabled");
  show(text, moved);
  send();
}

/** Bring a card, and what lies on it, to a pile; tells whether it may go there. */
export function put(card, to) {
  const size = runOf(card).length, may = placesOf(card).includes(to);
  if (may) enter(`${pileOf(card).id}-${to[0] === "F" ? "F" : to}${size > 1 ? "x" + size : ""}`);
  return may;
}

const send = () => busy || timer || pending.length && htmx.trigger(seat, "klondaily:play");

/** Get the table as the server has it. */
export const refresh = () => pending.length ? send()
  : htmx.ajax("GET", seat.dataset.table, {source: seat, target: seat, swap: "innerMorph settle:0"});

/** Listen to htmx where the table is asked for; other parts of the page ask for themselves inside the seat. */
export const on = (name, act) => seat.addEventListener("htmx:" + name, event => event.detail.ctx.sourceElement === seat && act(event.detail.ctx, event));

// The body is filled in at the last moment, so that all that is pending goes in one request. A hint goes alone.
on("before:request", ctx => {
  busy = true;
  ctx.version = table().version;
  if (ctx.request.method !== "POST") return;
  const hint = pending.findIndex(({text}) => text === "hint"), entries = pending.slice(0, hint < 0 ? 100 : hint || 1);
  ctx.request.body = new URLSearchParams([["version", ctx.version], ["sent", lost], ...entries.map(({text}) => ["entry", text])]);
  ctx.sent = entries.length;
});

// Only a table comes into the table's place; anything else is an error page.
on("before:swap", (ctx, event) => {
  ctx.isTable = ctx.response.status < 500 && ctx.text.includes('id="table"');
  if (!ctx.isTable) event.preventDefault();
});

on("after:swap", ctx => {
  if (!ctx.isTable) return;
  if (ctx.response.status === 200 && ctx.sent && table().taken >= ctx.sent) pending.splice(0, ctx.sent);
  else if (ctx.sent || ctx.version !== table().version) pending = waiting = [];  // this is not the table that was played on
  lost = tries = 0;
  byId("offline").hidden = true;
  // Before anything is painted. A card that is not where it was played from, as it went up by itself: what follows ends there.
  const gone = pending.findIndex(entry => names(apply(entry)) !== entry.cards && entry.cards);
  if (gone >= 0) pending.length = gone;
  show();
  if (!isBlind()) waiting.splice(0).forEach(soon);
});

on("finally:request", ctx => {
  busy = false;
  if (ctx.isTable) return send();
  const status = ctx.response?.status;
  if (status && status < 500 && status !== 429) return location.reload();  // the page itself can say what is wrong
  lost = Math.max(lost, ctx.sent || 0);  // they may have arrived, and only the answer been lost
  if (byId("offline").hidden) seat.dispatchEvent(new Event("klondaily:lost"));
  byId("offline").hidden = false;
  timer = setTimeout(retry, Math.min(500 * 2 ** tries++, 15000));
});

function retry() {
  clearTimeout(timer);
  timer = 0;
  refresh();
}

addEventListener("online", () => timer && retry());
addEventListener("pageshow", event => event.persisted && refresh());
