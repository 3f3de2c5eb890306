import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { roleNames, type Role } from '../../src/shared/kernel/roles.ts';
import { clubLooks, clubNames, defaultClubs } from '../../src/shared/kernel/clubs.ts';
import { mayOpen, pageNames, pageOf, type PageName } from '../../src/shared/kernel/pages.ts';
import { readPreloads } from '../../src/server/office/site/preloads.ts';
import { projectRoot } from '../../src/server/platform/process/root.ts';
import { desktop, phone, stage } from './person.ts';

const play = stage();
const { visit } = play;

test.each(clubNames)('the host of %s shows its name, colour, picture and footer links', async (club) => {
  const page = await visit({ club });
  await page.goto('/');
  const { displayName, title, slogan, footerLinks, image } = defaultClubs[club];
  await page.getByRole('heading', { level: 1, name: displayName }).waitFor();
  expect(await page.title()).toBe(title);
  expect(await page.getByText(slogan).count()).toBe(1);
  expect(await page.locator('main img').first().getAttribute('src')).toBe(image);
  expect(await page.locator('link[rel=icon]').getAttribute('href')).toBe(clubLooks[club].favicon);
  expect(await page.locator('meta[name=theme-color]').getAttribute('content')).toBe(clubLooks[club].themeColor);
  const primary = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-club-6').trim());
  expect(primary.toUpperCase()).toBe(clubLooks[club].primary[6]);
  const footer = page.getByRole('navigation', { name: 'Fußzeile' });
  for (const { text, link } of footerLinks) expect(await footer.getByRole('link', { name: text }).getAttribute('href')).toBe(link);
  // To end or withdraw from a contract, and the statement on accessibility.
  expect(await footer.getByRole('link').count()).toBe(footerLinks.length + 3);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 });
    for (const link of await page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link').all()) {
      const { x, width: wide } = (await link.boundingBox()) ?? { x: -1, width: 0 };
      expect(x >= 0 && x + wide <= width, `„${await link.textContent()}“ at ${width} px`).toBe(true);
    }
  }
});

test('login and admin links show for RWA and SCB, never for GSV, whose /login still works by its address', async () => {
  for (const club of clubNames) {
    const visitor = await visit({ club });
    await visitor.goto('/');
    await visitor.getByRole('heading', { level: 1 }).waitFor();
    expect(await visitor.getByRole('link', { name: 'Einloggen' }).count()).toBe(club === 'GSV' ? 0 : 1);
    // The pages of the admin area without a role rule show it in their head, whole on a phone too.
    await visitor.setViewportSize(phone.viewport);
    await visitor.goto('/admin/versionInfo');
    await visitor.getByRole('heading', { name: /^v2\.4 vom \d\d\.\d\d\.\d{4}$/ }).waitFor();
    const links = await visitor.getByRole('link', { name: 'Einloggen' }).all();
    expect(links).toHaveLength(club === 'GSV' ? 0 : 1);
    for (const link of links) expect(await link.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
    const board = await visit({ club, role: 'admin' });
    await board.goto('/');
    await board.getByRole('heading', { level: 1 }).waitFor();
    await board.getByRole('button', { name: 'Mein Konto' }).click();
    expect(await board.getByRole('link', { name: 'Verwaltung' }).count()).toBe(club === 'GSV' ? 0 : 1);
  }
  const page = await visit({ club: 'GSV' });
  await page.goto('/login');
  await page.getByLabel('E-Mail').first().waitFor();
});

test('from page to page the focus goes to the new content, for visitors and in the frame of the staff', async () => {
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.closest('#content') !== null);
  const visitor = await visit();
  await visitor.goto('/');
  await visitor.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name: 'Angebote' }).focus();
  await visitor.keyboard.press('Enter');
  await visitor.getByRole('heading', { level: 1, name: 'Angebote' }).waitFor();
  await expect.poll(() => focused(visitor)).toBe(true);
  const board = await visit({ role: 'admin' });
  await board.goto('/admin/departments');
  await board.getByRole('link', { name: 'Mitglieder', exact: true }).press('Enter');
  await board.getByRole('heading', { level: 1, name: 'Mitgliederübersicht' }).waitFor();
  await expect.poll(() => focused(board)).toBe(true);
});

