// After every change the cards fly from where they were laid out before to where they lie now. Places are read from the
// layout, which no flight changes, and flights need no style attribute.

import {all, byId, habits, rank, seat, table} from "./play.js";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

let places = new Map();     // where each card lay, by its id or, of a back, by itself: {card, pile, x, y}
let drawn = 0;              // when the last draw began
let isDealt = false;
let flags = [], until = 0;  // the cards that are marked because nothing flies, and how long

const spot = card => {
  const pile = card.parentElement;
  return {card, pile: pile.id, x: pile.offsetLeft + card.offsetLeft, y: pile.offsetTop + card.offsetTop};
};

/** Let a card fly from one point to another, both as seen from where it lies. */
function fly({card, x, y, to, begun = 0}, delay) {
  const timing = {delay, duration: 230, easing: "ease-out", fill: to ? "both" : "backwards"};
  const animation = card.animate({translate: [`${x}px ${y}px`, to ? `${to.x}px ${to.y}px` : "0 0"]}, timing);
  const above = card.animate({zIndex: [10, 10], pointerEvents: ["none", "none"]}, timing);  // and not in the way of a tap
  animation.currentTime = above.currentTime = begun;
  return animation.finished.catch(() => {});
}

/** Show the way from the places that were to those that are. */
export function settle({text, moved} = {}) {
  const before = places, stock = spot(byId("S").firstElementChild || byId("S"));
  const unseen = [...before.values()].filter(({card}) => !card.id).length, turning = [...byId("W").children].slice(-unseen || 9);
  if (text === "draw") drawn = performance.now();
  const begun = performance.now() - drawn, moves = [];
  places = new Map(all(".pile > [data-suit], .waste > .back").map(card => [card.id || card, spot(card)]));
  for (const [id, {card, pile, x, y}] of places) {
    const was = before.get(id) || (!card.id || turning.includes(card)) && {...stock, begun};
    if (was && Math.hypot(was.x - x, was.y - y) > 1.5) moves.push({card, pile, begun: was.begun, x: was.x - x, y: was.y - y});
    else if (!was && pile[0] === "T") moves.push({card, pile, x: 0, y: 0, begun: 230});
  }
  if (reduced.matches || habits.motion === "off") return before.size && flag(moved || moves.map(({card}) => card));
  if (!before.size) return dealOut(stock);
  const ghosts = gone(before), isCascade = [...moves, ...ghosts].filter(({pile}) => pile[0] === "F").length > 3;
  Promise.all([...moves, ...ghosts].sort((a, b) => rank(a.card) - rank(b.card)).map((move, at) => fly(move, isCascade * at * 40)))
    .then(() => ghosts.forEach(({card}) => card.remove()));
  for (const {card, begun} of moves)
    if (card.id && begun !== undefined)
      card.animate({transform: ["rotateY(90deg)", "none"]}, {duration: 160, delay: Math.max(0, 230 - begun), fill: "backwards"});
}

/** Cards that the page no longer shows, on their last way: back into the stock, or up to a foundation. */
function gone(before) {
  const top = byId("W").lastElementChild, isUndrawn = !top || before.has(top.id);
  return [...before].flatMap(([id, {card, pile, x, y}]) => {
    const to = pile === "W" ? isUndrawn && "S" : pile[0] === "T" && "F" + card.dataset.suit;
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
  if (!isDealt && table().version === "0") all(".column").forEach((column, at) => [...column.children].forEach((card, row) => {
    const {x, y} = spot(card);
    fly({card, x: stock.x - x, y: stock.y - y}, 8 * (at + row * (13 - row) / 2));
  }));
  isDealt = true;
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
  const held = run.map(card => {
    card.getAnimations().forEach(animation => animation.cancel());
    card.classList.add("dragging");
    return card.animate({translate: "0 0"}, {duration: 1, fill: "both"});
  });
  return {
    move(x, y) {
      const there = `${x}px ${y}px`;  // twice: from the first moment on, or a drop before the next frame finds the card where it was
      held.forEach(({effect}) => effect.setKeyframes({translate: [there, there]}));
    },
    drop(x = 0, y = 0) {
      held.forEach(animation => animation.cancel());
      for (const card of run) {
        const was = places.get(card.id);
        card.classList.remove("dragging");
        if (was) [was.x, was.y] = [was.x + x, was.y + y];
      }
    },
  };
}

// After the others, so that the layout is worked out once.
seat.addEventListener("klondaily:shown", ({detail}) => queueMicrotask(() => settle(detail)));
// Another size, or another way of holding the phone: nothing flies for that.
new ResizeObserver(() => {
  places.clear();
  settle();
}).observe(seat);
