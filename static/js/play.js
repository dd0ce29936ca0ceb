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
export const runOf = card => card ? [card, ...runOf(card.nextElementSibling)] : [];

export const rank = card => "A23456789TJQK".indexOf(card.dataset.rank);
const fits = (card, on) => on.dataset.rank && rank(on) - rank(card) === 1 && on.matches(".red") !== card.matches(".red");

/** Whether the card can be lifted with all that lies on it. */
export const isRun = card => runOf(card).every((next, at, run) => !at || pileOf(card).matches(".column") && fits(next, run[at - 1]));

const foundationOf = card => byId("F" + card.dataset.suit);
/** How high the foundation of a card's suit is: from −1 up to the 12 of a king. */
export const height = card => rank(foundationOf(card).lastElementChild || {dataset: {}});
const goesUp = card => !card.nextElementSibling && rank(card) === height(card) + 1;

/** Where a card may go, by rank, colour and suit alone: the one guess made here, for what the server has yet to confirm. */
function guess(card) {
  const below = all(".column").filter(({lastElementChild: last}) => last ? fits(card, last) : rank(card) === 12);
  return [goesUp(card) && foundationOf(card), ...below].filter(pile => pile && pile !== pileOf(card) && isRun(card)).map(pile => pile.id);
}

let pending = [];  // entries that the server has not confirmed yet, in their order
let waiting = [];  // what was done while the table could not be known
// What was played here, to know it again when it is taken back, and how far back the table is. An entry is its text, the
// cards as it meant them, how its piles lay before it, and of an undo or redo the entry that it is about, if it was played here.
// The page comes with the last move, unless what lay before it is hidden now.
let line = JSON.parse(seat.dataset.last), at = line.length;
let busy, timer, lost = 0, tries = 0;

const isMove = ({text}) => !/undo|redo|hint/.test(text);
// Where the outcome cannot be guessed, what is played afterwards waits until it can be seen.
const isBlind = () => pending.some(entry => !isMove(entry) && !entry.of?.was);
export const isIdle = () => !pending.length && !busy;

/** Where a card may go, best first: the server's word, or a guess while moves are on their way. */
export const placesOf = card => pending.length ? guess(card) : card.dataset.to?.split(" ") || [];

/** Do what depends on the cards on the table: now, or as soon as they are known. */
export const soon = act => isBlind() ? waiting.push(act) : isOpen() && act();

const names = cards => cards.map(card => card.id).join();

/** Do in the page what an entry does at the table, as far as that can be known. Returns the cards that moved. */
function apply(entry, again) {
  const {text, of} = entry, [from, rest = ""] = text.split("-"), [to, size = 1] = rest.split("x");
  const stock = byId("S"), waste = byId("W"), deck = stock.firstElementChild;
  let cards = [], pile = waste;
  byId(text === "undo" ? "do-redo" : "do-undo")?.removeAttribute("disabled");
  if (of?.was) {
    if (text === "redo") return apply(of, true);
    of.was.forEach(([id, cards]) => { byId(id).innerHTML = cards; });
    return of.cards?.split(",").map(byId) || cards;
  }
  if (to) {
    cards = [...byId(from).children].slice(-size);
    pile = byId(to === "F" ? to + cards[0]?.dataset.suit : to);
    // The table may have changed beneath it, and other cards may lie there now.
    if (!cards[0]?.dataset.suit || (entry.cards ?? names(cards)) !== names(cards) || !guess(cards[0]).includes(pile.id)) return [];
  }
  if (isMove(entry) && !again) byId("do-redo")?.setAttribute("disabled", "");
  entry.was = [byId(to ? from : "S"), pile].map(pile => [pile.id, pile.innerHTML]);
  if (text === "draw" && deck?.dataset.left > 0) {
    const count = Math.min(table().draw, deck.dataset.left);
    cards = Array.from({length: count}, () => back("span"));
    if (!(deck.dataset.left -= count)) deck.remove();
  } else if (text === "redeal") {
    waste.replaceChildren();
    stock.replaceChildren(back("button"));
  } else if (text === "finish") for (let card; card = all(".column > :last-child").find(goesUp);) foundationOf(card).append(card);
  pile.append(...cards);
  for (const pile of all(".waste, .foundation")) while (pile.children[3]) pile.firstElementChild.remove();
  return cards;
}

