import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Page, Route } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { objectUrl, paper } from '../stage/files.ts';
import { startStorage } from '../storage.ts';
import { desktop, phone, stage } from './person.ts';

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
type Violation = { id: string; nodes: { html: string; failureSummary: string }[] };
/** Where to leave pictures of what was seen; nowhere unless asked. */
const shots = process.env['SHOTS'];

const play = stage({ bypassCSP: true, reducedMotion: 'reduce' }, startStorage);
const { visit } = play;

/** No fault of accessibility from the top of the page as it is now; leaves a picture of it where one is wanted. */
async function look(page: Page, name: string): Promise<void> {
  // Somewhere down the page a field is always half below the bar that stays above.
  await page.evaluate(() => scrollTo(0, 0));
  await page.evaluate(axe);
  const found = await page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: { run(context: Document, options: object): Promise<{ violations: Violation[] }> } };
    const { violations } = await axe.run(document, { runOnly });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
  }, tags);
  expect.soft(found, name).toEqual([]);
  if (shots) await page.screenshot({ path: path.join(shots, `${name}.png`), fullPage: true });
}

async function photo(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#3366cc' } })
    .jpeg()
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 31/1 0/1' } })
    .toBuffer();
}

/** Holds the requests that a test wants to hold, until they are let go. */
async function holdChunks(page: Page): Promise<{ letGo: () => void; held: () => number }> {
  let isHolding = true;
  const waiting: Route[] = [];
  await page.route(/upload_id=/, (route) => {
    if (
      isHolding &&
      route.request().headers()['x-goog-upload-command']?.includes('upload') &&
      route.request().headers()['x-goog-upload-offset'] !== '0'
    )
      waiting.push(route);
    else void route.continue();
  });
  return {
    held: () => waiting.length,
    letGo: () => {
      isHolding = false;
      for (const route of waiting.splice(0)) void route.continue().catch(() => undefined);
    },
  };
}

const files = (page: Page) => page.locator('input[type=file]');
const pdf = (name: string, sizeBytes: number) => ({ name, mimeType: 'application/pdf', buffer: paper(sizeBytes, 5) });

test.each([
  ['phone-dark', { ...phone, colorScheme: 'dark' as const }],
  ['desktop-light', { ...desktop, colorScheme: 'light' as const }],
])('a reader sets a profile picture, changes it and takes it away (%s)', async (name, options) => {
  const page = await visit({ role: 'reader', ...options });
  await page.goto('/profile/family#bild');
  const part = page.getByRole('region', { name: 'Profilbild' });
  await part.getByText('Bild hierher ziehen oder auswählen').waitFor();
  await look(page, `profile-empty-${name}`);
  await files(page).setInputFiles({ name: 'ich.jpg', mimeType: 'image/jpeg', buffer: await photo(1200, 900) });
  const picture = part.getByRole('img', { name: 'Ihr Profilbild' });
  await picture.waitFor();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
  await look(page, `profile-picture-${name}`);
  const source = await picture.getAttribute('src');
  const loaded = await (await play.server.signedIn('reader')).get(source ?? '');
  expect(loaded.headers['content-type']).toMatch(/^image\/(webp|avif)$/);
  expect((await (await play.server.signedIn('trainer')).get(source ?? '')).status).toBe(404);

  await part.getByRole('button', { name: 'Anderes Bild' }).click();
  await files(page).setInputFiles({ name: 'seite.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload=alert(1)>') });
  await part.getByRole('alert').getByText('Dateien dieser Art werden hier nicht angenommen.').waitFor();
  await look(page, `profile-refused-${name}`);
  await part.getByRole('button', { name: 'Verwerfen' }).click();
  await part.getByRole('button', { name: 'Doch nicht' }).click();
  await part.getByRole('button', { name: 'Bild löschen' }).click();
  await part.getByText('Bild hierher ziehen oder auswählen').waitFor();
});

