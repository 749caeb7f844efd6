// Keeps the files of every place that was opened, so that it works offline from then on. The build puts `version`, `places`
// and `names` above: a hash of all files, and by the address of each place the files that it can load, and its name. A version has a cache of its own and
// reads no other, and it takes over when no page of the version before is open.
const { scope } = registration;
const prefix = `rsa-variants ${scope} `;
const cacheName = prefix + version;
const known = new Set([...Object.keys(places), ...Object.values(places).flat()]);

addEventListener("install", (event) => event.waitUntil(keepAgain()));
addEventListener("activate", (event) => event.waitUntil(takeOver()));
// A page that has loaded asks for its place. Whatever goes wrong, the next one tries again.
addEventListener("message", (event) => event.waitUntil(keep(pathOf(event.source.url)).catch(() => {})));
addEventListener("fetch", (event) => {
  const { request } = event;
  const path = pathOf(request.url);
  if (request.method !== "GET" || !known.has(path)) return;
  // Only files with a hash in their names are always the same.
  event.respondWith(path.startsWith("assets/") ? keptFirst(request, path) : networkFirst(request, path));
});

/** The path of an address below the service worker's. */
function pathOf(address) {
  const { origin, pathname } = new URL(address);
  return (origin + pathname).replace(scope, "");
}

function kept(path, from = cacheName) {
  return caches.match(scope + path, { cacheName: from, ignoreVary: true });
}

async function keptFirst(request, path) {
  return (await kept(path)) ?? fetch(request);
}
function networkFirst(request, path) {
  return fetch(request).catch(async (error) => (await kept(path)) ?? (await missing(path)) ?? Promise.reject(error));
}

/** What a place says that was never opened, where there is no network. */
async function missing(path) {
  if (places[path] === undefined) return undefined;
  const opened = [];
  for (const place of Object.keys(places)) if ((await kept(place)) !== undefined) opened.push(place);
  const links = opened.map((place) => `<li><a href="${scope}${place}">${names[place]}</a></li>`).join("");
  const text = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${names[path]} · rsa-variants</title>
<body style="max-width: 36em; margin: 10vh auto; padding: 0 1em; font: 1.1em/1.5 system-ui, sans-serif"><main>
<h1>You are offline</h1><p>${names[path]} was not opened in this browser before, so it is not kept here. These places are:</p>
<ul>${links}</ul></main></body></html>`;
  return new Response(text, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } });
}

/** Keeps a place: one file after the other, so that pages come first, and its HTML last, which makes it complete. */
async function keep(place) {
  const files = places[place];
  if (files === undefined || (await kept(place)) !== undefined) return;
  const cache = await caches.open(cacheName);
  for (const path of [...files, place]) {
    if ((await kept(path)) !== undefined) continue;
    const response = await fetch(scope + path, path === place ? { cache: "no-cache" } : { priority: "low" });
    const named = path === place ? (await response.clone().text()).match(/assets\/[\w.-]+/g) : [];
    // While this version was fetched, the host may have got another.
    if (!response.ok || !named?.every((file) => files.includes(file))) throw new Error(`no ${path} of this version`);
    await cache.put(scope + path, response);
  }
}

async function earlierCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
}

/** Keeps the places that the versions before have kept. */
async function keepAgain() {
  for (const name of await earlierCaches()) {
    for (const place of Object.keys(places)) if (await kept(place, name)) await keep(place);
  }
}

/** Deletes what the versions before have kept, and serves the pages that are open. */
async function takeOver() {
  for (const name of await earlierCaches()) await caches.delete(name);
  await clients.claim();
}
