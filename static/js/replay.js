// Steps through a replay without loading the page anew, by links and arrow keys, or by itself at a speed that is chosen.

const NAMES = {ArrowLeft: "back", ArrowRight: "forward", Home: "again", End: "flag"};
const PARTS = [".figures dl", ".felt", "#steps"];
const table = document.querySelector("#table"), run = document.querySelector("#run"), speed = document.querySelector("#speed");
let timer, busy;

const link = name => table.querySelector(`a[data-go="${name}"]`);

async function go(href) {
  if (busy) return;
  busy = true;
  const answer = await fetch(href).catch(() => null);
  if (!answer?.ok) return location.assign(href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const focused = document.activeElement?.dataset.go;
  for (const part of PARTS) table.querySelector(part).replaceWith(page.querySelector(part));
  // The words stay in the place that is read out; while it runs by itself nobody could keep up with them.
  const said = table.querySelector(".banner");
  said.ariaLive = timer ? "off" : "polite";
  said.replaceChildren(...page.querySelector(".banner").childNodes);
  if (focused) (link(focused) ?? run).focus();
  history.replaceState(null, "", href);
  busy = false;
}

function stop() {
  clearTimeout(timer);
  timer = undefined;
  run.ariaPressed = "false";
}

async function tick() {
  const next = link("forward");
  if (next) await go(next.href);
  if (timer === undefined) return;
  if (link("forward")) timer = setTimeout(tick, speed.value);
  else stop();
}

run.addEventListener("click", async () => {
  if (timer !== undefined) return stop();
  run.ariaPressed = "true";
  timer = 0;
  // From the end it begins anew.
  if (!link("forward")) await go(link("again").href);
  if (timer === 0) timer = setTimeout(tick, speed.value);
});

table.addEventListener("click", event => {
  const chosen = event.target.closest("a[data-go]");
  if (!chosen || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  stop();
  go(chosen.href);
});

addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target === speed) return;
  const chosen = NAMES[event.key] && link(NAMES[event.key]);
  if (!chosen) return;
  event.preventDefault();
  stop();
  go(chosen.href);
});

document.querySelector("#play").hidden = false;
