import fs from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { paper } from '../stage/files.ts';
import { resumable, startStorage } from '../storage.ts';
import { phone, stage } from './person.ts';

/** Our own client in a real browser, and everything that can go wrong on its way. */
const sizeBytes = 2_500_000;
const quotaBytes = 64 * 1024 * 1024;

const play = stage({ role: 'admin', ...phone }, () => startStorage({ STORAGE_QUOTA_BYTES: String(quotaBytes) }));
let admin: string;
let up: ReturnType<typeof resumable>;
beforeAll(async () => {
  admin = await play.server.token('admin');
  up = resumable(play.server, () => admin);
});
afterEach(() => void vi.restoreAllMocks());

/** The folder of a member in the file manager, on a phone. */
async function folder(memberId: string): Promise<Page> {
  const page = await play.visit();
  await page.goto(`/admin/files?folder=RWA/members/${memberId}/`);
  await page.getByText('Datei hierher ziehen oder auswählen').waitFor();
  return page;
}

const choose = (page: Page, name: string, seed = 5) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer: paper(sizeBytes, seed) });
const isStored = (page: Page, name: string) => page.getByText(`„${name}“ ist gespeichert.`).waitFor();

/** What lies in the folder of a member, by the names that people gave. */
async function storedIn(memberId: string): Promise<{ path: string; md5: string }[]> {
  return play.server.sql('select path, md5 from storage_object where path like $1 order by time_created', [`RWA/members/${memberId}/%`]);
}

async function wholeIn(memberId: string, seed = 5): Promise<boolean> {
  const files = await storedIn(memberId);
  expect(files).toHaveLength(1);
  return (await up.stored(files[0]?.path ?? '')).equals(paper(sizeBytes, seed));
}

/** Waits until the browser has sent its chunk from an offset on, and gives the address of the upload with what lets it go on. */
async function stopAt(page: Page, offset: number): Promise<{ url: string; goOn: () => Promise<void> }> {
  let goOn = () => Promise.resolve();
  const url = await new Promise<string>((resolve) => {
    void page.route(/upload_id=/, (route) => {
      const request = route.request();
      if (Number(request.headers()['x-goog-upload-offset'] ?? -1) < offset) return route.continue();
      goOn = async () => {
        await route.continue();
        await page.unroute(/upload_id=/);
      };
      const { pathname, search } = new URL(request.url());
      return resolve(pathname + search);
    });
  });
  return { url, goOn: () => goOn() };
}

test('a full disk interrupts an upload, and it goes on by itself when there is room', async () => {
  const page = await folder('101');
  const handle = await fs.open(path.join(play.server.folder, 'probe'), 'w');
  const write = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'write');
  await handle.close();
  write.mockRejectedValue(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
  await choose(page, 'voll.pdf');
  await page.getByText(/unterbrochen, es geht gleich von selbst weiter/).waitFor();
  expect(await storedIn('101')).toEqual([]);
  write.mockRestore();
  await isStored(page, 'voll.pdf');
  expect(await wholeIn('101')).toBe(true);
});

test('whatever a file is called, it lies in the folder that was open', async () => {
  const page = await folder('102');
  const names = ['../../../SCB/members/1/fremd.pdf', 'a\r\nSet-Cookie: x=1\r\n\0.pdf', '%2e%2e%2fb.pdf', `${'😀'.repeat(600)}.pdf`, '..'];
  for (const name of names) {
    // A drop, since a chosen file cannot have such a name on most systems.
    await page.locator('[aria-label="Datei auswählen"]').evaluate((zone, called) => {
      const dropped = new DataTransfer();
      dropped.items.add(new File(['%PDF-1.7\n', new Uint8Array(300_000)], called, { type: 'application/pdf' }));
      for (const type of ['dragenter', 'dragover', 'drop'])
        zone.dispatchEvent(new DragEvent(type, { dataTransfer: dropped, bubbles: true, cancelable: true }));
    }, name);
    await expect.poll(async () => (await storedIn('102')).length).toBe(names.indexOf(name) + 1);
  }
  for (const { path: stored } of await storedIn('102')) expect(stored).toMatch(/^RWA\/members\/102\/[0-9a-f]{8}-[^/\\\p{Cc}]+$/u);
  expect(await play.server.sql("select 1 from storage_object where path like 'SCB/members/1/%'")).toEqual([]);
});

