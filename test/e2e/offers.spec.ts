import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { desktop, phone, stage } from './person.ts';

const { visit } = stage();

test('a mother finds an offer with one word and two taps, and comes back to her list with what she had set', async () => {
  const page = await visit(phone);
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name: 'Angebote' }).click();
  await page.getByRole('heading', { name: 'Angebote', level: 1 }).waitFor();
  const counted = async () => Number.parseInt((await page.locator('main output').first().textContent()) ?? '', 10);
  await expect.poll(counted).toBeGreaterThan(5);
  const all = await counted();
  await page.getByRole('button', { name: 'Kinder', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Was suchen Sie?' }).fill('turnen');
  await expect.poll(() => new URL(page.url()).search).toBe('?q=turnen&group=children');
  await expect.poll(counted).toBeLessThan(all);
  const left = await counted();
  expect(left).toBeGreaterThan(0);
  await page.getByRole('main').getByRole('listitem').first().getByRole('link').click();
  await page.waitForURL('**/id/**');
  await page.goBack();
  await page.waitForURL('**/offers?q=turnen&group=children');
  await expect.poll(counted).toBe(left);
  expect(await page.getByRole('searchbox').inputValue()).toBe('turnen');
  expect(await page.getByRole('button', { name: 'Kinder', exact: true }).getAttribute('aria-pressed')).toBe('true');
});

test('on the site of the association stand the offers of all clubs with their full names; what finds nothing says which filter to leave out', async () => {
  const page = await visit({ ...desktop, club: 'GSV' });
  const answer = await page.goto('/offers?club=SCB');
  expect(answer?.headers()['x-robots-tag']).toBe('noindex');
  await page.getByRole('button', { name: 'SC Blautal', pressed: true }).waitFor();
  const cards = page.getByRole('main').getByRole('listitem');
  await expect.poll(() => cards.count()).toBeGreaterThan(0);
  for (const text of await cards.allInnerTexts()) expect(text).toContain('SC Blautal');
  await page.getByRole('searchbox').fill('gibtesnicht');
  await page.getByText('Nichts gefunden.').waitFor();
  await page.getByRole('button', { name: /^Ohne „gibtesnicht“: \d+ Angebot/ }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?club=SCB');
  await expect.poll(() => cards.count()).toBeGreaterThan(0);
});

test('on a desktop the filters stand open at the left of the list and stay in sight, on a phone folded above it', async () => {
  const sides = async (device: typeof desktop | typeof phone) => {
    const page = await visit(device);
    await page.goto('/offers');
    await page.getByRole('main').getByRole('listitem').first().waitFor();
    const [filters, cards] = [page.getByRole('search').last(), page.getByRole('main').getByRole('listitem').first()];
    const [left, right] = [await filters.boundingBox(), await cards.boundingBox()];
    return { page, filters, left, right, isOpen: await page.getByLabel('Wochentag').isVisible() };
  };
  const wide = await sides(desktop);
  expect((wide.left?.x ?? 0) + (wide.left?.width ?? 0)).toBeLessThan(wide.right?.x ?? 0);
  expect(wide.isOpen).toBe(true);
  await wide.page.mouse.wheel(0, 1500);
  await expect.poll(async () => (await wide.filters.boundingBox())?.y ?? 0).toBeGreaterThan(0);
  const narrow = await sides(phone);
  expect((narrow.left?.y ?? 0) + (narrow.left?.height ?? 0)).toBeLessThanOrEqual(narrow.right?.y ?? 0);
  expect(narrow.isOpen).toBe(false);
});

test('the hint at a holiday programme brings no code of its own and pushes nothing down, however late it is answered', async () => {
  const page = await visit(phone);
  await page.addInitScript(`globalThis.shifted = 0; new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (globalThis.shifted += value)))
    .observe({ type: 'layout-shift', buffered: true });`);
  await page.route('**/api/holidays', async (route) => {
    await pause(800);
    await route.continue();
  });
  const scripts: string[] = [];
  page.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url())));
  await page.goto('/offers');
  await page.getByRole('link', { name: 'Ferienprogramm' }).waitFor();
  const atFirst = await page.evaluate(() => document.querySelectorAll('script[src], link[rel="modulepreload"]').length);
  await pause(500);
  expect(scripts.length).toBeLessThanOrEqual(atFirst);
  expect(await page.evaluate('globalThis.shifted')).toBe(0);
});