test('an unknown address shows the error screen with the texts of the specification, and its button leads home', async () => {
  const page = await visit(phone);
  const answer = await page.goto('/gibt/es/nicht');
  expect(answer?.status()).toBe(404);
  await page.getByText('Es ist ein Fehler auftegreten:').waitFor();
  expect(await page.getByText('404', { exact: true }).count()).toBe(1);
  expect(await page.getByText('Page not found: /gibt/es/nicht').count()).toBe(1);
  await page.getByRole('link', { name: 'Zurück zur Hauptseite' }).click();
  await page.getByRole('heading', { level: 1, name: defaultClubs.RWA.displayName }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('a page whose feature is off for the club shows the error screen', async () => {
  const page = await visit({ club: 'SCB' });
  const answer = await page.goto('/news');
  expect(answer?.status()).toBe(404);
  await page.getByText('Page not found: /news').waitFor();
});

/** Pages of one record: whether it is there and who may see it is shown where the record is tested. */
const recordPages = new Set<PageName>([
  'member',
  'course',
  'rwaContent',
  'scbContent',
  'gsvContent',
  'registration',
  'trial',
  'watch',
  'ownHallRequest',
  'helpers',
  'unsubscribe',
  'hall',
  'profilePart',
]);

/** Who has neither the fewest nor the most rights goes from page to page without another load: the guards are the same. */
const inOneLoad = new Set<Role | undefined>(['reader', 'trainer', 'editor', 'admin']);

/** Leads an open page on as its history does; the title of the page before does not count. */
async function moveTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    document.title = '';
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

test.each([undefined, ...roleNames])('every page opens for the role %s as the table says, or leads to the start page', async (role) => {
  const page = await visit({ role });
  for (const name of pageNames) {
    if (recordPages.has(name)) continue;
    const { path, title } = pageOf(name);
    const address = path.replace(/\/\$$/, '').replaceAll(/\$\w+/g, 'x');
    await (inOneLoad.has(role) && page.url() !== 'about:blank'
      ? moveTo(page, address)
      : page.goto(address, { waitUntil: 'domcontentloaded' }));
    if (mayOpen(pageOf(name), role)) {
      const isOpen = role !== undefined && name === 'login' ? /.*/ : new RegExp(name === 'home' ? defaultClubs.RWA.title : `^${title} – `);
      await expect.poll(() => page.title(), { message: `${role ?? 'nobody'} at ${address}` }).toMatch(isOpen);
      // Who is signed in is led on from there, once that page has come; the next step must not be overtaken by it.
      if (role !== undefined && name === 'login') await expect.poll(() => new URL(page.url()).pathname).not.toBe(address);
    } else {
      await expect.poll(() => new URL(page.url()).pathname, { message: `${role ?? 'nobody'} at ${address}` }).toBe('/');
    }
  }
});

test('the chosen colour mode is kept in this browser and stands before the first paint', async () => {
  const page = await visit({ colorScheme: 'light' });
  await page.goto('/');
  await page.getByRole('button', { name: 'Dunkle Ansicht' }).click();
  expect(await page.evaluate(() => localStorage.getItem('color-mode'))).toBe('dark');
  await page.reload();
  expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
  await page.getByRole('button', { name: 'Helle Ansicht' }).waitFor();
});

test('when the server runs another build, the page offers to load it', async () => {
  const page = await visit();
  await page.route('**/build.json', (route) => route.fulfill({ json: { build: 'another' } }));
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const button = page.getByRole('button', { name: 'Neue Version laden' });
  const lookAgain = async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    return button.isVisible();
  };
  await expect.poll(lookAgain).toBe(true);
  await Promise.all([page.waitForEvent('load'), button.click()]);
});

const preloads = await readPreloads(path.join(projectRoot, 'dist/web'));

/** The addresses of the files that a page needs and another one has not loaded. */
function onlyOf(page: PageName, other: PageName): (url: URL) => boolean {
  const files = preloads[page]?.filter((file) => file.endsWith('.js') && !preloads[other]?.includes(file)) ?? [];
  expect(files.length).toBeGreaterThan(0);
  return ({ pathname }) => files.includes(pathname.slice(1));
}

test('a part of the page that cannot be loaded any more reloads the page once, not again within ten seconds', async () => {
  const page = await visit();
  let loads = 0;
  page.on('load', () => loads++);
  // However slow the machine, the ten seconds are not over.
  await page.clock.setFixedTime(new Date());
  await page.route(onlyOf('events', 'home'), (route) => route.abort());
  await page.goto('/');
  // The links of the server's words load a page as a whole.
  await page.locator('#words').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Termine', exact: true }).first().click();
  await expect.poll(() => loads).toBe(2);
  await page.getByText('Es ist ein Fehler auftegreten:').waitFor();
  expect(loads).toBe(2);
});

test('without a line a link to a page that is not there yet says so, and nothing that was typed is lost', async () => {
  const page = await visit();
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
  await page.route(onlyOf('offers', 'login'), (route) => route.abort('internetdisconnected'));
  // Before anything is asked for: with a line the page would reload for its lost part.
  await page.route('**/build.json', (route) => route.abort('internetdisconnected'));
  await page.goto('/login');
  const address = page.getByRole('textbox', { name: 'E-Mail-Adresse' });
  await address.fill('tippen@example.org');
  await page.getByLabel('Passwort', { exact: true }).fill('geheim-und-lang');
  const told = page.waitForEvent('console', (message) => message.text() === 'sign-in: network-request-failed');
  await page.getByRole('main').getByRole('button', { name: 'Einloggen', exact: true }).click();
  await told;
  await page.getByText('Keine Verbindung', { exact: true }).waitFor();
  expect(await address.inputValue()).toBe('tippen@example.org');
  await page.getByRole('link', { name: 'Angebote', exact: true }).first().click();
  await page.getByText('Keine Verbindung. Bitte prüfen Sie das Netz').waitFor();
  // While a lost part is still asked about, a line that is back reloads the page by itself.
  await page.waitForLoadState('networkidle');
  await page.unrouteAll();
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Noch einmal versuchen' }).click()]);
  await page.getByRole('heading', { name: 'Angebote', level: 1 }).waitFor();
});

test('in the frame of the staff the title of a page stands while its code is on the way, and stays as the content comes', async () => {
  const page = await visit({ role: 'admin' });
  await page.goto('/admin/departments');
  await page.getByRole('heading', { level: 1, name: pageOf('adminDepartments').title }).waitFor();
  const { promise: isLetThrough, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route(onlyOf('adminBookings', 'adminDepartments'), async (route) => {
    await isLetThrough;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Belegung', exact: true }).click();
  const title = page.getByRole('heading', { level: 1, name: pageOf('adminBookings').title });
  await title.waitFor();
  const before = await title.boundingBox();
  expect(await page.getByRole('button', { name: 'Freie Zeit suchen' }).count()).toBe(0);
  letThrough();
  await page.getByRole('button', { name: 'Freie Zeit suchen' }).waitFor();
  expect(await title.boundingBox()).toEqual(before);
});

test('what was sent without a line, before the page had called anything, stays typed and goes out once the line is back', async () => {
  const page = await visit();
  await page.goto('/contracts/cancel');
  await page.getByLabel('Ihr Name').fill('Jo Muster');
  await page.getByLabel('E-Mail-Adresse').fill('jo@example.org');
  await page.getByLabel(/^Vertrag/).fill('Badminton');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Jetzt kündigen' }).click();
  await page.getByRole('alert').getByText('Keine Verbindung.').waitFor();
  await page.getByLabel('Einem bestimmten Tag').check();
  await page.getByText('Das konnte nicht geladen werden.').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await page.getByLabel('Tag', { exact: true }).waitFor();
  await page.getByLabel('Nächstmöglichen Zeitpunkt').check();
  expect(await page.getByLabel('Ihr Name').inputValue()).toBe('Jo Muster');
  await page.getByRole('button', { name: 'Jetzt kündigen' }).click();
  await page.getByRole('heading', { name: 'Eingegangen' }).waitFor();
});

test('icons that do not come leave their room empty, and everything else works', async () => {
  const page = await visit();
  await page.route('**/icons/**', (route) => route.abort());
  await page.goto('/');
  await page
    .getByRole('link', { name: /Mein Verein/ })
    .first()
    .click();
  await page.waitForURL('**/myClub');
  await page.getByRole('heading', { level: 1 }).waitFor();
});

test('a link that somebody points at loads its page beforehand; on a slow line it does not', async () => {
  for (const isSlow of [false, true]) {
    const page = await visit();
    if (isSlow)
      await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { effectiveType: '2g', saveData: false } }));
    const payloads: string[] = [];
    page.on('request', (request) => request.url().includes('/payload/') && payloads.push(new URL(request.url()).pathname));
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Hilfe' }).hover();
    if (isSlow) {
      await page.getByRole('link', { name: 'Rückmeldung' }).click();
      await expect.poll(() => payloads).toContain('/payload/feedback.json');
      expect(payloads).not.toContain('/payload/support.json');
    } else {
      await expect.poll(() => payloads).toContain('/payload/support.json');
    }
  }
});

test('what one board member changes, the other sees without a reload, even when the change comes before the stream stands', async () => {
  const watching = await visit({ role: 'admin' });
  const changed = Promise.withResolvers<void>();
  await watching.route(/\/live/, async (route) => {
    await changed.promise;
    return route.continue();
  });
  await watching.goto('/admin/user');
  await watching.getByText('Rotmuster, Rosa').first().waitFor();
  const acting = await play.server.signedIn('super');
  const { body } = await acting.get<{ rows: { id: string; email: string; version: number }[] }>('/api/users?club=RWA&search=reader');
  const rosa = body.rows[0];
  await acting.send('PATCH', `/api/users/${rosa?.id}`, {
    firstname: 'Rosalinde',
    lastname: 'Rotmuster',
    memberId: '',
    version: rosa?.version,
  });
  changed.resolve();
  await watching.getByText('Rotmuster, Rosalinde').first().waitFor();

  const reading = await visit({ role: 'super' });
  await reading.goto('/admin/audit');
  await reading.getByRole('tab', { name: 'Protokoll' }).click();
  await reading.getByText('Benutzer geändert: Rosa Rotmuster').first().waitFor();
  await acting.send('PATCH', `/api/users/${rosa?.id}`, {
    firstname: 'Rosa',
    lastname: 'Rotmuster',
    memberId: '',
    version: (rosa?.version ?? 0) + 1,
  });
  await reading.getByText('Benutzer geändert: Rosalinde Rotmuster').first().waitFor();
});

test('a page whose stream was refused asks for it again and hears what it missed', async () => {
  const watching = await visit({ role: 'admin' });
  const refused: string[] = [];
  await watching.route(
    /\/live/,
    (route) => {
      refused.push(route.request().url());
      return route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{}' });
    },
    { times: 1 },
  );
  await watching.goto('/admin/events?tab=events');
  await watching.getByRole('tabpanel').getByRole('button', { name: 'Termin anlegen' }).waitFor();
  await expect.poll(() => refused.length).toBe(1);
  const editor = await play.server.signedIn('editor');
  const [startsAt, endsAt] = [240, 242].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString());
  const { status } = await editor.post('/api/events', { title: 'Probelauf', kind: 'festival', startsAt, endsAt });
  expect(status).toBe(200);
  await watching.getByRole('button', { name: 'Probelauf' }).waitFor();
});

test('a course and its text are read before the app has come, and without scripts at all', async () => {
  const slug = 'rwa-kinderturnen-1';
  const without = await visit({ ...phone, javaScriptEnabled: false });
  await without.goto(`/id/${slug}`);
  const title = await without.getByRole('heading', { level: 1 }).innerText();
  expect(await without.getByRole('term').allInnerTexts()).toEqual(expect.arrayContaining(['Wann', 'Wo', 'Preis']));
  await without.getByRole('link', { name: 'Angebote' }).click();
  await without.getByRole('link', { name: title, exact: true }).waitFor();

  const slow = await visit(phone);
  let send = () => undefined as void;
  const held = new Promise<void>((resolve) => (send = resolve));
  await slow.route(/\/assets\/.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await slow.goto(`/id/${slug}`, { waitUntil: 'commit' });
  const words = slow.locator('#words');
  await words.getByRole('heading', { level: 1, name: title }).waitFor();
  send();
  await words.waitFor({ state: 'detached' });
  expect(await slow.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual([title]);

  // The look of the words ends with them: the page is drawn by the styles of the app alone.
  const [drawn, alone] = await slow.evaluate(() => {
    const look = () => {
      const { fontFamily, color, backgroundColor, lineHeight } = getComputedStyle(document.body);
      return { fontFamily, color, backgroundColor, lineHeight };
    };
    const before = look();
    [...document.querySelectorAll('style')].find(({ textContent }) => textContent.includes('#words'))?.remove();
    return [before, look()];
  });
  expect(drawn).toEqual(alone);
});

test('the frame of a public page asks for no icons: its own are built in', async () => {
  const page = await visit({ club: 'RWA' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/support');
  await page.getByRole('button', { name: 'Dunkle Ansicht' }).locator('svg path').first().waitFor({ state: 'attached' });
  expect(asked.filter((pathname) => pathname.startsWith('/icons/'))).toEqual([]);
});

test('from a public page one comes to the menu of the staff as it is after a reload', async () => {
  const page = await visit({ role: 'admin', ...desktop });
  const colour = async () => {
    const entry = page.getByRole('navigation', { name: 'Verwaltung' }).getByRole('link', { name: 'Mitglieder', exact: true });
    return entry.evaluate((link) => getComputedStyle(link).color);
  };
  await page.goto('/');
  await page.getByRole('button', { name: 'Mein Konto' }).click();
  await page.getByRole('link', { name: 'Verwaltung' }).click();
  const arrived = await colour();
  await page.reload();
  expect(arrived).toBe(await colour());
});
