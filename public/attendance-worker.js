// The address of the worker until 2.4.12. Browsers that have it ask here for a newer one: it goes where nothing rests on it, and otherwise does
// what sw.js does until that one, registered by a page, takes its place, so that lists open without a network and messages come meanwhile.
importScripts('/sw.js');

self.addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave() {
  const pages = await caches.open('attendance-pages');
  const isNeeded = (await pages.keys()).length > 0 || (await self.registration.pushManager?.getSubscription());
  if (!isNeeded) await self.registration.unregister();
}
