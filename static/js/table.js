// The table in the browser: every tap, drag and key ends in `enter`, which submits one form.

import {byId, isOpen, seat, table} from "./board.js";
import {setPaused} from "./clock.js";
import {tap} from "./hand.js";
import "./keys.js";
import "./motion.js";
import {enter} from "./play.js";
import "./pointer.js";

// Presses of the pointer on cards are told by pointer.js; what comes here from a card is a click without one.
seat.addEventListener("click", event => {
  const button = event.target.closest("button"), card = event.target.closest("[data-card]");
  if (event.target.closest(".felt")) {
    event.preventDefault();
    const pile = event.target.closest(".pile");
    if (event.detail === 0 && pile) tap(card?.id, pile.id);
  } else if (button?.dataset.act) {
    event.preventDefault();
    if (button.dataset.act === "hint") enter("hint");
    else setPaused(button.dataset.act);
  } else if (button?.name === "entry") {
    event.preventDefault();
    enter(button.value);
  }
});

// Questions before a game under way is lost; without one, the answer is plain.
seat.addEventListener("click", event => {
  const link = event.target.closest("[data-ask]");
  if (!link) return;
  event.preventDefault();
  const dialog = byId("ask-" + link.dataset.ask), isUnderWay = table().dataset.status === "playing" && table().dataset.version > 0;
  if (isUnderWay || link.dataset.ask === "giveup") dialog.showModal();
  else dialog.querySelector("form").requestSubmit(dialog.querySelector(".danger"));
});

document.addEventListener("click", ({target}) => {
  target.closest("[data-close]")?.closest("dialog").close();
  const menu = seat.querySelector(".menu[open]");
  if (menu && (!menu.contains(target) || target.closest("[data-ask]"))) menu.open = false;
});
addEventListener("keydown", ({key}) => {
  const menu = key === "Escape" && seat.querySelector(".menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
