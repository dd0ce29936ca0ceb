// The table in the browser. Here: buttons, questions, the menu, the clock, the pause, and what is read out.

import {say, tap} from "./hand.js";
import "./keys.js";
import {all, byId, enter, habits, isIdle, on, pileOf, refresh, seat, table} from "./play.js";

export {refresh, seat, table};  // for what some tables have besides

let since = 0;       // when the clock stood at zero, on the page's own clock
let hidden = false;  // whether the page has stopped the clock, not the player
let fading = 0;      // the timer that takes an old message away
let outcome = table().outcome;  // what was read out and celebrated

seat.addEventListener("click", event => {
  const {target} = event, button = target.closest("button"), link = target.closest("[data-ask]"), pile = pileOf(target);
  const isMine = pile || link || button?.dataset.act || button?.name === "entry";
  if (!isMine) return;
  event.preventDefault();
  // Presses on cards are told by the pointer; a click without one comes from an assistive tool.
  if (pile) event.detail || tap(target.closest("[data-suit]")?.id, pile.id);
  else if (link) ask(link.dataset.ask);
  else if (button.dataset.act === "hint") enter("hint");
  else if (button.dataset.act) togglePause();
  else enter(button.value);
});

/** Ask before a game under way is lost; without one the answer is plain. */
function ask(what) {
  const dialog = byId("ask-" + what), isUnderWay = table().status === "playing" && table().version > 0;
  if (isUnderWay || what === "giveup") dialog.showModal();
  else dialog.querySelector(".danger").click();
}

document.addEventListener("click", ({target}) => {
  target.closest("[data-close]")?.closest("dialog").close();
  const menu = seat.querySelector(".menu[open]");
  if (menu && (!menu.contains(target) || target.closest("[data-ask]"))) menu.open = false;
});

// The server keeps the time; between two answers only the clock's text goes on.
const start = () => { since = performance.now() - table().ms; };
start();

setInterval(() => {
  const time = seat.querySelector(".clock time");
  const text = new Date(Math.max(performance.now() - since, 0)).toISOString().slice(11, 19).replace(/^00:0?|^0/, "");
  if (time && table().clock === "running" && !table().limit && !hidden && time.textContent !== text) time.textContent = text;
}, 200);

const post = what => fetch(seat.dataset.table.replace("table", what), {method: "POST", keepalive: true, redirect: "manual"}).catch(() => {});

async function togglePause() {
  await post(byId("table").classList.toggle("covered") ? "pause" : "resume");
  refresh();
}

/** An unranked game stands still while the page is hidden, and its cards are covered. */
function stopWhileHidden() {
  if (!document.hidden || hidden || table().ranked !== "0" || table().clock !== "running") return;
  hidden = true;
  byId("table").classList.add("covered");
  post("pause");
}

document.addEventListener("visibilitychange", async () => {
  if (document.hidden) return stopWhileHidden();
  if (hidden) await post("resume");
  hidden = false;
  refresh();  // another tab or device may have played on
});

on("after:swap", ctx => {
  if (!ctx.isTable) return;
  start();
  const said = [table().say, ...all("#table > .banner").map(one => one.textContent)];
  if (outcome !== (outcome = table().outcome)) {
    said.push(...all(".outcome h2, .outcome h2 + p").map(one => one.textContent));
    if (outcome === "won") import("./win.js").then(win => win.celebrate(byId("air")));
  }
  const text = said.filter(Boolean).join(" ");
  if (text) say(text);
  clearTimeout(fading);
  fading = setTimeout(() => all("#table > .banner").forEach(banner => banner.remove()), 7000);
});

seat.addEventListener("klondaily:lost", () => say(byId("offline").textContent));
on("finally:request", () => isIdle() && stopWhileHidden());  // a move on its way has set the clock going again

if (habits.sound === "on") import("./sound.js");