function back(tag) {
  const card = document.createElement(tag);
  card.className = "card back";
  card.value = "draw";
  card.dataset.left = 24;  // the server knows how many
  return card;
}

/** Tell the rest of the page that the table has changed, and by which entry made here. */
const show = (text, moved) => seat.dispatchEvent(new CustomEvent("klondaily:shown", {detail: {text, moved}}));

export function enter(text) {
  if (!isOpen()) return;
  const entry = {text};
  if (text === "undo") entry.of = line[--at];
  else if (text === "redo") entry.of = line[at++];
  else if (text !== "hint") {
    line = line.slice(0, Math.max(at, 0));
    at = line.push(entry);
  }
  const moved = apply(entry);
  if (text.includes("-") && moved[0]) entry.cards = names(moved);
  pending.push(entry);
  byId("do-" + text)?.classList.add("pressed");
  show(text, moved);
  setTimeout(send);  // what has changed is painted first
}

/** Bring a card, and what lies on it, to a pile; tells whether it may go there. */
export function put(card, to) {
  const size = runOf(card).length, may = placesOf(card).includes(to);
  if (may) enter(pileOf(card).id + "-" + (to[0] === "F" ? "F" : to) + (size > 1 ? "x" + size : ""));
  return may;
}

const send = () => busy || timer || pending.length && htmx.trigger(seat, "klondaily:play");

function forget() {
  line = [];
  at = 0;
  pending.forEach(entry => delete entry.of);
}

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

// Only a table comes into the table's place; anything else is an error page, and no swap follows.
on("before:swap", (ctx, event) => {
  ctx.isTable = ctx.text.includes('id="table"');
  ctx.isTable || event.preventDefault();
});

on("after:swap", ctx => {
  const {sent = 0, version} = ctx, isTaken = table().taken >= sent;
  if (isTaken && sent) pending.splice(0, sent);
  else if (sent || version !== table().version) pending = [], waiting = [];  // this is not the table that was played on
  if (!isTaken || table().version - version !== sent) forget();  // something else has happened than was done here
  lost = tries = 0;
  byId("trouble").innerHTML = "";
  // Before anything is painted. A card that is not where it was played from, as it went up by itself: what follows ends there.
  const gone = pending.findIndex(entry => names(apply(entry)) !== entry.cards && entry.cards);
  if (gone >= 0) forget(pending.length = gone);
  show();
  if (!isBlind()) waiting.splice(0).forEach(soon);
});

/** Say why the server did not answer, and do it later. Returns the timer of that. */
export function postpone(answer, act) {
  // The seconds that the server asks for where too much came at once; a proxy before it may name none.
  const {status, headers} = answer || {}, wait = status === 429 && (+headers.get("retry-after") || 5);
  byId("trouble").innerHTML = byId(wait ? "busy" : status ? "down" : "lost").innerHTML.replace(0, wait);
  return setTimeout(act, wait * 1e3 || Math.min(500 * 2 ** tries++, 1e4));
}

on("finally:request", ctx => {
  busy = false;
  if (ctx.isTable) return send();
  if (ctx.response?.status < 429) return location.reload();  // the page itself can say what is wrong
  lost = Math.max(lost, ctx.sent || 0);  // they may have arrived, and only the answer been lost
  timer = postpone(ctx.response, retry);
});

function retry() {
  timer = clearTimeout(timer);
  refresh();
}

addEventListener("online", retry);
addEventListener("pageshow", event => event.persisted && refresh());
