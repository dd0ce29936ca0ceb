// What is played here: shown at once, kept until the server has confirmed it, sent together, never twice.

import {apply, byId, guessPlaces, isOpen, seat, table} from "./board.js";
import {say} from "./say.js";

// Their outcome cannot be guessed: what is played after them waits until it can be seen.
const BLIND = /^(undo|redo|finish|hint)$/;
const MOST = 100;  // the server takes no more at once

let pending = [];  // entries that the server has not confirmed yet, in their order
let waiting = [];  // what was done while the table could not be known
let busy = false, lost = 0, tries = 0, timer = 0;

export const isSettled = () => !pending.length && !busy;
const isBlind = () => pending.some(text => BLIND.test(text));

/** Do something that depends on what lies on the table: now, or as soon as that is known. */
export const soon = act => { isBlind() || !isOpen() && pending.length ? waiting.push(act) : act(); };

/** Where a card may go, best first: the server's word, or a guess while moves are on their way. */
export const placesOf = card => pending.length ? guessPlaces(card) : (card.dataset.to || "").split(" ").filter(Boolean);

/** Tell the rest of the page that the table has changed: `moved` are the cards played, if it was by hand. */
const shown = moved => seat.dispatchEvent(new CustomEvent("klondaily:shown", {detail: moved}));

/** Play one entry. */
export function enter(text) {
  if (!isOpen()) return;
  pending.push(text);
  const moved = apply(text);
  if (byId("do-undo")) byId("do-undo").disabled = false;
  shown(moved);
  send();
}

function send() {
  if (!busy && !timer && pending.length) htmx.trigger(seat, "klondaily:play");
}

/** Get the table as the server has it. */
export function refresh() {
  if (pending.length) send();
  else htmx.ajax("GET", seat.dataset.table, {source: seat, target: seat, swap: "innerMorph settle:0"});
}

/** Ask for something that is no entry and may take the place of this page's view: pause, resume. */
export async function post(address) {
  await fetch(address, {method: "POST", keepalive: true, redirect: "manual"}).catch(() => {});
}

// The body is filled in at the last moment, so that all that is pending goes in one request.
seat.addEventListener("htmx:before:request", ({detail: {ctx}}) => {
  busy = true;
  ctx.version = table().dataset.version;
  if (ctx.request.method !== "POST") return;
  const entries = pending.slice(0, MOST);
  ctx.request.body = new URLSearchParams([["version", ctx.version], ["sent", lost], ...entries.map(text => ["entry", text])]);
  ctx.sent = entries.length;
});

// Only a table comes into the table's place; anything else is an error page.
seat.addEventListener("htmx:before:swap", event => {
  const {ctx} = event.detail;
  ctx.isTable = ctx.response.status < 500 && ctx.text.includes('id="table"');
  if (!ctx.isTable) event.preventDefault();
});

seat.addEventListener("htmx:after:swap", ({detail: {ctx}}) => {
  if (!ctx.isTable) return;
  const {status} = ctx.response, {version} = table().dataset;
  if (status === 200 && ctx.sent) pending.splice(0, ctx.sent);
  else if (status !== 200 || version !== ctx.version) pending = waiting = [];  // the table is another one than was played on
  lost = tries = 0;
  byId("offline").hidden = true;
  for (const text of pending) apply(text);  // before this is painted
  shown();
  if (!isBlind()) for (const act of waiting.splice(0)) soon(act);
});

seat.addEventListener("htmx:finally:request", ({detail: {ctx}}) => {
  busy = false;
  if (ctx.isTable) return send();
  const status = ctx.response?.status;
  if (status && status < 500 && status !== 429) return location.reload();  // the page itself can say what is wrong
  lost = Math.max(lost, ctx.sent || 0);  // it may have arrived and only the answer been lost
  if (byId("offline").hidden) say(byId("offline").textContent);
  byId("offline").hidden = false;
  timer = setTimeout(again, Math.min(500 * 2 ** tries++, 15000));
});

function again() {
  clearTimeout(timer);
  timer = 0;
  refresh();
}

addEventListener("online", () => timer && again());
addEventListener("pageshow", event => event.persisted && refresh());