test('bytes that changed on the way are refused with a word that says so, and a second try stores the file', async () => {
  const page = await folder('103');
  await page.route(/upload_id=/, (route) =>
    route.request().headers()['x-goog-upload-offset'] === '262144'
      ? route.continue({ postData: Buffer.alloc(512 * 1024, 7) })
      : route.continue(),
  );
  await choose(page, 'verdreht.pdf');
  await page.getByRole('alert').getByText('Die Datei kam nicht so an, wie sie war.').waitFor();
  expect(await storedIn('103')).toEqual([]);
  await page.unroute(/upload_id=/);
  await page.getByRole('button', { name: 'Noch einmal' }).click();
  await isStored(page, 'verdreht.pdf');
  expect(await wholeIn('103')).toBe(true);
});

test('a chunk that goes out twice, and an end whose answer is lost, leave one whole file', async () => {
  const page = await folder('104');
  let lost = 0;
  await page.route(/upload_id=/, async (route) => {
    const request = route.request();
    const command = request.headers()['x-goog-upload-command'] ?? '';
    const address = new URL(request.url());
    // Playwright itself does not know the names below localhost.
    address.hostname = '127.0.0.1';
    const isEnd = command.includes('finalize');
    if (command === 'query' || (isEnd && lost > 0)) return route.continue();
    expect((await route.fetch({ url: address.href })).status()).toBe(200);
    if (!isEnd) return route.continue();
    lost++;
    return route.abort('connectionreset');
  });
  await choose(page, 'zweimal.pdf');
  await isStored(page, 'zweimal.pdf');
  expect([lost, await wholeIn('104')]).toEqual([1, true]);
  expect(
    await play.server.sql("select count(*)::int as count from audit where action = 'storagePrivate.write' and content like '%zweimal.pdf'"),
  ).toEqual([{ count: 1 }]);
});

test('nobody else writes to an upload that goes on, and a second writer of the same user spoils nothing', async () => {
  const page = await folder('105');
  const stopped = stopAt(page, 262_144);
  await choose(page, 'meins.pdf');
  const { url, goOn } = await stopped;
  for (const [role, club] of [
    ['super', 'RWA'],
    ['admin', 'SCB'],
    ['reader', 'RWA'],
  ] as const) {
    const token = await play.server.token(role, club);
    for (const command of ['query', 'upload', 'upload, finalize', 'cancel'])
      expect([role, command, (await up.send(url, command, 0, paper(sizeBytes, 9), { token })).status]).toEqual([role, command, 403]);
  }
  expect((await up.send(url, 'upload', 0, paper(1000, 9), { token: undefined })).status).toBe(401);
  // The same user in another window: their bytes count until the first one goes on at the place where it stood.
  expect((await up.send(url, 'upload', 262_144, paper(700_000, 9))).status).toBe(200);
  await goOn();
  await isStored(page, 'meins.pdf');
  expect(await wholeIn('105')).toBe(true);
});

test('an upload to a club without room says so, and one on a slow line how long it will take', async () => {
  const page = await folder('106');
  const [used] = await play.server.sql<{ bytes: number }>("select sum(size_bytes)::int as bytes from storage_object where club = 'RWA'");
  // Somebody else has begun a file that leaves 1 MB.
  await up.begin('RWA/members/106/gross.pdf', quotaBytes - (used?.bytes ?? 0) - 1_000_000);
  await choose(page, 'kein-platz.pdf');
  await page.getByRole('alert').getByText('Der Speicherplatz reicht für diese Datei nicht.').waitFor();
  expect(await page.getByRole('button', { name: 'Noch einmal' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Verwerfen' }).click();
  await play.server.sql('delete from upload_session');
  const line = await page.context().newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 300_000 });
  await choose(page, 'langsam.pdf');
  await page.getByText(/\d [KM]B von 2,4 MB, noch \d+ Sekunde/).waitFor();
  await line.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
  await isStored(page, 'langsam.pdf');
});

test('the log holds no token, and no address of an upload', async () => {
  const logged = play.server.logged();
  const uploads = await play.server.sql<{ id: string }>('select id from upload_session');
  expect(uploads.length).toBeGreaterThan(0);
  const files = await play.server.sql<{ tokens: string[] }>('select download_tokens as tokens from storage_object');
  for (const secret of [admin, ...uploads.map(({ id }) => id), ...files.flatMap(({ tokens }) => tokens)])
    expect(logged).not.toContain(secret);
  expect(logged).not.toMatch(/eyJ[\w-]+\.|Firebase /);
});
