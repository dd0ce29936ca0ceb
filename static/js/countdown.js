// The time left in a level of the castles. The server keeps it; here only the clock's text goes on, and the table is
// fetched anew once the time is over.

import {refresh, seat, table} from "./table.js";

let since = 0;  // when the clock stood at zero, on the page's own clock; ahead of now while it has not started
let asked = 0;  // when the table was fetched because of the time
let told = 0;   // the seconds left that were told last, for who has sounds switched on

const start = () => { since = performance.now() - table().ms; };
start();
seat.addEventListener("htmx:after:swap", ({detail: {ctx}}) => ctx.isTable && start());

setInterval(() => {
  const {limit, clock, hurry = "0"} = table(), time = seat.querySelector(".clock time"), now = performance.now();
  if (clock !== "running" || !time) return;
  const left = Math.max(Math.floor(limit - Math.max(now - since, 0) / 1000), 0);
  const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  if (time.textContent !== text) time.textContent = text;
  const urgent = left < 15 ? "2" : left < 60 ? "1" : "0";
  if (hurry !== urgent) table().hurry = urgent;
  if (told !== left) seat.dispatchEvent(new CustomEvent("klondaily:left", {detail: {left: told = left}}));
  // A little later than the time, so that the server has ended the level; and again, should the answer not say so.
  if (now - since < limit * 1000 + 1300 || now < asked + 4000) return;
  asked = now;
  refresh();
}, 200);
