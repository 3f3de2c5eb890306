// Lets the attendance list open without a network. It keeps the page of the list and the files that the page is made of;
// never an answer of the interface: the names are the page's own business (src/web/courses/attendance/offline.ts). And it shows
// that there is something new: the name of the club and what kind of news, never more (src/server/accounts/push/delivery.ts).
const pages = 'attendance-pages';
const files = 'attendance-files';
const listPage = '/admin/mobile/participantList';
const holdsMs = 12 * 60 * 60 * 1000;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// The page that is open was loaded before the worker stood: it says what it is made of, and is told once all of it is kept.
self.addEventListener('message', (event) => {
  const { keep } = event.data ?? {};
  if (Array.isArray(keep)) event.waitUntil(keepAll(keep).then(() => event.ports[0]?.postMessage('kept')));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (url.pathname.startsWith('/admin/mobile/')) event.respondWith(openPage(request));
    // Where the installed app begins is the server's answer; without one it is the lists.
    if (url.pathname === '/start') event.respondWith(fetch(request).catch(() => Response.redirect(listPage)));
  } else if (isFile(url)) {
    event.respondWith(openFile(request));
  }
});

self.addEventListener('push', (event) => {
  // A browser takes the right away from who is told and shows nothing.
  const { title = 'Neue Nachricht', body = '', url = '/me', tag } = event.data?.json() ?? {};
  event.waitUntil(self.registration.showNotification(title, { body, tag, lang: 'de', data: { url } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openWindow(event.notification.data?.url ?? '/me'));
});

/** Shows a page of this site in the window that is open, else in a new one. */
async function openWindow(path) {
  const url = new URL(path, self.location.origin);
  const open = await self.clients.matchAll({ type: 'window' });
  const shown = open.find((one) => new URL(one.url).pathname === url.pathname);
  return shown ? shown.focus() : self.clients.openWindow(url.origin === self.location.origin ? url.href : '/me');
}

/** The page from the server; without a network the one of the last confirmed sign-in, for 12 hours. */
async function openPage(request) {
  const kept = await caches.open(pages);
  try {
    const answer = await fetch(request);
    await keepPage(answer);
    return answer;
  } catch (error) {
    const old = await kept.match(listPage);
    if (old && Date.now() - Number(old.headers.get('x-kept-at')) <= holdsMs) return old;
    await kept.delete(listPage);
    throw error;
  }
}

/** Keeps the page of the list with the time, if it is one. */
async function keepPage(answer) {
  if (!answer.ok || answer.redirected) return;
  const headers = new Headers(answer.headers);
  headers.set('x-kept-at', String(Date.now()));
  // What is kept is unpacked already.
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name);
  const kept = await caches.open(pages);
  await kept.put(listPage, new Response(await answer.clone().blob(), { status: 200, headers }));
}

/** Fetches and keeps the page of the list and these files. */
async function keepAll(addresses) {
  const own = addresses.filter((address) => isFile(new URL(address)));
  await Promise.all([fetch(listPage).then(keepPage), ...own.map((address) => openFile(new Request(address)))]);
}

function isFile({ origin, pathname }) {
  return origin === self.location.origin && /^\/(assets|icons|clubs)\/|^\/color-mode\.js$/.test(pathname);
}

/** Built files never change under their name, so a kept one is as good as the server's. */
async function openFile(request) {
  const kept = await caches.open(files);
  const known = await kept.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await kept.put(request, answer.clone());
  return answer;
}
