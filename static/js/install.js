// For every page. Registers the service worker, and says when a new version has come: once, as a line with a link, never
// by itself. And keeps in step with the settings page where that is open beside this one, or was opened from it.

const own = new URL("..", import.meta.url).pathname.slice(0, -1);  // /static/v-… of this page
const {serviceWorker} = navigator;

function show() {
  const line = document.getElementById("upgrade"), live = document.getElementById("live");
  if (!line.hidden) return;
  line.hidden = false;
  if (live) live.textContent = line.firstElementChild.textContent;
}

async function register() {
  const registration = await serviceWorker.register("/sw.js");
  // A page may stay open for days, or come out of the browser's memory.
  const ask = () => {
    if (document.hidden) return;
    registration.active?.postMessage("version");
    registration.update().catch(() => {});
  };
  document.addEventListener("visibilitychange", ask);
  addEventListener("pageshow", event => event.persisted && ask());
}

function follow() {
  const look = JSON.parse(localStorage.getItem("look") || "null"), {dataset} = document.documentElement;
  if (!look) return;
  for (const name in dataset) if (!(name in look)) delete dataset[name];
  Object.assign(dataset, look);
}

addEventListener("storage", ({key}) => key === "look" && follow());
addEventListener("pageshow", event => event.persisted && follow());

if (serviceWorker) {
  serviceWorker.addEventListener("message", ({data}) => data.version !== own && show());
  serviceWorker.startMessages();
  addEventListener("load", () => register().catch(() => {}));
}
