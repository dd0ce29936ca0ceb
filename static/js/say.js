// The one live region: every event is said once, and what only moves the clock is not said at all.

import {byId, seat, table} from "./board.js";

let outcome = "";

/** Have a sentence read out; the same one again is read again. */
export function say(text) {
  const live = byId("live");
  live.textContent = text === live.textContent ? text + "\u00a0" : text;
}

/** Say a sentence that the page brought along: `data-none` and the like. */
export const sayOwn = name => say(seat.dataset[name]);

seat.addEventListener("htmx:after:swap", ({detail: {ctx}}) => {
  if (!ctx.isTable) return;
  const parts = [table().dataset.say, table().querySelector(".banner")?.textContent];
  if (outcome !== (outcome = table().dataset.outcome || ""))
    for (const part of table().querySelectorAll(".outcome h2, .outcome h2 + p")) parts.push(part.textContent);
  const text = parts.filter(Boolean).join(" ");
  if (text) say(text);
});
