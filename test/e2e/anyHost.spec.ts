import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { clubShades } from '../../src/shared/kernel/look/look.ts';
import { demoPassword, emailOf } from '../harness.ts';
import { desktop, phone, stage } from './person.ts';

const play = stage(phone);
const { visit } = play;

/** An open course of RWA, with a price and room. */
async function openCourse(): Promise<{ slug: string; title: string }> {
  const [row] = await play.server.sql<{ slug: string; title: string }>(
    `insert into course (id, club, slug, number, kind, title, places_max, starts_on, status, requires_guardian, created_at, updated_at)
     values (gen_random_uuid(), 'RWA', 'ueberall-' || floor(random() * 1e9), 'U-' || floor(random() * 1e9), 'course', 'Kurs für alle', 9,
       current_date + 30, 'published', true, now(), now()) returning slug, title`,
  );
  if (!row) throw new Error('no course');
  await play.server.sql(
    "insert into course_price (course_id, category, cents) select id, category, 7000 from course, unnest(array['member', 'non_member']) category where slug = $1",
    [row.slug],
  );
  return row;
}

/** Whether an element lies within what the screen shows. */
const isInView = (page: Page, name: string) =>
  page.getByRole('heading', { name }).evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

test("a guest on the association's site gets into a course of a club, knows whose it is and what it costs, and sees what is still to do", async () => {
  const { slug } = await openCourse();
  const page = await visit({ ...phone, club: 'GSV' });
  await page.goto(`/id/${slug}`);
  await page.getByText('Angebot von Rot-Weiß Auenfeld').waitFor();
  await page.getByText('Mitglieder von Rot-Weiß Auenfeld').waitFor();
  expect(await page.title()).toBe('Kurs für alle – Rot-Weiß Auenfeld');
  expect(await page.locator('a[href^="/login"], a[href^="/admin"]').count()).toBe(0);
  await page.getByRole('link', { name: 'Konto bei Rot-Weiß Auenfeld? Dort weitermachen' }).waitFor();
  await page.getByRole('button', { name: 'Jetzt anmelden' }).click();
  await page.getByLabel('Vorname').fill('Gerda');
  await page.getByLabel('Nachname').fill('Gast');
  await page.getByLabel('Geburtsdatum').fill('24.12.1980');
  await page.getByLabel('E-Mail').fill('gerda@example.org');
  await page.getByText('Preis: 70,00 € für den Kurs').waitFor();
  await page.getByText('Vertragspartner: Rot-Weiß Auenfeld').waitFor();
  await page.getByLabel('Ich melde verbindlich an').check();
  await page.getByRole('button', { name: 'Zahlungspflichtig anmelden' }).click();
  const told = 'Fast geschafft: Bitte Mail bestätigen';
  await page.getByRole('heading', { name: told }).waitFor();
  expect(await page.getByText('innerhalb von 30 Minuten').count()).toBe(1);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(told);
  expect(await isInView(page, told)).toBe(true);
  expect(await play.server.latestMail('gerda@example.org')).toContain('rwa.localhost');
});

