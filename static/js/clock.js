// The clock's text between two answers, and the pause while nobody looks. The server keeps the time.

import {seat, table} from "./board.js";
import {isSettled, post, refresh} from "./play.js";

let since = 0;      // when the clock stood at zero, on the page's own clock
let hidden = false; // whether the page, not the player, has stopped it

function text(ms) {
  const seconds = Math.floor(ms / 1000), pad = number => String(number).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`;
}

const start = () => { since = performance.now() - table().dataset.ms; };
const address = name => seat.dataset.table.replace(/table$/, name);

setInterval(() => {
  const time = seat.querySelector(".clock time");
  if (table().dataset.clock !== "running" || hidden || !time) return;
  const now = text(performance.now() - since);
  if (time.textContent !== now) time.textContent = now;
}, 200);

seat.addEventListener("htmx:after:swap", start);
start();

/** Unranked games stand still while the page is hidden, and nobody can study the cards meanwhile. */
function stopHidden() {
  const {clock, ranked} = table().dataset;
  if (!document.hidden || ranked !== "0" || clock !== "running" || hidden) return;
  hidden = navigator.sendBeacon(address("pause"));
  table().classList.add("covered");
}

document.addEventListener("visibilitychange", async () => {
  if (document.hidden) return stopHidden();
  if (hidden) await post(address("resume"));
  hidden = false;
  refresh();  // another tab or device may have played on
});
// An answer that comes in while the page is hidden has set the clock going again.
seat.addEventListener("htmx:finally:request", () => isSettled() && stopHidden());

/** Pause or resume by the player's own hand. */
export async function setPaused(name) {
  table().classList.toggle("covered", name === "pause");
  await post(address(name));
  refresh();
}
