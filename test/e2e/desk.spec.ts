import { expect, test } from 'vitest';
import { clubNames } from '../../src/shared/kernel/clubs.ts';
import { desktop, phone, stage } from './person.ts';

const staged = stage();

test.each(clubNames)(
  'on the start page of %s the search for an offer stands in the first screen of a phone and leads to what was meant',
  async (club) => {
    const page = await staged.visit({ club, ...phone });
    await page.goto('/');
    const field = page.getByRole('searchbox', { name: 'Angebot suchen' });
    await field.waitFor();
    const box = await page.getByRole('button', { name: 'Angebote zeigen' }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(phone.viewport.height);
    await field.fill('turnen');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/offers?q=turnen');
    await page.getByRole('heading', { level: 1, name: 'Angebote' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Kinder', exact: true }).click();
    await page.waitForURL('**/offers?group=children');
  },
);

test('a member that lies open has an address: the way back closes it, a link opens it', async () => {
  const page = await staged.visit({ role: 'admin', ...desktop });
  await page.goto('/admin/members?sort=number');
  await page.locator('tr[data-row] [data-name] a, tr[data-row] [data-name] button').first().click();
  const drawer = page.getByRole('dialog', { name: 'Mitglied' });
  await drawer.getByRole('heading', { level: 2 }).nth(1).waitFor();
  const address = page.url();
  expect(new URL(address).searchParams.get('open')).toMatch(/^[0-9a-f-]{36}$/);
  await page.goBack();
  await drawer.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).search).toBe('?sort=number');
  await page.goto(address);
  await drawer.getByRole('heading', { level: 2 }).nth(1).waitFor();
  await page.goto('/admin/members?open=3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11');
  await drawer
    .getByText(/gibt es nicht/)
    .first()
    .waitFor();
});

test('beside the list of members one walks from record to record, by key and by button, and on to the page of the last one', async () => {
  const page = await staged.visit({ role: 'admin', ...desktop });
  await page.goto('/admin/members?sort=number');
  const names = page.locator('tr[data-row] [data-name] button');
  await names.nth(2).waitFor();
  const [first, second, third] = (await names.allTextContents()).map((name) => name.split(', ').toReversed().join(' '));
  await names.first().click();
  const drawer = page.getByRole('dialog', { name: 'Mitglied' });
  const shows = async (name: string | undefined) => drawer.getByRole('heading', { level: 2, name, exact: true }).waitFor();
  await shows(first);
  await drawer.getByText(/^1 von \d+$/).waitFor();
  await page.keyboard.press('j');
  await shows(second);
  await drawer.getByRole('button', { name: 'Nächste Zeile' }).click();
  await shows(third);
  await page.keyboard.press('k');
  await shows(second);
  await drawer.getByText(/^2 von \d+$/).waitFor();
  // One step back closes the drawer, however far one has walked.
  await page.goBack();
  await drawer.waitFor({ state: 'hidden' });
  await page.goForward();
  await shows(second);
  await drawer.getByRole('link', { name: 'Als Seite öffnen' }).click();
  await page.waitForURL(/\/member\/[0-9a-f-]{36}$/);
});

test.each([1024, 1920])(
  'at %i px a record stands beside the list, which stays usable and keeps the focus where one works',
  async (width) => {
    const page = await staged.visit({ role: 'admin', viewport: { width, height: 900 } });
    await page.goto('/admin/members?sort=number');
    const names = page.locator('tr[data-row] [data-name] button');
    await names.nth(4).waitFor();
    await names.first().click();
    const record = page.getByRole('dialog', { name: 'Mitglied' });
    const place = (number: number) => record.getByText(new RegExp(`^${number} von \\d+$`)).waitFor();
    await place(1);
    const [list, beside] = await Promise.all([page.locator('[data-list]').boundingBox(), record.boundingBox()]);
    expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0);
    expect((await names.first().boundingBox())?.width).toBeGreaterThan(60);
    await names.nth(3).click();
    await place(4);
    await names.nth(1).focus();
    await page.keyboard.press('j');
    await place(5);
    expect(await names.nth(4).evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await record.waitFor({ state: 'hidden' });
    await expect.poll(() => names.nth(4).evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  },
);

test('the first column stays in sight while the others are moved sideways; a dragged width is kept', async () => {
  const page = await staged.visit({ role: 'admin', viewport: { width: 1024, height: 800 } });
  await page.goto('/admin/departments');
  const name = page.locator('tr[data-row] [data-name]').first();
  const widthOfName = async () => (await name.boundingBox())?.width ?? 0;
  await name.waitFor();
  const first = await widthOfName();
  await name.getByRole('button').click();
  await page.getByRole('dialog').waitFor();
  const before = await name.boundingBox();
  const box = page.locator('[data-list] > :has(table)');
  expect(await box.evaluate((one) => ((one.scrollLeft = 150), one.scrollLeft))).toBe(150);
  expect((await name.boundingBox())?.x).toBe(before?.x);
  await page.keyboard.press('Escape');
  // The list is wider without the record beside it, and has more columns a moment later: the edge moves until then.
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await box.evaluate((one) => (one.scrollLeft = 0));
  await expect.poll(widthOfName).toBe(first);
  const edge = page.getByRole('separator', { name: 'Breite von Name' });
  // It waits until the edge stands still and takes the mouse.
  await edge.hover({ position: { x: 6, y: 8 } });
  const at = await edge.boundingBox();
  const [x, y] = [(at?.x ?? 0) + 6, (at?.y ?? 0) + 8];
  await page.mouse.down();
  await page.mouse.move(x + 40, y, { steps: 4 });
  await page.mouse.move(x + 80, y, { steps: 4 });
  await page.mouse.up();
  const widened = async () => Math.round((await widthOfName()) - first);
  await expect.poll(widened).toBe(80);
  await page.reload();
  await name.waitFor();
  await expect.poll(widened).toBe(80);
  await edge.dblclick();
  await expect.poll(widthOfName).toBe(first);
});

test('on a phone a record is a page of its own; its way back leads to the same place of the list', async () => {
  const page = await staged.visit({ role: 'admin', ...phone });
  await page.goto('/admin/members?sort=number');
  const cards = page.getByRole('list', { name: 'Mitglieder' }).getByRole('listitem');
  await cards.nth(5).waitFor();
  await cards.nth(5).getByRole('button').last().click();
  const record = page.getByRole('dialog', { name: 'Mitglied' });
  expect((await record.boundingBox())?.width).toBe(phone.viewport.width);
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(100);
  expect(await record.getByRole('heading', { level: 2, name: 'Mitglied' }).evaluate((one) => one === document.activeElement)).toBe(true);
  await record.getByRole('button', { name: 'Zurück zur Liste' }).click();
  await record.waitFor({ state: 'hidden' });
  expect(await page.evaluate(() => scrollY)).toBe(before);
});

test('whom the club honours next year stands beside the members, opens by its name, and the way back leads there again', async () => {
  const page = await staged.visit({ role: 'admin', ...desktop });
  await page.goto('/admin/members');
  await page.getByRole('tab', { name: 'Geburtstage und Jubiläen' }).click();
  await page.getByRole('combobox', { name: 'Zeitraum' }).click();
  await page.getByRole('option', { name: 'Nächstes Jahr' }).click();
  await page.getByText(/Anlässe vom 01\.01\.\d{4} bis 31\.12\.\d{4}/).waitFor();
  const row = page
    .locator('tr[data-row]')
    .filter({ hasText: /\d+\. Geburtstag/ })
    .first();
  const name = (await row.locator('[data-name] button').textContent()) ?? '';
  await row.locator('[data-name] button').click();
  const drawer = page.getByRole('dialog', { name: 'Mitglied' });
  await drawer.getByRole('heading', { level: 2, name: name.split(', ').toReversed().join(' ') }).waitFor();
  await page.goBack();
  await drawer.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).search).toBe('?tab=honours&period=nextYear');
});