/** Goes on by the tabulator, until what bears this name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  for (let turn = 0; turn < 60; turn++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const one = document.activeElement;
      const labels = one && 'labels' in one ? [...((one as HTMLInputElement).labels ?? [])] : [];
      return (one?.getAttribute('aria-label') ?? (labels.map(({ textContent }) => textContent).join(' ') || one?.textContent) ?? '').trim();
    });
    if (typeof name === 'string' ? at.startsWith(name) : name.test(at)) return;
    passed.push(at);
  }
  throw new Error(`${name} was not among ${passed.join(' | ')}`);
}

test('a guest signs a child up by the keyboard alone, from the top of the page to the confirmed seat', async () => {
  const { slug } = await openCourse();
  const page = await visit(desktop);
  await page.goto(`/id/${slug}`);
  await page.getByRole('button', { name: 'Jetzt anmelden' }).waitFor();
  await tabTo(page, 'Jetzt anmelden');
  await page.keyboard.press('Enter');
  await page.getByLabel('Vorname').first().waitFor();
  for (const [label, text] of [
    ['Vorname', 'Tasta'],
    ['Nachname', 'Tur'],
    ['Geburtsdatum', '3.4.2018'],
    ['Vorname eines Elternteils', 'Tabea'],
    ['Nachname eines Elternteils', 'Tur'],
    ['Notfallnummer', '0171 1234567'],
  ] as const) {
    await tabTo(page, label);
    await page.keyboard.type(text);
  }
  await tabTo(page, /wird abgeholt|geht allein/);
  await page.keyboard.press('Space');
  await tabTo(page, 'E-Mail');
  await page.keyboard.type('tabea@example.org');
  await tabTo(page, 'Ich melde verbindlich an');
  await page.keyboard.press('Space');
  await tabTo(page, 'Zahlungspflichtig anmelden');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Fast geschafft: Bitte Mail bestätigen' }).waitFor();
  const { pathname } = new URL(/http\S+registration\S+/.exec(await play.server.latestMail('tabea@example.org'))?.[0] ?? '');
  await page.goto(pathname);
  await page.getByRole('button', { name: 'Zahlungspflichtig bestätigen' }).waitFor();
  await tabTo(page, 'Zahlungspflichtig bestätigen');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => play.server.sql("select e.state from enrolment e join person p on p.id = e.person_id where p.firstname = 'Tasta'"))
    .toEqual([{ state: 'confirmed' }]);
});

test('from a course to the sign-in and back, with an account or a new one, one stands at the sign-up of that course', async () => {
  const { slug } = await openCourse();
  const parent = await visit();
  await parent.goto(`/id/${slug}`);
  await parent.getByRole('link', { name: /^Mit Konto anmelden/ }).click();
  await parent.waitForURL('**/login?back=*');
  await parent.getByLabel('E-Mail').fill(emailOf('reader'));
  await parent.getByLabel('Passwort', { exact: true }).fill(demoPassword);
  await parent.getByRole('button', { name: 'Einloggen', exact: true }).click();
  await parent.waitForURL(`**/id/${slug}#anmelden`);
  await parent.getByRole('group', { name: 'Wer kommt?' }).waitFor();

  const newcomer = await visit();
  await newcomer.goto(`/id/${slug}`);
  await newcomer.getByRole('link', { name: /^Mit Konto anmelden/ }).click();
  await newcomer.getByRole('link', { name: 'Jetzt Konto anlegen' }).click();
  await newcomer.getByLabel('Vorname').fill('Nele');
  await newcomer.getByLabel('Nachname').fill('Neu');
  await newcomer.getByLabel('E-Mail').fill('nele@example.org');
  await newcomer.getByLabel('Passwort', { exact: true }).fill('zwölf Boxkämpfer jagen');
  await newcomer.getByRole('button', { name: 'Konto anlegen' }).click();
  await newcomer.getByText('Fast geschafft.').waitFor();
  const { pathname, search, hash } = new URL(/http\S+/.exec(await play.server.latestMail('nele@example.org'))?.[0] ?? '');
  await newcomer.goto(pathname + search + hash);
  await newcomer.getByRole('button', { name: 'Bestätigen' }).click();
  await newcomer.waitForURL(`**/id/${slug}#anmelden`);
  await newcomer.getByRole('button', { name: 'Eintragen', exact: true }).waitFor();
});

