// The table in the browser. Here: buttons, questions, the menu, the clock, the pause, and what is read out.

import {hush, letGo, say, tap} from "./hand.js";
import "./keys.js";
import {all, byId, enter, isIdle, isOpen, on, pileOf, postpone, refresh, seat, table} from "./play.js";

export {refresh, seat, table};  // for what some tables have besides

let since = performance.now() - table().ms,  // when the clock stood at zero, on the page's own clock
  hidden,     // whether the page has stopped the clock, not the player
  pausing,    // whether a pause waits for moves that are on their way
  trouble,    // why the server did not answer with a table, as it was read out
  from,       // what had the focus before a pause
  isShut = !isOpen(),  // whether the cards were covered, or the game was over
  told = [],           // what was read out and still stands there
  later = setTimeout(report, 300);  // what is there from the beginning is heard once the page has been announced

seat.addEventListener("click", event => {
  const {target} = event, button = target.closest("button"), link = target.closest("[data-ask]"), pile = pileOf(target);
  const dialog = byId(link?.dataset.ask);
  if (!pile && !link && !button?.dataset.act && button?.name !== "entry") return;
  event.preventDefault();
  // Presses on cards are told by the pointer; a click without one comes from an assistive tool.
  if (pile) event.detail || tap(target.closest("[data-suit]")?.id, pile.id);
  // Asked before a game under way is lost; without one the answer is plain.
  else if (dialog) table().status === "playing" && table().version > 0 || link.matches(".danger") ? dialog.showModal() : dialog.querySelector(".danger").click();
  else if (button.dataset.act) pause();
  else enter(button.value);
});

document.addEventListener("click", ({target}) => {
  const menu = seat.querySelector(".menu[open]");
  if (menu && (!menu.contains(target) || target.closest("[data-ask]"))) menu.open = false;
});

// The server keeps the time; between two answers only the clock's text goes on.
setInterval(() => {
  const time = seat.querySelector("[data-clock=running]:not(.covered, [data-limit]) .clock time");
  const text = new Date(performance.now() - since).toISOString().slice(11, 19).replace(/^00:0?|^0/, "");
  if (time && time.textContent !== text) time.textContent = text;
  if (trouble !== (trouble = byId("trouble").textContent) && trouble) say(trouble);
}, 200);

/** Cover the cards and stop the clock, or go on. A move that is on its way sets it going again: after that it is stopped anew. */
async function pause(on = isOpen()) {
  const isEarly = !isIdle();
  letGo();
  byId("table").classList.toggle("covered", pausing = on);
  if (on) from = document.activeElement;
  const answer = await fetch(seat.dataset.table.replace("table", on ? "pause" : "resume"), {method: "POST", redirect: "manual", keepalive: true}).catch(() => {});
  // One that was taken sends us on, which has the number 0 here.
  if (answer?.status < 429) (pausing &&= isEarly) || document.hidden || refresh();
  else postpone(answer, () => on === isOpen() || pause(on));  // unless it is no longer wanted
}

/** An unranked game stands still while the page is hidden; another tab or device may have played on meanwhile. */
function look() {
  if (document.hidden ? isOpen() && table().clock === "running" && table().ranked === "0" : hidden) pause(hidden = document.hidden);
  else document.hidden || refresh();
}

document.addEventListener("visibilitychange", look);

const texts = selector => all(selector).map(one => one.textContent);

/** Have read out what the table says: messages each time, what stands there longer once. */
function report() {
  const stands = texts(".cover p,.lesson span,h2,h2+p"), wasShut = isShut;
  const said = [table().say, ...texts(".banner[data-kind]"), ...stands.filter(text => !told.includes(text))];
  told = stands;
  isShut = !isOpen();
  if (wasShut > isShut) {
    said.push(seat.dataset.on);
    if (from?.name) from.focus();
  }
  if (wasShut < isShut && table().status === "won") import("./win.js");
  const text = said.join(" ").trim();
  if (text) say(text);
}

on("after:swap", () => {
  since = performance.now() - table().ms;
  if (pausing &&= isOpen()) byId("table").classList.add("covered");
  report();
  clearTimeout(later);
  later = setTimeout(hush, 7e3);
});

on("finally:request", () => {
  if (isIdle()) pausing ? pause(true) : document.hidden && look();
});
