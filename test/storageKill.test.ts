import { deleteApp, initializeApp } from 'firebase/app';
import { connectStorageEmulator, getStorage, ref, uploadBytesResumable } from 'firebase/storage';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { openStorage } from '../src/web/lib/storage/storage.ts';
import { Client } from './harness.ts';
import { stagePassword } from './stage/people.ts';
import { startProduct, type RunningServer } from './stage/product.ts';
import { ask, filesBelow, objectUrl, paper } from './stage/files.ts';
import { testWorld } from './storageClient.ts';

/** The built server, killed as by a power failure. */
let product: RunningServer | undefined;
const folders: string[] = [];
afterEach(async () => {
  await product?.stop('SIGKILL');
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vereinsportal-kill-'));
  folders.push(folder);
  return folder;
}

async function signIn(port: number): Promise<{ client: Client; token: string }> {
  const client = new Client(port, 'rwa.localhost');
  await client.signIn('admin@rwa.test', stagePassword);
  return { client, token: (await client.post<{ token: string }>('/api/session/token')).body.token };
}

/** The file manager in the browser of a board member. */
async function openFiles(browser: Browser, port: number, { cookies }: Client): Promise<Page> {
  const context = await browser.newContext({ baseURL: `http://rwa.localhost:${port}`, locale: 'de-DE' });
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, domain: 'rwa.localhost', path: '/' })));
  const page = await context.newPage();
  await page.goto('/admin/files?folder=RWA/members/1/');
  await page.getByText('Datei hierher ziehen oder auswählen').waitFor();
  return page;
}

test('killed and started again in the middle of 20 MB, the uploads of the public SDK and of ours end with equal bytes, in a browser too', async () => {
  const folder = newFolder();
  const running = await startProduct({ data: { folder } });
  product = running;
  const { port } = running;
  const { client, token } = await signIn(port);
  const bytes = paper(20 * 1024 * 1024, 77);
  let kills = 0;
  let restarting: Promise<void> | undefined;
  const kill = () => {
    kills++;
    restarting = (async () => {
      await product?.stop('SIGKILL');
      product = await startProduct({ data: { folder }, env: { PORT: String(port) } });
    })();
  };

  const app = initializeApp({ projectId: 'club', storageBucket: 'club-files' });
  const storage = getStorage(app);
  connectStorageEmulator(storage, '127.0.0.1', port, { mockUserToken: token });
  const name = 'RWA/members/1/sdk.pdf';
  const task = uploadBytesResumable(ref(storage, name), bytes);
  task.on('state_changed', ({ bytesTransferred }) => {
    if (bytesTransferred > 2 * 1024 * 1024 && kills === 0) kill();
  });
  await task;
  await restarting;
  expect((await ask(port, 'GET', objectUrl(name, '?alt=media'), { token })).bytes.equals(bytes)).toBe(true);
  await deleteApp(app);

  // With our client: killed within a chunk whose first part is already on disk.
  const world = testWorld(
    port,
    () => token,
    async (request, pass) => {
      if (kills === 1 && Number(request.headers['X-Goog-Upload-Offset']) > 3 * 1024 * 1024) {
        const answer = pass(request);
        answer.catch(() => undefined);
        const incoming = path.join(folder, 'files/incoming');
        await expect.poll(() => filesBelow(incoming).length, { interval: 1 }).toBeGreaterThan(0);
        kill();
        return answer;
      }
      await restarting;
      return pass(request);
    },
  );
  const ours = await openStorage(world, { bucket: 'club-files' }).upload('RWA/members/1/unser.pdf', new Blob([new Uint8Array(bytes)])).done;
  expect([kills, ours.size]).toEqual([2, bytes.length]);
  expect((await ask(port, 'GET', objectUrl('RWA/members/1/unser.pdf', '?alt=media'), { token })).bytes.equals(bytes)).toBe(true);
  const sent = world.sent.reduce((sum, chunk) => sum + chunk.bytes, 0);
  const largest = Math.max(...world.sent.map((chunk) => chunk.bytes));
  expect(sent - bytes.length).toBeLessThanOrEqual(largest);

  // The same in the browser.
  const browser = await launchBrowser();
  try {
    const page = await openFiles(browser, port, client);
    const few = bytes.subarray(0, 8 * 1024 * 1024);
    await page.route(/upload_id=/, (route) => {
      if (kills === 2 && Number(route.request().headers()['x-goog-upload-offset']) > 1024 * 1024) kill();
      return route.continue();
    });
    await page.locator('input[type=file]').setInputFiles({ name: 'browser.pdf', mimeType: 'application/pdf', buffer: few });
    await page.getByText(/unterbrochen, es geht gleich von selbst weiter/).waitFor();
    await page.getByText('„browser.pdf“ ist gespeichert.').waitFor({ timeout: 60_000 });
    const { json } = await ask(port, 'GET', '/v0/b/club-files/o?prefix=RWA%2Fmembers%2F1%2F', { token });
    const [stored] = (json['items'] as { name: string }[]).filter(({ name: one }) => one.endsWith('-browser.pdf'));
    expect((await ask(port, 'GET', objectUrl(stored?.name ?? '', '?alt=media'), { token })).bytes.equals(few)).toBe(true);
    expect(kills).toBe(3);
  } finally {
    await browser.close();
  }
}, 120_000);