test('a visitor at a page that needs an account reads why it is the start page, and is one sign-in away', async () => {
  const page = await visit();
  await page.goto('/profile');
  await page.getByText('„Mein Profil“ sehen Sie nach dem Einloggen.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await page.getByRole('link', { name: 'Jetzt einloggen' }).click();
  await page.getByLabel('E-Mail').fill(emailOf('reader'));
  await page.getByLabel('Passwort', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Einloggen', exact: true }).click();
  await page.waitForURL('**/profile');
  const elsewhere = await visit({ ...phone, club: 'GSV' });
  await elsewhere.goto('/profile');
  await elsewhere.getByText('„Mein Profil“ sehen Sie nach dem Einloggen.').waitFor();
  expect(await elsewhere.locator('a[href^="/login"]').count()).toBe(0);
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example/', '/.//evil.example', '/login?back=/login', '/admin/members'])(
  'no address of the sign-in leads anywhere but to a page that the reader may open: %s',
  async (back) => {
    const page = await visit({ ...phone, role: 'reader' });
    await page.goto(`/login?back=${encodeURIComponent(back)}`);
    await page.waitForURL((url) => url.pathname === '/');
    expect(new URL(page.url()).hostname).toBe('rwa.localhost');
  },
);

const openAccount = (page: Page) => page.getByRole('button', { name: 'Mein Konto' }).click();

test.each(['RWA', 'SCB', 'GSV'] as const)('whoever is signed in reaches the profile and gets out again on the site of %s', async (club) => {
  const page = await visit({ ...phone, club, role: 'admin' });
  await page.goto('/events');
  await openAccount(page);
  await page.getByRole('link', { name: 'Mein Profil' }).waitFor();
  expect(await page.getByRole('link', { name: 'Verwaltung' }).count()).toBe(club === 'GSV' ? 0 : 1);
  if (club === 'GSV') {
    await page.goto('/admin/mobile/eventList');
    expect(await page.getByRole('link', { name: 'Zur Startseite' }).getAttribute('href')).toBe('/');
    await page.goto('/events');
  }
  if (club === 'GSV') await openAccount(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ausloggen' }).waitFor({ state: 'hidden' });
  await openAccount(page);
  await page.getByRole('button', { name: 'Ausloggen' }).click();
  await page.getByRole('button', { name: 'Ausloggen' }).waitFor({ state: 'detached' });
  expect((await page.context().cookies()).filter(({ name }) => name.endsWith('.session'))).toEqual([]);
});

test.each(['RWA', 'SCB', 'GSV'] as const)('a mother finds her enrolments and cards in her profile on the site of %s', async (club) => {
  const page = await visit({ ...phone, club, role: 'reader', as: 'RWA' });
  await page.goto('/profile');
  await page.getByRole('link', { name: /^Anmeldungen und Dienste/ }).click();
  await page.getByText('Tanzmäuse').first().waitFor();
});

test.each(['RWA', 'SCB', 'GSV'] as const)(
  'a family of a club without enrolments online finds those in other clubs on the site of %s',
  async (club) => {
    const page = await visit({ ...phone, club, role: 'reader', as: 'SCB' });
    await page.goto('/profile');
    await page.getByRole('link', { name: /^Anmeldungen und Dienste/ }).click();
    await page.getByText('Noch keine Anmeldungen.').waitFor();
  },
);

test('the admin area is that of the own club on every site: its name, its parts', async () => {
  const board = await visit({ ...desktop, club: 'RWA', as: 'SCB', role: 'admin' });
  await board.goto('/admin');
  const menu = board.getByRole('navigation', { name: 'Verwaltung' });
  await menu.getByRole('link', { name: 'Mitglieder' }).waitFor();
  expect(await menu.getByRole('link', { name: 'Neuigkeiten' }).count()).toBe(0);
  await board.getByRole('banner').getByText('SC Blautal', { exact: true }).waitFor();
  await board.getByRole('banner').getByText('Sie arbeiten für SC Blautal').waitFor();
  await expect.poll(() => board.title()).toContain('SC Blautal');
  // The frame wears the colours of the club one works for; a public page those of the site.
  const colour = () =>
    board.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-club-6').trim().toUpperCase());
  expect(await colour()).toBe(clubShades.SCB[6]);
  await board.getByRole('banner').getByRole('link', { name: 'SC Blautal' }).click();
  await expect.poll(colour).toBe(clubShades.RWA[6]);

  // On amber the words of a button are dark, also where the site's are white.
  const hall = await visit({ ...desktop, club: 'RWA', as: 'GSV', role: 'admin' });
  await hall.goto('/admin/organisations');
  const filled = hall.getByRole('button', { name: 'Anlegen' });
  await filled.waitFor();
  const [ground, ink] = await filled.evaluate((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).color]);
  expect([ground, ink]).toEqual(['rgb(245, 158, 11)', 'rgb(0, 0, 0)']);

  const other = await visit({ club: 'SCB', as: 'RWA', role: 'admin' });
  expect((await other.goto('/admin/news'))?.status()).toBe(200);
  await other.getByRole('heading', { name: 'Vereinsinformationen verwalten' }).waitFor();
});

test('where a club keeps no lists of participants, the phone says so and offers none', async () => {
  const page = await visit({ ...phone, club: 'SCB', role: 'trainer' });
  await page.goto('/admin/mobile/participantList');
  await page.getByText('SC Blautal führt keine Teilnehmerlisten.').waitFor();
  const bar = page.getByRole('navigation', { name: 'Mobil' });
  expect(await bar.getByRole('link').allInnerTexts()).toEqual(['Heute', 'Stunden']);
});
