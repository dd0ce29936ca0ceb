// The table in the browser. Here: buttons, questions, the menu, the clock, the pause, and what is read out.

import {hush, say, tap} from "./hand.js";
import "./keys.js";
import {all, byId, enter, habits, isIdle, isOpen, on, pileOf, refresh, seat, table} from "./play.js";

export {refresh, seat, table};  // for what some tables have besides

let since,    // when the clock stood at zero, on the page's own clock
  hidden,     // whether the page has stopped the clock, not the player
  pausing,    // whether a pause waits for moves that are on their way
  fading,     // the timer that takes an old message away
  trouble,    // why the server did not answer with a table, as it was read out
  outcome = table().outcome;  // what was read out and celebrated

seat.addEventListener("click", event => {
  const {target} = event, button = target.closest("button"), link = target.closest("[data-ask]"), pile = pileOf(target);
  if (!pile && !link && !button?.dataset.act && button?.name !== "entry") return;
  event.preventDefault();
  // Presses on cards are told by the pointer; a click without one comes from an assistive tool.
  if (pile) event.detail || tap(target.closest("[data-suit]")?.id, pile.id);
  else if (link) ask(link.dataset.ask);
  else if (button.dataset.act === "hint") enter("hint");
  else if (button.dataset.act) pause();
  else enter(button.value);
});

/** Ask before a game under way is lost; without one the answer is plain. */
function ask(what) {
  const dialog = byId("ask-" + what);
  if (table().status === "playing" && table().version > 0 || what === "giveup") dialog.showModal();
  else dialog.querySelector(".danger").click();
}

document.addEventListener("click", ({target}) => {
  target.closest("[data-close]")?.closest("dialog").close();
  const menu = seat.querySelector(".menu[open]");
  if (menu && (!menu.contains(target) || target.closest("[data-ask]"))) menu.open = false;
});

// The server keeps the time; between two answers only the clock's text goes on.
function start() { since = performance.now() - table().ms; }
start();

setInterval(() => {
  const time = seat.querySelector(".clock time");
  const text = new Date(Math.max(performance.now() - since, 0)).toISOString().slice(11, 19).replace(/^00:0?|^0/, "");
  if (isOpen() && time && table().clock === "running" && !table().limit && time.textContent !== text) time.textContent = text;
}, 200);

/** Cover the cards and stop the clock, or go on. A move that is on its way sets it going again: after that it is stopped anew. */
async function pause(on) {
  const isEarly = !isIdle();
  pausing = on ?? byId("table").classList.toggle("covered");
  if (pausing) byId("table").classList.add("covered");
  await fetch(seat.dataset.table.replace("table", pausing ? "pause" : "resume"),
    {method: "POST", redirect: "manual", keepalive: true}).catch(() => {});
  (pausing &&= isEarly) || document.hidden || refresh();
}

/** An unranked game stands still while the page is hidden; another tab or device may have played on meanwhile. */
function look() {
  if (document.hidden ? isOpen() && table().clock === "running" && table().ranked === "0" : hidden) pause(hidden = document.hidden);
  else document.hidden || refresh();
}

document.addEventListener("visibilitychange", look);

on("after:swap", ctx => {
  if (!ctx.isTable) return;
  start();
  if (pausing &&= isOpen()) byId("table").classList.add("covered");
  const said = [table().say, ...all("#table > .banner").map(one => one.textContent)];
  if (outcome !== (outcome = table().outcome)) {
    said.push(...all(".outcome h2, .outcome h2 + p").map(one => one.textContent));
    if (outcome === "won") import("./win.js").then(win => win.celebrate(byId("air")));
  }
  const text = said.join(" ").trim();
  if (text) say(text);
  clearTimeout(fading);
  fading = setTimeout(hush, 7e3);
});

on("finally:request", () => {
  if (trouble !== (trouble = byId("trouble").textContent) && trouble) say(trouble);
  if (isIdle()) pausing ? pause(true) : document.hidden && look();
});

if (habits.sound === "on") import("./sound.js");