test('keys alone walk through a list, tick and open; whoever turned them off types letters in peace', async () => {
  const page = await staged.visit({ role: 'admin', ...desktop });
  await page.goto('/admin/members');
  const rows = page.locator('tr[data-row]');
  await rows.first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  const ticked = rows.locator('input[type=checkbox]');
  await expect.poll(() => ticked.nth(1).isChecked()).toBe(true);
  await page.keyboard.press('k');
  await page.keyboard.press('J');
  await expect.poll(() => ticked.nth(0).isChecked()).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Mitglied' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Mitglied' }).waitFor({ state: 'hidden' });
  // A charge has a menu, which opens by its key, too, and closes again.
  await page.goto('/admin/money/charges');
  await rows.first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('.');
  await page.getByRole('menuitem', { name: 'Als bezahlt vermerken' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem', { name: 'Als bezahlt vermerken' }).waitFor({ state: 'hidden' });
  await page.goto('/admin/members');
  await rows.first().waitFor();
  await page.keyboard.press('/');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');
  await page.keyboard.type('jx');
  await page.waitForURL(/search=jx/);

  await page.goto('/admin/members');
  await page.getByRole('button', { name: /^Konto von/ }).click();
  await page.getByRole('menuitem', { name: 'Tastenkürzel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tastenkürzel' });
  await dialog.getByRole('switch', { name: 'Einzelne Tasten in Listen' }).click();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await rows.first().waitFor();
  await page.keyboard.press('j');
  expect(await page.evaluate(() => document.activeElement?.closest('tr[data-row]') === null)).toBe(true);
});

