// The service worker, sent as /sw.js with the address of this version's files before it: const STATIC = "/static/v-…".
// It keeps those files and the page for being offline; never a page or a table, those come from the server or not at all.

const OFFLINE = "/offline";
const NEEDED = [OFFLINE, ...["css/base.css", "css/app.css", "icons/icons.svg"].map(name => `${STATIC}/${name}`)];

addEventListener("install", event => event.waitUntil(prepare()));
addEventListener("activate", event => event.waitUntil(takeOver()));
addEventListener("message", ({source}) => source.postMessage({version: STATIC}));
addEventListener("fetch", event => {
  const {request} = event, {origin, pathname} = new URL(request.url);
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (request.method === "GET" && origin === location.origin && pathname.startsWith(STATIC + "/")) event.respondWith(file(event));
});

async function prepare() {
  const cache = await caches.open(STATIC);
  await cache.addAll(NEEDED.map(address => new Request(address, {cache: "no-cache"})));
  await skipWaiting();
}

async function takeOver() {
  for (const name of await caches.keys()) if (name !== STATIC) await caches.delete(name);
  await registration.navigationPreload?.enable();
  await clients.claim();
  // Pages that are open since before an upgrade learn of it, and ask to be loaded again.
  for (const client of await clients.matchAll()) client.postMessage({version: STATIC});
}

async function page({request, preloadResponse}) {
  try {
    return await preloadResponse || await fetch(request);
  } catch (error) {
    // What a form sent cannot be asked for again: back to where it stood, and from there to the page for being offline.
    if (request.method !== "GET") return Response.redirect(request.referrer || "/", 303);
    const cache = await caches.open(STATIC), offline = await cache.match(OFFLINE, {ignoreVary: true});
    if (offline) return offline;
    throw error;
  }
}

async function file(event) {
  const cache = await caches.open(STATIC), kept = await cache.match(event.request, {ignoreVary: true});
  if (kept) return kept;
  const answer = await fetch(event.request);
  // A server of another version says of this one's addresses that they are not for keeping.
  if (answer.status === 200 && answer.headers.get("cache-control").includes("immutable"))
    event.waitUntil(cache.put(event.request, answer.clone()).catch(() => {}));
  return answer;
}
