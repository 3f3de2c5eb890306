// Lets the attendance list open without a network, and has words for every other page that cannot come without one. It keeps the
// page of the list and the files that the page is made of; never an answer of the interface: the names are the page's own business
// (src/web/courses/attendance/offline.ts). And it shows that there is something new: the name of the club and what kind of news,
// never more (src/server/accounts/push/delivery.ts).
const pages = 'attendance-pages';
const files = 'attendance-files';
const listPage = '/admin/mobile/participantList';
const holdsMs = 12 * 60 * 60 * 1000;
const keepsFilesMs = 60 * 24 * 60 * 60 * 1000;

// Files go through here on a device that keeps lists; all others get them straight from the network.
let keepsLists = false;
const begun = caches
  .open(pages)
  .then((kept) => kept.match(listPage))
  .then((page) => (keepsLists ||= page !== undefined));

// A new version waits until no page is open, whatever its address: a page that comes while one worker takes the place of another may not
// be answered at all.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// The page that is open was loaded before the worker stood: it says what it is made of, and is told once all of it is kept.
self.addEventListener('message', (event) => {
  const { keep } = event.data ?? {};
  if (!Array.isArray(keep)) return;
  keepsLists = true;
  event.waitUntil(keepAll(keep).then(() => event.ports[0]?.postMessage('kept')));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (url.pathname.startsWith('/admin/mobile/')) event.respondWith(openPage(event).catch(noLinePage));
    // Where the installed app begins is the server's answer; without one it is the lists, if there are some.
    else if (url.pathname === '/start') event.respondWith(fetch(request).catch(toLists));
    // What is downloaded is no page.
    else if (!/^\/(api|v0)\//.test(url.pathname)) event.respondWith(fetch(request).catch(noLinePage));
  } else if (keepsLists && isFile(url)) {
    event.respondWith(openFile(event));
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
async function openPage(event) {
  try {
    const answer = await fetch(event.request);
    // Shown at once, and also where the phone has no room left to keep it.
    event.waitUntil(keepPage(answer.clone()).catch(() => undefined));
    return answer;
  } catch (error) {
    // The files of the page come through here, too.
    await begun;
    const kept = await caches.open(pages);
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
  await kept.put(listPage, new Response(await answer.blob(), { status: 200, headers }));
}

/** Fetches and keeps the page of the list and these files. */
async function keepAll(addresses) {
  const own = addresses.filter((address) => isFile(new URL(address)));
  await Promise.all([fetch(listPage).then(keepPage), ...own.map(keepFile)]);
  await forgetOldFiles(own);
}

async function toLists() {
  const kept = await caches.open(pages);
  return (await kept.match(listPage)) ? Response.redirect(listPage) : noLinePage();
}

/** What stands in the place of a page that cannot come: why, a way to try again, and the lists that are here. */
async function noLinePage() {
  const kept = await caches.open(pages);
  const lists = (await kept.match(listPage)) ? `<p><a href="${listPage}">Zu den Listen auf diesem Telefon</a></p>` : '';
  const html = `<!doctype html><html lang="de"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Keine Verbindung</title><style>
:root{color-scheme:light dark}body{max-width:30rem;margin:15vh auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}
h1{font-size:1.75rem;line-height:1.2}a{color:inherit}.again{display:inline-block;padding:.75rem 1.25rem;border:1px solid;border-radius:8px;font-weight:600;text-decoration:none}
</style><main><h1>Keine Verbindung</h1><p>Diese Seite kann ohne Netz nicht geladen werden. Sobald es wieder da ist, kommt sie von selbst.</p>
<p><a class="again" href="">Noch einmal versuchen</a></p>${lists}</main><script>
setInterval(()=>fetch('/build.json',{cache:'no-store'}).then((answer)=>answer.ok&&location.reload(),()=>0),4000)</script></html>`;
  return new Response(html, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } });
}

/** Old files that the list of today is not made of are of builds that are gone. */
async function forgetOldFiles(own) {
  const kept = await caches.open(files);
  for (const request of await kept.keys()) {
    if (own.includes(request.url)) continue;
    const date = Date.parse((await kept.match(request))?.headers.get('date') ?? '');
    if (Date.now() - date > keepsFilesMs) await kept.delete(request);
  }
}

function isFile({ origin, pathname }) {
  return origin === self.location.origin && /^\/(assets|icons|clubs)\/|^\/color-mode\.js$/.test(pathname);
}

/** Built files never change under their name, so a kept one is as good as the server's. */
async function openFile(event) {
  const kept = await caches.open(files);
  const known = await kept.match(event.request);
  if (known) return known;
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(kept.put(event.request, answer.clone()).catch(() => undefined));
    return answer;
  } catch (error) {
    if (new URL(event.request.url).pathname.startsWith('/icons/')) return keptIcons(kept);
    throw error;
  }
}

/** All icons that are here. They come in groups as a page asks for them, and another page asks for other groups of the same. */
async function keptIcons(kept) {
  const answers = (await kept.keys()).filter(({ url }) => new URL(url).pathname.startsWith('/icons/'));
  const groups = await Promise.all(answers.map(async (one) => (await kept.match(one))?.json()));
  return Response.json({ icons: Object.assign({}, ...groups.map((group) => group?.icons)) });
}

/** Keeps a file that is not kept yet. */
async function keepFile(address) {
  const kept = await caches.open(files);
  if (await kept.match(address)) return;
  const answer = await fetch(address);
  if (answer.ok) await kept.put(address, answer);
}
