import { expect, test } from 'vitest';
import { emailOf } from '../harness.ts';
import { desktop, phone, stage } from './person.ts';

const play = stage();
const { visit } = play;

test('the board takes somebody in, finds them by a part of their name, and another browser shows the change without a reload', async () => {
  const anton = await visit({ role: 'admin', ...desktop });
  const svea = await visit({ role: 'super', ...desktop });
  await anton.goto('/admin/members');
  await anton.getByRole('button', { name: 'Aufnehmen' }).click();
  const dialog = anton.getByRole('dialog', { name: 'Mitglied aufnehmen' });
  await dialog.getByLabel('Vorname').fill('Quentin');
  await dialog.getByLabel('Nachname').fill('Äußerst');
  await dialog.getByRole('button', { name: 'Aufnehmen' }).click();
  await anton.getByText('Quentin Äußerst ist aufgenommen').waitFor();

  await svea.goto('/admin/members?search=ausserst');
  await svea.getByRole('button', { name: 'Äußerst, Quentin' }).waitFor();
  await anton.getByLabel('Name, Nummer oder Ort suchen').fill('quent');
  await anton.getByRole('button', { name: 'Äußerst, Quentin' }).click();
  const drawer = anton.getByRole('dialog', { name: 'Mitglied' });
  await drawer.getByLabel('Vorname').fill('Quirina');
  await drawer.getByRole('button', { name: 'Speichern', exact: true }).click();
  await svea.getByRole('button', { name: 'Äußerst, Quirina' }).waitFor();
});

test.each([
  ['a desktop', desktop],
  ['a phone', phone],
])('of a long list only what is on the screen is drawn, to its end on %s', async (_name, size) => {
  const page = await visit({ role: 'admin', ...size });
  await page.goto('/admin/members');
  const list = page.getByLabel('Mitglieder', { exact: true });
  await list.getByRole('button').filter({ hasText: ',' }).first().waitFor();
  const [last] = await play.server.sql<{ name: string }>(
    `select p.lastname || ', ' || p.firstname as name from member_search s join member m on m.id = s.member_id join person p on p.id = m.person_id
     where s.club = 'RWA' order by s.name_key desc, s.member_id desc limit 1`,
  );
  await expect
    .poll(
      async () => {
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        return list.getByRole('button', { name: last?.name }).count();
      },
      { timeout: 45_000 },
    )
    .toBeGreaterThan(0);
  expect(await list.locator('[data-index]').count()).toBeLessThan(80);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('a filter that finds nobody says how many there are without each part of it, and leaves it out on a press', async () => {
  const page = await visit({ role: 'admin', ...desktop });
  await page.goto('/admin/members?phase=left&search=zzzz');
  await page.getByText('Niemand gefunden.').waitFor();
  await page.getByRole('button', { name: /^Ohne „Suche“ wären es \d+$/ }).click();
  await page.getByRole('table', { name: 'Mitglieder' }).waitFor();
  expect(new URL(page.url()).search).toBe('?phase=left');
});

test('a member reads their own page, a stranger is taken home', async () => {
  const [own, other] = await play.server.sql<{ id: string; name: string }>(
    `select m.id, p.firstname || ' ' || p.lastname as name from member m join person p on p.id = m.person_id
     where m.club = 'RWA' and not exists (select 1 from person_access a where a.person_id = p.id) order by m.member_no limit 2`,
  );
  await play.server.sql(
    `insert into person_access (user_id, person_id, club, relation, basis, verified_at)
     select u.id, m.person_id, m.club, 'delegate', 'board', now() from app_user u, member m where m.id = $1 and u.email = $2`,
    [own?.id, emailOf('reader')],
  );
  const page = await visit({ role: 'reader', ...phone });
  await page.goto(`/member/${own?.id}`);
  await page.getByRole('heading', { name: own?.name, level: 1 }).waitFor();
  await page.goto(`/member/${other?.id}`);
  await page.waitForURL((url) => url.pathname === '/');
});

test('filters are kept as a view under a name, chosen again later, and come back after they were deleted by mistake', async () => {
  const anton = await visit({ role: 'admin', ...desktop });
  await anton.goto('/admin/members?phase=left&search=egal');
  await anton.getByRole('button', { name: 'Ansichten' }).click();
  await anton.getByRole('menuitem', { name: 'Ansicht speichern' }).click();
  const saving = anton.getByRole('dialog', { name: 'Ansicht speichern' });
  await saving.getByRole('button', { name: 'Speichern' }).click();
  await saving.locator('[aria-invalid=true]').waitFor();
  await saving.getByLabel('Name').fill('Gegangene');
  await saving.getByRole('button', { name: 'Speichern' }).click();
  await anton.getByText('Gespeichert: Gegangene').waitFor();

  await anton.goto('/admin/members');
  await anton.getByRole('button', { name: 'Ansichten' }).click();
  await anton.getByRole('menuitem', { name: 'Gegangene' }).click();
  await anton.waitForURL((url) => url.search === '?phase=left');
  await anton.getByRole('button', { name: 'Gegangene' }).click();
  await anton.getByRole('menuitem', { name: 'Umbenennen und löschen' }).click();
  await anton.getByRole('button', { name: 'Ansicht Gegangene löschen' }).click();
  await anton.getByText('Keine Ansicht mehr gespeichert.').waitFor();
  await anton.getByRole('button', { name: 'Rückgängig' }).click();
  await anton.getByRole('textbox', { name: 'Name der Ansicht Gegangene' }).waitFor();
});