test('the head of a long list stays in sight while one scrolls', async () => {
  const page = await staged.visit({ role: 'admin', ...desktop });
  for (const address of ['/admin/members', '/admin/money/charges', '/admin/courses']) {
    await page.goto(address);
    const rows = page.locator('tr[data-row]');
    await rows.nth(12).waitFor();
    const head = page.locator('[data-list] thead th').nth(1);
    await page.mouse.move(700, 600);
    await page.mouse.wheel(0, 900);
    await expect.poll(async () => (await rows.first().boundingBox())?.y ?? -1).toBeLessThan(60);
    const box = await head.boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= desktop.viewport.height).toBe(true);
    expect(
      await head.evaluate((one) =>
        one.contains(document.elementFromPoint(one.getBoundingClientRect().x + 12, one.getBoundingClientRect().y + 18)),
      ),
    ).toBe(true);
  }
});

test('on a phone the open tab of a page stands whole in its line, wherever in it', async () => {
  const page = await staged.visit({ role: 'admin', ...phone });
  for (const tab of ['liste', 'erstattungen', 'anfang']) {
    await page.goto(`/admin/money/charges?tab=${tab}`);
    const open = page.getByRole('tab', { selected: true });
    await open.waitFor();
    await expect
      .poll(async () => {
        const box = await open.boundingBox();
        return box !== null && box.x >= 0 && box.x + box.width <= phone.viewport.width;
      })
      .toBe(true);
  }
});

test('the rows of a list are asked for as soon as its entry in the menu is pointed at, once, as the page then shows them', async () => {
  const page = await staged.visit({ role: 'admin', ...desktop });
  await page.goto('/admin');
  const entries = {
    '/api/members': 'Mitglieder',
    '/api/charges': 'Forderungen',
    '/api/manage/courses': 'Sportangebote',
    '/api/participants/courses': 'Teilnehmende',
    '/api/operationals': 'Helferlisten',
    '/api/trainer-files': 'Übungsleitende',
    '/api/organisations': 'Organisationen',
  };
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    // The charges ask for all offers, to name them; the list of offers asks for those of its filter.
    const isOfList = pathname !== '/api/manage/courses' || search.includes('status=');
    if (pathname in entries && isOfList) asked.push(pathname + search);
  });
  for (const [path, entry] of Object.entries(entries)) {
    const link = page.getByRole('navigation', { name: 'Verwaltung' }).getByRole('link', { name: entry, exact: true });
    const first = page.waitForRequest((request) => new URL(request.url()).pathname === path);
    await link.hover();
    await first;
    await link.click();
    await page.locator('main tbody tr, main nav li').first().waitFor();
  }
  expect(asked.map((one) => one.split('?')[0])).toEqual(Object.keys(entries));
});

test('on the narrowest phone each word of a choice of segments is read whole', async () => {
  const page = await staged.visit({ role: 'admin', ...phone, viewport: { width: 320, height: 640 } });
  await page.goto('/admin/participants?tab=sessions&view=days');
  const choice = page.getByRole('radiogroup', { name: 'Welche Kurstermine' });
  await choice.waitFor();
  const cut = await choice.evaluate((group) => {
    const end = group.getBoundingClientRect().right;
    return [...group.querySelectorAll('label')]
      .filter((label) => label.scrollWidth > label.clientWidth || label.getBoundingClientRect().right > end)
      .map((label) => label.textContent);
  });
  expect(cut).toEqual([]);
});
