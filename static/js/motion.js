// After every change the cards fly from where they were laid out before to where they lie now. Places are read from the
// layout, which no flight changes, and flights need no style attribute.

import {all, byId, habits, height, rank, seat, table} from "./play.js";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

let places = new Map();     // where each card lay, by its id or, of a back, by itself: {card, pile, x, y}
let drawn = 0;              // when the last draw began; nothing was dealt yet while it is 0
let flags = [], until = 0;  // the cards that are marked because nothing flies, and how long

const spot = card => {
  const pile = card.parentElement;
  return {card, pile: pile.id, x: pile.offsetLeft + card.offsetLeft, y: pile.offsetTop + card.offsetTop};
};

/** Let a card fly from one point to another, both as seen from where it lies; one that `turns` shows its face on the way. */
function fly({card, x, y, to, turns}, delay) {
  const way = {translate: [`${x}px ${y}px`, to ? `${to.x}px ${to.y}px` : "0 0"]};
  if (turns) way.scale = [".04 1", "1 1"];
  const flight = card.flight = card.animate(way, {delay, duration: turns ? 180 : 230, easing: "ease-out", fill: to ? "both" : "backwards"});
  // On top, and not in the way of a tap. Without a duration, since what only holds must not ask for one frame after the other.
  const above = card.animate({zIndex: [10, 10], pointerEvents: ["none", "none"]}, {fill: "both"});
  return flight.finished.catch(() => {}).finally(() => above.cancel());
}

/** Show the way from the places that were to those that are. */
export function settle({text, moved} = {}) {
  const before = places, stock = spot(byId("S").firstElementChild || byId("S")), waste = [...byId("W").children];
  const fresh = waste.slice(1 + waste.findLastIndex(card => before.has(card.id))), moves = [];
  if (text === "draw") drawn = performance.now();
  before.forEach(({card}) => card.isConnected || card.flight?.cancel());  // or it would cost every frame until it ends
  const left = Math.max(0, 1 - (performance.now() - drawn) / 230) ** 1.7;  // of the way from the stock: as "ease-out" leaves it
  places = new Map(all(".pile > [data-suit], .waste > .back").map(card => [card.id || card, spot(card)]));
  places.forEach(({card, pile, x, y}, id) => {
    const was = before.get(id), isDrawn = !was && fresh.includes(card), from = was || stock, part = was ? 1 : isDrawn * left;
    const move = {card, pile, x: part * (from.x - x), y: part * (from.y - y), turns: card.id && !was && (isDrawn || pile[0] === "T")};
    if (move.turns || Math.hypot(move.x, move.y) > 2) moves.push(move);
  });
  if (reduced.matches || habits.motion === "off") return before.size && flag(moved || moves.map(({card}) => card));
  if (!before.size) return dealOut(stock);
  const ghosts = gone(before, fresh[0]), isCascade = [...moves, ...ghosts].filter(({pile}) => pile[0] === "F").length > 3;
  Promise.all([...moves, ...ghosts].sort((a, b) => rank(a.card) - rank(b.card)).map((move, at) => fly(move, isCascade * at * 40)))
    .then(() => ghosts.forEach(({card}) => card.remove()));
}

/** Cards that the page no longer shows, on their last way: back into the stock, or up to a foundation. */
function gone(before, isDrawn) {
  return [...before].flatMap(([id, {card, pile, x, y}]) => {
    const to = pile === "W" ? !isDrawn && "S" : pile[0] === "T" && height(card) >= rank(card) && "F" + card.dataset.suit;
    if (!to || !card.id || places.has(id)) return [];
    const ghost = card.cloneNode();
    ghost.removeAttribute("id");
    if (to === "S") ghost.className = "card back";
    byId("air").append(ghost);
    return [{card: ghost, pile: to, x, y, to: {x: byId(to).offsetLeft, y: byId(to).offsetTop}}];
  });
}

/** A fresh deal comes out of the stock, row by row. */
function dealOut(stock) {
  if (!drawn && table().version === "0") all(".column").forEach((column, at) => [...column.children].forEach((card, row) => {
    const {x, y} = spot(card);
    fly({card, x: stock.x - x, y: stock.y - y}, 8 * (at + row * (13 - row) / 2));
  }));
  drawn = 1;
}

/** Instead of a flight the change is marked for a moment, also across the swap that confirms it. */
function flag(cards) {
  if (performance.now() > until) flags = [];
  if (cards[0]) until = performance.now() + 900;
  flags.push(...cards.map(card => card.id));
  flags.forEach(id => byId(id)?.classList.add("landed"));
}

/** Take cards up. Returns how they follow the pointer, and how they are let go: to fly on from as far as they were. */
export function lift(run) {
  run.forEach(card => card.classList.add("dragging"));
  return {
    move: (x, y) => run.forEach(card => {
      card.flight?.cancel();
      card.flight = card.animate({translate: `${x}px ${y}px`}, {fill: "forwards"});
    }),
    drop: (x = 0, y = 0) => run.forEach(card => {
      const was = places.get(card.id);
      card.flight?.cancel();
      card.classList.remove("dragging");
      if (was) [was.x, was.y] = [was.x + x, was.y + y];
    }),
  };
}

// After the others, so that the layout is worked out once.
seat.addEventListener("klondaily:shown", ({detail}) => queueMicrotask(() => settle(detail)));
// Another size, or another way of holding the phone: nothing flies for that.
new ResizeObserver(() => {
  places.clear();
  settle();
}).observe(seat);