test.each([
  ['phone', phone],
  ['desktop', desktop],
])('the board uploads with pause and resume, finds, saves and deletes a file (%s)', async (name, options) => {
  const page = await visit({ role: 'admin', ...options, colorScheme: name === 'phone' ? 'dark' : 'light' });
  await page.goto('/admin/files');
  await page.getByText('belegt').waitFor();
  await look(page, `files-root-${name}`);
  for (const folder of ['Rot-Weiß Auenfeld', 'Öffentlich', 'Sportangebote'])
    await page.getByRole('button', { name: folder, exact: false }).last().click();
  const chunks = await holdChunks(page);
  await files(page).setInputFiles(pdf('Wochenplan.pdf', 3_000_000));
  await page.getByRole('progressbar', { name: 'Wochenplan.pdf hochladen' }).waitFor();
  await expect.poll(chunks.held).toBe(1);
  await page.getByRole('button', { name: 'Anhalten' }).click();
  await page.getByText(/256 KB von 2,9 MB, angehalten/).waitFor();
  await look(page, `files-paused-${name}`);
  chunks.letGo();
  await page.getByRole('button', { name: 'Fortsetzen' }).click();
  await page.getByText('„Wochenplan.pdf“ ist gespeichert.').waitFor();
  await files(page).setInputFiles({ name: 'halle.jpg', mimeType: 'image/jpeg', buffer: await photo(2400, 1200) });
  await page.getByText('„halle.jpg“ ist gespeichert.').waitFor();
  await page.getByText('2400 × 1200').first().waitFor();
  await look(page, `files-folder-${name}`);

  await page.getByRole('searchbox', { name: 'Dateiname suchen' }).fill('wochenpl');
  const row = page.getByRole('listitem').filter({ hasText: 'Wochenplan.pdf' }).first();
  await row.getByText(/RWA\/public\/courses/).waitFor();
  await row.getByRole('button', { name: /Aktionen für/ }).click();
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Herunterladen' }).click()]);
  expect(fs.readFileSync(await saved.path()).equals(paper(3_000_000, 5))).toBe(true);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await row.getByRole('button', { name: /Aktionen für/ }).click();
  await page.getByRole('menuitem', { name: 'Adresse kopieren' }).click();
  await page.getByText('Die Adresse ist kopiert.').first().waitFor();
  const address = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect((await play.server.ask('GET', address.pathname + address.search)).bytes.equals(paper(3_000_000, 5))).toBe(true);
  await row.getByRole('button', { name: /Aktionen für/ }).click();
  await page.getByRole('menuitem', { name: 'Löschen' }).click();
  await page.getByText(/Wochenplan.pdf“ ist gelöscht/).waitFor();
  await page.getByText('Nichts gefunden.').waitFor();
  await look(page, `files-delete-${name}`);
  // By mistake: it is back with all its bytes, and later it lies under "Gelöschtes".
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await row.getByText(/RWA\/public\/courses/).waitFor();
  expect((await play.server.ask('GET', address.pathname + address.search)).bytes.equals(paper(3_000_000, 5))).toBe(true);
  await row.getByRole('button', { name: /Aktionen für/ }).click();
  await page.getByRole('menuitem', { name: 'Löschen' }).click();
  await page.getByText('Nichts gefunden.').waitFor();
  await page.goto('/admin/deleted');
  await page
    .getByRole('button', { name: /Wochenplan.pdf wiederherstellen$/ })
    .first()
    .waitFor();
  await look(page, `deleted-${name}`);
});

test('a discarded upload leaves nothing, also when it was paused', async () => {
  const page = await visit({ role: 'admin' });
  await page.goto('/admin/files?folder=RWA/public/news/');
  const chunks = await holdChunks(page);
  for (const isPausedFirst of [false, true]) {
    const before = chunks.held();
    await files(page).setInputFiles(pdf('verworfen.pdf', 1_500_000));
    await expect.poll(chunks.held).toBeGreaterThan(before);
    if (isPausedFirst) {
      await page.getByRole('button', { name: 'Anhalten' }).click();
      await page.getByText(/angehalten/).waitFor();
    }
    await page.getByRole('button', { name: 'Abbrechen' }).click();
    await page.getByText('Datei hierher ziehen oder auswählen').waitFor();
  }
  await expect.poll(() => play.server.sql("select 1 from upload_session where status = 'active'")).toEqual([]);
  expect(await play.server.sql("select 1 from storage_object where path like '%verworfen%'")).toEqual([]);
});

test('a lost line, a busy server and a lost last answer do not harm an upload', async () => {
  const page = await visit({ role: 'admin' });
  await page.goto('/admin/files?folder=RWA/public/events/');
  let at = 0;
  let isLastLost = false;
  await page.route(/upload_id=/, async (route) => {
    const command = route.request().headers()['x-goog-upload-command'] ?? '';
    if (command.includes('finalize') && !isLastLost) {
      isLastLost = true;
      const address = new URL(route.request().url());
      // Playwright itself does not know the names below localhost.
      address.hostname = '127.0.0.1';
      expect((await route.fetch({ url: address.href })).status()).toBe(200);
      return route.abort('connectionreset');
    }
    if (command === 'upload' && at++ === 0) return route.abort('connectionreset');
    if (command === 'upload' && at === 3) return route.fulfill({ status: 503, json: { error: { code: 503, message: 'busy' } } });
    return route.continue();
  });
  await files(page).setInputFiles(pdf('trotzdem.pdf', 2_500_000));
  await page.getByText('„trotzdem.pdf“ ist gespeichert.').waitFor();
  const [row] = await play.server.sql<{ path: string }>("select path from storage_object where path like '%trotzdem.pdf'");
  const stored = await play.server.ask('GET', objectUrl(row?.path ?? '', '?alt=media'), { token: await play.server.token('admin') });
  expect(stored.bytes.equals(paper(2_500_000, 5))).toBe(true);
});

test('a file that is still shown somewhere is deleted only by somebody who says so', async () => {
  const reader = await visit({ role: 'reader' });
  await reader.goto('/profile/family#bild');
  await files(reader).setInputFiles({ name: 'ich.jpg', mimeType: 'image/jpeg', buffer: await photo(400, 400) });
  await reader.getByRole('img', { name: 'Ihr Profilbild' }).waitFor();
  const page = await visit({ role: 'admin' });
  await page.goto('/admin/files?folder=users/');
  await page.getByRole('button', { name: /Rosa Rotmuster/ }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Verwendet: Profilbild von Rosa Rotmuster' });
  await row.getByRole('button', { name: /Aktionen für/ }).click();
  await page.getByRole('menuitem', { name: 'Löschen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Datei wird noch verwendet' });
  await dialog.getByText('Profilbild von Rosa Rotmuster').waitFor();
  await dialog.getByRole('button', { name: 'Trotzdem löschen' }).click();
  await page.getByText('Hier liegt noch nichts.').waitFor();
});

test.each(['reader', 'trainer', 'editor'] as const)('a %s does not get into the file manager', async (role) => {
  const page = await visit({ role });
  await page.goto('/admin/files');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
});
