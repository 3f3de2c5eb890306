import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { clubNames, type ClubName } from '../../src/shared/kernel/clubs.ts';
import { phone, stage } from './person.ts';

const play = stage(phone);
const oldWorker = '/attendance-worker.js';

/** The addresses of the workers that are registered in this browser: of those at work, or of those that wait for it. */
const workers = (page: Page, state: 'active' | 'waiting' = 'active') =>
  page.evaluate(
    async (which) =>
      (await navigator.serviceWorker.getRegistrations()).map((registration) => {
        const { pathname, search } = new URL(registration[which]?.scriptURL ?? location.origin);
        return pathname + search;
      }),
    state,
  );

/** The number of files that this browser keeps for the lists. */
const keptFiles = (page: Page) =>
  page.evaluate(async () => ((await caches.has('attendance-files')) ? (await (await caches.open('attendance-files')).keys()).length : 0));

/** Registers the worker as the pages of an earlier version did, on a phone that keeps a page of the lists, or nothing. */
async function registerOld(page: Page, keepsLists: boolean): Promise<void> {
  await page.evaluate(
    async ([address, keeps]) => {
      if (keeps) {
        const kept = await caches.open('attendance-pages');
        const headers = { 'x-kept-at': String(Date.now()), 'content-type': 'text/html' };
        await kept.put('/admin/mobile/participantList', new Response('<h1>Von gestern</h1>', { headers }));
      }
      await navigator.serviceWorker.register(address);
      // Waits until it is active, and is told by nobody where it leaves at once.
      for (let turn = 0; turn < 100 && !(await navigator.serviceWorker.getRegistration())?.active; turn++)
        await new Promise((resolve) => setTimeout(resolve, 50));
    },
    [oldWorker, keepsLists] as const,
  );
}

/** Gives the worker a message as the push service does; returns what it shows. */
async function pushed(context: BrowserContext, data: object): Promise<unknown> {
  const worker = context.serviceWorkers().findLast((one) => new URL(one.url()).pathname === '/sw.js');
  return worker?.evaluate(async (message) => {
    type Scope = EventTarget & { registration: { showNotification: (...shown: unknown[]) => Promise<void> } };
    const scope = globalThis as unknown as Scope;
    // This browser has no screen for messages.
    return new Promise((resolve) => {
      scope.registration.showNotification = async (...shown) => resolve(shown);
      const PushMessage = (globalThis as unknown as { PushEvent: new (name: string, init: object) => Event }).PushEvent;
      scope.dispatchEvent(new PushMessage('push', { data: message }));
    });
  }, JSON.stringify(data));
}

test.each(clubNames)(
  'on the site of %s one worker stands at /sw.js: for words without a line, for lists, and for messages',
  async (club: ClubName) => {
    const context = await play.enter({ ...phone, club, role: 'trainer' });
    const page = await context.newPage();
    await page.goto('/me');
    await expect.poll(() => workers(page)).toEqual(['/sw.js']);
    await page.goto('/offers');
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Only a device that keeps lists gets its files through it.
    expect(await keptFiles(page)).toBe(0);
    await page.goto('/admin/mobile/participantList');
    if (club === 'RWA') await expect.poll(() => keptFiles(page)).toBeGreaterThan(5);
    expect(await workers(page)).toEqual(['/sw.js']);
    const message = { title: 'Rot-Weiß Auenfeld', body: 'Eine Stunde fällt aus', tag: 'stunde', url: '/me' };
    expect(await pushed(context, message)).toEqual([
      message.title,
      { body: message.body, tag: message.tag, lang: 'de', data: { url: message.url } },
    ]);
    // From page to page it stays the same one.
    await page.goto('/me');
    await page.getByRole('heading', { name: 'Meine Übersicht' }).waitFor();
    expect(await workers(page)).toEqual(['/sw.js']);
  },
);

test('a worker of an earlier version on which nothing rests goes by itself, and the next page registers that of today', async () => {
  const page = await play.visit({ ...phone, role: 'reader' });
  await page.goto('/offers');
  await registerOld(page, false);
  await page.goto('/offers');
  await expect.poll(() => workers(page)).toEqual([]);
  await page.goto('/me');
  await expect.poll(() => workers(page)).toEqual(['/sw.js']);
});

test('a worker of an earlier version that keeps lists opens them without a line; that of today waits while a page is open', async () => {
  const page = await play.visit({ ...phone, role: 'trainer' });
  await page.goto('/offers');
  await registerOld(page, true);
  await page.goto('/offers');
  expect(await workers(page)).toEqual([oldWorker]);
  await page.context().setOffline(true);
  await page.goto('/admin/mobile/participantList');
  await page.getByRole('heading', { name: 'Von gestern' }).waitFor();
  await page.context().setOffline(false);
  await page.goto('/me');
  await expect.poll(() => workers(page, 'waiting')).toEqual(['/sw.js']);
  // Meanwhile each page is answered.
  await page.goto('/offers');
  expect(await workers(page)).toEqual([oldWorker]);
  // With a line nobody reads a page of yesterday.
  await page.goto('/admin/mobile/participantList');
  await page.getByRole('heading', { name: 'Anwesenheit' }).waitFor();
  expect(await page.getByText('Von gestern').count()).toBe(0);
});

test('marks that a page of an earlier version has left on the phone arrive through the page of today', async () => {
  const [courseId, sessionId, personId] = [randomUUID(), randomUUID(), randomUUID()];
  await play.server.sql(
    `with made as (insert into course (id, club, slug, number, kind, title, starts_on, status, created_at, updated_at)
       values ($1, 'RWA', 'turnen-von-gestern', 'G-1', 'course', 'Turnen von gestern', current_date - 30, 'published', now(), now())),
     held as (insert into course_session (id, course_id, local_date, starts_at, ends_at)
       values ($2, $1, current_date, now() - interval '1 hour', now() + interval '1 hour')),
     one as (insert into person (id, club, firstname, lastname, created_at, updated_at) values ($3, 'RWA', 'Gesa', 'Gestern', now(), now()))
     insert into enrolment (id, club, course_id, person_id, registered_at, state) values (gen_random_uuid(), 'RWA', $1, $3, now(), 'confirmed')`,
    [courseId, sessionId, personId],
  );
  const page = await play.visit({ ...phone, role: 'admin' });
  await page.goto('/offers');
  const [user] = await play.server.sql<{ id: string }>("select id from app_user where email = 'admin@rwa.test'");
  await registerOld(page, true);
  await page.evaluate(
    (mark) =>
      new Promise<void>((resolve, reject) => {
        const open = indexedDB.open('vereinsportal-attendance', 2);
        open.onupgradeneeded = () => {
          for (const [store, keyPath] of [
            ['sheets', 'sessionId'],
            ['marks', 'clientId'],
            ['walkIns', 'id'],
          ] as const)
            open.result.createObjectStore(store, { keyPath });
        };
        open.onerror = () => reject(open.error);
        open.onsuccess = () => {
          const transaction = open.result.transaction('marks', 'readwrite');
          transaction.objectStore('marks').put(mark);
          transaction.oncomplete = () => (open.result.close(), resolve());
        };
      }),
    {
      clientId: randomUUID(),
      sessionId,
      personId,
      state: 'present',
      markedAt: new Date().toISOString(),
      userId: user?.id ?? '',
    },
  );
  await page.goto(`/admin/mobile/participantList?session=${sessionId}`);
  await expect
    .poll(() => play.server.sql('select state from attendance where session_id = $1 and person_id = $2', [sessionId, personId]))
    .toEqual([{ state: 'present' }]);
});
