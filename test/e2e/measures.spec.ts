import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { keysOf } from '../../src/shared/kernel/keys.ts';
import { dashboardCards } from '../../src/shared/office/dashboard/dashboard.ts';
import { mayOpen, pageNames, pageOf } from '../../src/shared/kernel/pages.ts';
import { may } from '../../src/shared/kernel/rights.ts';
import { roleNames } from '../../src/shared/kernel/roles.ts';
import { desktop, phone, stage } from './person.ts';

// What the desk promises of its measures: how much is in sight, how long a page is, what a sheet of paper holds.
const play = stage();

const profileParts = ['', '/family', '/enrolments', '/payments', '/notices', '/calendar', '/consents', '/security', '/data'];
/** The height of a page in px, without the strip that the bar of the phone keeps free. */
const heightOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollHeight - Number.parseFloat(getComputedStyle(document.body).paddingBottom));

test('on a small laptop every unfolded entry of the menu is in sight', async () => {
  for (const role of ['trainer', 'editor', 'admin', 'super'] as const) {
    const page = await play.visit({ role, ...desktop });
    await page.goto('/admin');
    const menu = page.getByRole('navigation', { name: 'Verwaltung' });
    await menu.getByRole('link').first().waitFor();
    const outside = await menu
      .getByRole('link')
      .evaluateAll((links) =>
        links
          .filter((link) => link.getBoundingClientRect().bottom > innerHeight || link.getBoundingClientRect().top < 0)
          .map((link) => link.textContent),
      );
    expect(outside, role).toEqual([]);
  }
});

test('no card of the start page leads to a page that its reader may not open', () => {
  const pages = pageNames.map(pageOf);
  const closed = keysOf(dashboardCards).flatMap((name) => {
    const card = dashboardCards[name];
    const page = pages.find(({ path }) => path.replace(/\/\$.*$/, '') === card.link);
    return roleNames
      .filter((role) => may({ role }, card.permission, 'club') && !(page && mayOpen(page, role)))
      .map((role) => `${name}: ${role}`);
  });
  expect(closed).toEqual([]);
});

test('long lists stand in a window, and the plan of bookings begins with four weeks', async () => {
  const page = await play.visit({ role: 'admin', ...desktop });
  for (const [address, atMost] of [
    ['/admin/courses', 1600],
    ['/admin/events?tab=bookings', 6000],
    ['/admin/config', 1600],
  ] as const) {
    await page.goto(address);
    await page.locator('main :is(tbody tr, article, li, dt)').first().waitFor();
    expect(await heightOf(page), address).toBeLessThanOrEqual(atMost);
  }
});

test.each(['reader', 'trainer', 'admin'] as const)(
  'on a phone each part of the profile of a %s is short: at most 1,200 px',
  async (role) => {
    const page = await play.visit({ role, ...phone });
    for (const part of profileParts) {
      await page.goto(`/profile${part}`);
      await page.locator('main :is(h1, h2)').first().waitFor();
      await expect.poll(() => page.getByText('Wird geladen').filter({ visible: true }).count()).toBe(0);
      await page.waitForTimeout(300);
      expect(await heightOf(page), part).toBeLessThanOrEqual(1200);
    }
  },
);

test('a row of the profile opens in place and by its address, keeps what was typed when it is closed, and tells its state while it is closed', async () => {
  const page = await play.visit({ role: 'reader', ...phone });
  await page.goto('/profile/family');
  const row = page.getByRole('region', { name: 'Mein Name' });
  await row.getByText('Rosa Rotmuster').waitFor();
  expect(await row.getByLabel('Nachname').count()).toBe(0);
  await row.locator('summary').press('Enter');
  await page.waitForURL('**/profile/family#name');
  await row.getByLabel('Nachname').fill('Halbgetippt');
  await row.locator('summary').click();
  await page.waitForURL(/\/profile\/family$/);
  await row.locator('summary').click();
  expect(await row.getByLabel('Nachname').inputValue()).toBe('Halbgetippt');
  await page.goto('/profile/security#geraete');
  await page.getByText('dieses Gerät', { exact: true }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Meine Geräte');
});

test('a row of a compact list is 40 px high, of a roomy one 52', async () => {
  const page = await play.visit({ role: 'admin', ...desktop });
  const heights = async () => {
    await page.goto('/admin/members');
    await page.locator('tr[data-row]').nth(10).waitFor();
    return page.locator('tr[data-row]').evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)));
  };
  expect([...new Set(await heights())].every((height) => Math.abs(height - 40) <= 1)).toBe(true);
  await page.getByRole('button', { name: /^Konto von/ }).click();
  await page.getByRole('menuitem', { name: 'Listen bequem zeigen' }).click();
  expect([...new Set(await heights())].every((height) => Math.abs(height - 52) <= 1)).toBe(true);
});

