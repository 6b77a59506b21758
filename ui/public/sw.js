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
  // Built files have their content in their name: once here, they never change.
  if (path.startsWith('assets/')) {
    event.respondWith(
      caches.match(request).then(
        (kept) =>
          kept ||
          fetch(request).then((response) => {
            if (response.ok) {
              const copy = response.clone();
              caches.open(CACHE).then((cache) => cache.put(request, copy));
            }
            return response;
          }),
      ),
    );
    return;
  }
  const wanted = request.mode === 'navigate' ? ROOT : request;
  event.respondWith(
    fetch(request)
      .then((response) => {
        if (response.ok && request.mode === 'navigate') {
          const copy = response.clone();
          caches.open(CACHE).then((cache) => cache.put(ROOT, copy));
        }
        return response;
      })
      .catch(() => caches.match(wanted).then((kept) => kept || Response.error())),
  );
});

// A page tells what it was made of before this worker was there, so that it opens without a network from then on.
const MOST = 150;
self.addEventListener('message', (event) => {
  const paths = (event.data?.keep ?? []).filter((path) => /^(assets|fonts)\/[\w.-]+$/.test(ours(path) ?? ''));
  event.waitUntil?.(
    caches.open(CACHE).then(async (cache) => {
      const kept = new Set((await cache.keys()).map((request) => new URL(request.url).pathname));
      await Promise.allSettled(paths.filter((path) => !kept.has(path)).map((path) => cache.add(path)));
      const all = (await cache.keys()).filter((request) => ours(new URL(request.url).pathname)?.startsWith('assets/'));
      await Promise.all(all.slice(0, Math.max(0, all.length - MOST)).map((request) => cache.delete(request)));
    }),
  );
});

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
