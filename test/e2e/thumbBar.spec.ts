import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { clubNames } from '../../src/shared/kernel/clubs.ts';
import { phone, stage } from './person.ts';

const play = stage(phone);
const { visit } = play;

const siteBar = (page: Page) => page.getByRole('navigation', { name: 'Hauptmenü' });
const staffBar = (page: Page) => page.getByRole('navigation', { name: 'Mobil' });

/** The box of what a page shows, in px from the top left of the screen. */
async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not shown`);
  return { ...box, bottom: box.y + box.height };
}

test.each(clubNames)('on a phone the menu of the site of %s stands at the foot, and nothing of the page lies below it', async (club) => {
  const page = await visit({ club });
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const own = {
    RWA: ['Angebote', 'Termine', 'Neues', 'Verein', 'Einloggen'],
    SCB: ['Angebote', 'Termine', 'Hallen', 'Verein', 'Einloggen'],
  };
  expect(await siteBar(page).getByRole('link').allInnerTexts()).toEqual(
    club === 'GSV' ? ['Angebote', 'Termine', 'Hallen', 'Verein'] : own[club],
  );
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const bar = await boxOf(page, '[data-thumb-bar]');
    expect([bar.bottom, Math.round(bar.height)]).toEqual([844, 56]);
    for (const link of await siteBar(page).getByRole('link').all())
      expect(await link.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
    // What comes late moves the foot down again.
    const footAtEnd = () =>
      page.evaluate(() => {
        scrollTo(0, document.body.scrollHeight);
        return document.querySelector('footer')?.getBoundingClientRect().bottom;
      });
    await expect.poll(footAtEnd).toBeLessThanOrEqual(bar.y + 1);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await siteBar(page).getByRole('link').allInnerTexts()).not.toContain('Einloggen');
  expect((await boxOf(page, '[data-thumb-bar]')).y).toBeLessThan(100);
});

test('the entry of the open page is marked, with a search in its address too', async () => {
  const page = await visit({ club: 'RWA' });
  await page.goto('/offers?q=turnen');
  const marked = siteBar(page).locator('[aria-current=page]');
  await expect.poll(() => marked.allInnerTexts()).toEqual(['Angebote']);
});

test('who is signed in finds the own page in the bar, on the site of the association too', async () => {
  const page = await visit({ club: 'GSV', role: 'reader' });
  await page.goto('/offers');
  await siteBar(page).getByRole('link', { name: 'Ich' }).click();
  await page.getByRole('heading', { level: 1, name: 'Meine Übersicht' }).waitFor();
  expect(await siteBar(page).getByRole('link', { name: 'Ich' }).getAttribute('aria-current')).toBe('page');
});

test('on a course the way in stands above the bar', async () => {
  await play.server.sql(
    `insert into course (id, club, slug, number, kind, title, places_max, starts_on, status, created_at, updated_at)
     values (gen_random_uuid(), 'RWA', 'fuer-alle', 'A-1', 'course', 'Für alle', 10, current_date + 40, 'published', now(), now())`,
  );
  const page = await visit();
  await page.goto('/id/fuer-alle');
  const wayIn = page.locator('[class*="wayIn"]');
  await wayIn.waitFor();
  const [above, bar] = [await boxOf(page, '[class*="wayIn"]'), await boxOf(page, '[data-thumb-bar]')];
  expect(above.bottom).toBeLessThanOrEqual(bar.y + 1);
});

test('the staff go from the bar to the search, to a page and to all others', async () => {
  const page = await visit({ role: 'admin' });
  await page.goto('/admin');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await staffBar(page).locator('> *').allInnerTexts()).toEqual(['Übersicht', 'Suche', 'Mitglieder', 'Belegung', 'Mehr']);
  await staffBar(page).getByRole('button', { name: 'Suche' }).click();
  await page.getByLabel('Wonach suchen Sie?').waitFor();
  await page.keyboard.press('Escape');
  await staffBar(page).getByRole('button', { name: 'Mehr' }).click();
  await page.getByRole('dialog', { name: 'Menü' }).getByRole('link', { name: 'Abteilungen' }).click();
  await page.getByRole('heading', { level: 1, name: 'Abteilungen' }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('a save bar stands above the bar, and so does a notice', async () => {
  const page = await visit({ role: 'admin' });
  await page.goto('/admin/courses/new');
  await page.getByRole('textbox', { name: 'Titel', exact: true }).fill('Balkenturnen');
  const [save, bar] = [await boxOf(page, '[data-save-bar]'), await boxOf(page, '[data-thumb-bar]')];
  expect(save.bottom).toBeLessThanOrEqual(bar.y + 1);
  expect(bar.bottom).toBe(844);
  const made = await (await play.server.signedIn('admin')).post<{ id: string }>('/api/departments', { name: 'Kegeln' });
  expect(made.status).toBe(200);
  const other = await visit({ role: 'admin' });
  await other.goto('/admin/departments');
  await other.getByRole('button', { name: 'Kegeln' }).click();
  await other.getByRole('button', { name: 'Enden lassen' }).click();
  await other.getByRole('dialog', { name: 'Abteilung enden lassen?' }).getByRole('button', { name: 'Enden lassen' }).click();
  await other.getByRole('button', { name: 'Rückgängig' }).waitFor();
  await expect.poll(async () => (await boxOf(other, '.mantine-Notification-root')).bottom).toBeLessThanOrEqual(bar.y);
  expect((await boxOf(other, '.mantine-Notification-root')).y).toBeGreaterThan(422);
});
