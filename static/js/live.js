// Keeps the table of a leaderboard up to date: told by the server, or by looking now and then where that cannot be.

const standing = document.querySelector("#standing");
let source, timer, due;

async function renew() {
  due = undefined;
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html"), next = page.querySelector("#standing");
  if (next && next.innerHTML !== standing.innerHTML) standing.replaceChildren(...next.childNodes);
}

// Not all watchers at once.
const renewSoon = () => { due ??= setTimeout(renew, Math.random() * 1500); };
const look = () => { timer ??= setInterval(renew, 30000); };

function watch() {
  if (document.hidden || source) return;
  if (!window.EventSource || !standing.dataset.live) return look();
  source = new EventSource(standing.dataset.live);
  source.onmessage = renewSoon;
  source.onerror = () => { if (source?.readyState === EventSource.CLOSED) look(); };
  // A proxy may hold back what the server says: then nothing comes, not even the beginning.
  setTimeout(() => { if (source?.readyState === EventSource.CONNECTING) look(); }, 10000);
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) renewSoon();
  else { source?.close(); source = undefined; clearInterval(timer); timer = undefined; }
  watch();
});
watch();
