// Keeps the page's own files. What the server says is never kept: games are live.
const CACHE = 'jeton-1';
// Where the server is: at the root of its host, or under a path of its own.
const ROOT = new URL('.', location.href).pathname;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([ROOT, 'manifest.webmanifest', 'icon.svg'])));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const path = ours(url.pathname);
  const live = path === null || /^(api|ws|health|ready|metrics)(\/|$)/.test(path);
  if (request.method !== 'GET' || url.origin !== location.origin || live) return;
  if (request.mode === 'navigate') event.respondWith(pageOf(request));
  else if (NAMED.test(path)) event.respondWith(keptFirst(request));
  else
    event.respondWith(
      fetch(request).then(
        (answer) => orKept(answer, request),
        () => kept(request),
      ),
    );
});

// Files with their content in their name: once here, they never change.
const NAMED = /^(assets\/|engine\/[\w-]+\.(wasm|net)$)/;
// A network that does not answer is none: the page that is here opens after so long.
const PATIENCE = 4000;

async function kept(wanted) {
  return (await caches.match(wanted)) ?? Response.error();
}

// A proxy that answers for a server that is gone has nothing to say that is not here.
async function orKept(answer, wanted) {
  return (answer.status >= 502 && (await caches.match(wanted))) || answer;
}

async function keptFirst(request) {
  const found = await caches.match(request);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(CACHE);
    await cache.put(request, response.clone()).catch(() => {}); // no room: it is fetched again the next time
  }
  return response;
}

async function pageOf(request) {
  const coming = fetch(request).then((answer) => orKept(answer, ROOT));
  coming.catch(() => {}); // it may fail when nobody waits for it any more
  const late = new Promise((done) => setTimeout(done, PATIENCE));
  try {
    return (await Promise.race([coming, late.then(() => caches.match(ROOT))])) ?? (await coming);
  } catch {
    return kept(ROOT);
  }
}

// A page tells what it was made of before this worker was there, so that it opens without a network from then on. Where
// matches can be played without a server it wants all of itself, the engine, lessons, puzzles, and nets: by the ends of
// their names, or all of them (*). The page itself is put in its place last: whatever is cut off before leaves an older
// one with all that it needs. Whoever asked for everything is told when it is here.
const MOST = 500;
// Nobody waits for these: games that go on beside them come first.
const AT_ONCE = 4;
const LOADED = /^((assets|fonts)\/[\w.-]+|pictures\/\w+\/backs\/box-\d+\.webp)$/;
const PUZZLES = 'engine/puzzles/book.json';
let keeping = Promise.resolve();
self.addEventListener('message', (event) => {
  const { keep = [], whole = false, nets = [] } = event.data ?? {};
  keeping = keeping
    .then(() => keepAll(keep, whole, nets))
    .then((kept) => whole && kept && event.source?.postMessage({ kept }))
    .catch(() => {});
  event.waitUntil?.(keeping);
});

async function keepAll(keep, whole, nets) {
  const cache = await caches.open(CACHE);
  const known = new Set((await cache.keys()).map((request) => ours(new URL(request.url).pathname)));
  const add = async (paths) => {
    const left = paths.filter((path) => !NAMED.test(path) || !known.has(path)).reverse();
    const some = async () => {
      for (let path = left.pop(); path !== undefined; path = left.pop()) {
        await cache.add(new Request(ROOT + path, { priority: 'low' }));
        known.add(path);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, some));
  };
  const fresh = async (path) => {
    const response = await fetch(ROOT + path, { cache: 'no-cache', priority: 'low' });
    if (!response.ok) throw new Error(path);
    await cache.put(ROOT + path, response.clone());
    return response.json();
  };
  const loaded = keep.map((path) => ours(path) ?? '').filter((path) => LOADED.test(path) && !known.has(path));
  await add(loaded);
  const page = await fetch(ROOT, { cache: 'no-cache' });
  if (!page.ok) return false;
  const text = await page.clone().text();
  const renewed = text !== (await (await cache.match(ROOT))?.text());
  let playable = false;
  if (whole) {
    const all = renewed || !known.has('offline.json') || !known.has(PUZZLES);
    if (all) await add(await fresh('offline.json'));
    // a server may have been installed without it
    playable = await keepEngine(fresh, add, nets, all).then(
      () => true,
      () => false,
    );
  }
  await add(text.match(/assets\/[\w.-]+/g) ?? []);
  if (renewed) await cache.put(ROOT, page);
  const old = (await cache.keys()).filter((request) => ours(new URL(request.url).pathname)?.startsWith('assets/'));
  await Promise.all(old.slice(0, Math.max(0, old.length - MOST)).map((request) => cache.delete(request)));
  return playable;
}

async function keepEngine(fresh, add, nets, all) {
  if (all) {
    const titles = await fresh('engine/titles.json');
    const taught = titles.filter(({ lessons }) => lessons.length).map(({ title }) => `engine/lessons/${title}`);
    await Promise.all(taught.flatMap((path) => [fresh(`${path}.json`), fresh(`${path}/topics.json`)]));
    await fresh('engine/puzzles.json');
    await fresh(PUZZLES);
  }
  const about = await fetch(`${ROOT}engine/engine.json`, { cache: 'no-cache' });
  const { files } = await about.clone().json();
  const cache = await caches.open(CACHE);
  const here = (await cache.keys())
    .map(({ url }) => new URL(url).pathname)
    .filter((path) => /\.(wasm|net)$/.test(path));
  // A net that was here in an older form is wanted in its new one.
  const had = (name) => here.some((path) => path.startsWith(`${ROOT}engine/${name}-`));
  const wanted = (name) => name === 'engine' || nets.some((end) => name.endsWith(end)) || had(name);
  await add(
    Object.keys(files)
      .filter(wanted)
      .map((name) => `engine/${files[name]}`),
  );
  await cache.put(`${ROOT}engine/engine.json`, about);
  if (nets.includes('*')) await add(Object.values(files).map((name) => `engine/${name}`));
  const names = new Set(Object.values(files).map((name) => `${ROOT}engine/${name}`));
  await Promise.all(here.filter((path) => !names.has(path)).map((path) => cache.delete(path)));
}

self.addEventListener('push', (event) => {
  let data = {};
  try {
    data = event.data ? event.data.json() : {};
  } catch {
    // A notice without a text is still a notice.
  }
  event.waitUntil(
    self.registration.showNotification(data.title || 'Jeton', {
      body: data.body || '',
      icon: 'icon-192.png',
      badge: 'icon-192.png',
      tag: data.tag || 'jeton',
      renotify: true,
      data: { url: page(data.url) },
    }),
  );
});

// A path as it is below our root; null for what others have at this host.
function ours(path) {
  return path.startsWith(ROOT) ? path.slice(ROOT.length) : null;
}

// Only a page of ours is ever opened, whatever a message says; it names one as if our root was the host's.
function page(url) {
  const found = new URL(typeof url === 'string' ? url : '/', location.origin);
  return ROOT + (found.origin === location.origin ? found.pathname.slice(1) : '');
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = event.notification.data?.url ?? ROOT;
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((all) => {
      const open = all.find((one) => new URL(one.url).pathname === url);
      return open ? open.focus() : self.clients.openWindow(url);
    }),
  );
});

// A browser may renew its address by itself: the server has to know the new one.
self.addEventListener('pushsubscriptionchange', (event) => {
  const kept = event.newSubscription;
  if (!kept) return;
  const { endpoint, keys } = kept.toJSON();
  event.waitUntil(
    fetch('api/me/notices', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ endpoint, keys }),
    }),
  );
});