test('from an opened offer one comes back to the list with its filter and its place', async () => {
  const page = await play.visit({ role: 'admin', ...desktop });
  await page.goto('/admin/courses?search=turnen');
  const rows = page.getByRole('table', { name: 'Angebote' }).locator('tr[data-row]');
  await rows.last().scrollIntoViewIfNeeded();
  const name = (await rows.last().locator('[data-name] a').textContent()) ?? '';
  await rows.last().locator('[data-name] a').click();
  await page.waitForURL(/\/admin\/courses\/[0-9a-f-]{36}/);
  await page.goBack();
  await page.waitForURL(/search=turnen/);
  await expect.poll(() => rows.last().locator('[data-name] a').textContent()).toBe(name);
  expect(await page.getByRole('searchbox').first().inputValue()).toBe('turnen');
});

test('the foot of the charges is the sum of the filter to the cent, however many rows are loaded', async () => {
  const [sums] = await play.server.sql<{ open: string; overdue: string }>(
    `select sum(cents - settled_cents)::text as open,
       coalesce(sum(cents - settled_cents) filter (where state in ('open', 'returned') and due_on < current_date
         and coalesce(deferred_until < current_date, true)), 0)::text as overdue
     from charge where club = 'RWA' and cents > 0 and state in ('open', 'in_collection', 'returned')`,
  );
  const page = await play.visit({ role: 'admin', ...desktop });
  await page.goto('/admin/money/charges?tab=liste');
  const foot = page.getByLabel('Summen');
  await foot.waitFor();
  const shown = async (label: string) => {
    const text = await foot.locator('div').filter({ hasText: label }).locator('dd').textContent();
    return Math.round(Number(text?.replaceAll(/[^\d,]/g, '').replace(',', '.')) * 100);
  };
  await expect.poll(() => shown('Offen')).toBe(Number(sums?.open));
  expect(await shown('davon überfällig')).toBe(Number(sums?.overdue));
});

/** Instead of printing, the title of the page tells how many rows were on the paper. */
async function withPaper(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => {
      dispatchEvent(new Event('beforeprint'));
      requestAnimationFrame(() => (document.title = `printed ${document.querySelectorAll('main tr[data-row]').length}`));
    };
  });
}

test('whoever prints a long list by its keys gets all rows of the filter; from the menu of the browser the paper says how many it has', async () => {
  const page = await play.visit({ role: 'admin', ...desktop });
  await withPaper(page);
  await page.goto('/admin/members');
  await page.locator('tr[data-row]').nth(10).waitFor();
  const total = Number.parseInt((await page.getByText(/^\d+ Mitglieder$/).textContent()) ?? '', 10);
  expect(total).toBeGreaterThan(200);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.getByText(/Gedruckt sind die ersten \d+ Zeilen, es gibt mehr\./).waitFor();
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.keyboard.press('Control+p');
  await expect.poll(() => page.title()).toBe(`printed ${total}`);
  expect(await page.getByText(/Gedruckt sind die ersten/).count()).toBe(0);
});

test('the button to print loads what is lacking, too', async () => {
  const page = await play.visit({ role: 'admin', ...desktop });
  await withPaper(page);
  await page.goto('/admin/money/charges?tab=liste&state=all');
  const more = page.getByRole('button', { name: 'Weitere laden' });
  await more.waitFor();
  const loaded = await page.locator('tr[data-row]').count();
  await page.getByRole('button', { name: 'Drucken' }).click();
  await expect.poll(() => page.title()).toMatch(/^printed /);
  expect(Number((await page.title()).replace('printed ', ''))).toBeGreaterThan(loaded);
  expect(await more.count()).toBe(0);
});

test('on paper a list is upright A4 with all its loaded rows, its club, its day and its filter, in black', async () => {
  const page = await play.visit({ role: 'admin', ...desktop });
  await page.goto('/admin/members?search=a');
  const rows = page.locator('tr[data-row]');
  await rows.first().waitFor();
  const loaded = await page.evaluate(async () => {
    const head = () => document.querySelector('main')?.innerText ?? '';
    dispatchEvent(new Event('beforeprint'));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return { count: document.querySelectorAll('tr[data-row]').length, words: head() };
  });
  expect(loaded.count).toBeGreaterThan(40);
  expect(loaded.words).toMatch(/Rot-Weiß Auenfeld · Stand \d\d\.\d\d\.\d{4}, \d\d:\d\d Uhr/);
  expect(loaded.words).toMatch(/^Name, Nummer oder Ort suchen: a$/m);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const sheet = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/
    .exec(pdf)
    ?.slice(1)
    .map((points) => Math.round(Number(points)));
  expect(sheet).toEqual([595, 842]);
  await page.emulateMedia({ media: 'print' });
  const ink = await rows
    .first()
    .locator('[data-name] :is(a, button)')
    .evaluate((one) => getComputedStyle(one).color);
  expect(ink).toBe('rgb(0, 0, 0)');
  expect(await page.getByRole('searchbox').first().isVisible()).toBe(false);
  expect(await page.getByRole('button', { name: 'Aufnehmen' }).isVisible()).toBe(false);
});
