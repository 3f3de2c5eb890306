import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { emailOf } from '../harness.ts';
import { desktop, phone, stage } from './person.ts';

const play = stage();
const { visit } = play;

/** A child who is a member, with a mother whom the board has confirmed (the editor's account). */
async function childOfMother(lastname: string): Promise<{ id: string; memberId: string }> {
  const [id, memberId] = [randomUUID(), randomUUID()];
  await play.server.sql(
    `insert into person (id, club, firstname, lastname, birth_date, created_at, updated_at) values ($1, 'RWA', 'Lina', $2, '2015-03-04', now(), now())`,
    [id, lastname],
  );
  await play.server.sql(
    `insert into member (id, club, person_id, member_no, joined_on, status) values ($1, 'RWA', $2, $3, '2020-01-01', 'active')`,
    [memberId, id, `G-${memberId.slice(0, 8)}`],
  );
  await play.server.sql(
    `insert into person_access (user_id, person_id, club, relation, basis, verified_at)
     select id, $1, 'RWA', 'guardian', 'board', now() from app_user where email = $2`,
    [id, emailOf('editor')],
  );
  return { id, memberId };
}

test('the board sees whose access it is when it makes one of two children, and the stranger gets none', async () => {
  const sven = await play.server.signedIn('reader');
  const { memberId } = await childOfMother('Zweifach');
  await sven.post('/api/people/mine', {
    club: 'RWA',
    relation: 'guardian',
    firstname: 'Lina',
    lastname: 'Zweifach',
    birthDate: '2015-03-04',
  });
  const page = await visit({ role: 'admin', ...desktop });
  await page.goto('/admin/members');
  await page.getByRole('button', { name: 'Doppelte' }).click();
  const card = page.getByRole('article', { name: 'Vergleich: Lina Zweifach' });
  await card.getByText(`(${emailOf('editor')}), Elternteil, seit`).waitFor();
  expect(await card.getByRole('checkbox', { name: new RegExp(emailOf('reader')) }).isChecked()).toBe(false);
  await card.getByRole('button', { name: 'Zusammenführen …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Personen zusammenführen?' });
  await dialog.getByText('Neuen Zugang bekommt niemand.').waitFor();
  await dialog.getByRole('button', { name: 'Zusammenführen' }).click();
  await page.getByText('Lina Zweifach ist jetzt eine Person.').waitFor();
  expect((await sven.get(`/api/members/${memberId}`)).status).toBe(404);
});

test('whoever got the mail sees on a phone whose access it is, holds it back by one button, and the board decides', async () => {
  const anton = await play.server.signedIn('admin');
  const rita = await play.server.signedIn('trainer');
  const { memberId } = await childOfMother('Verwechselt');
  await anton.post(`/api/members/${memberId}/family`, { email: emailOf('trainer'), relation: 'guardian' });
  const link = /https?:\/\/\S+(\/access\/\S+)/.exec(await play.server.latestMail(emailOf('editor')))?.[1] ?? '';
  const mobile = await visit(phone);
  await mobile.goto(link);
  await mobile.getByRole('heading', { name: 'Zugang prüfen', level: 1 }).waitFor();
  await mobile.getByRole('heading', { name: /für Lina Verwechselt handeln\?/ }).waitFor();
  expect((await rita.get(`/api/members/${memberId}`)).status).toBe(200);
  await mobile.getByRole('button', { name: 'Das ist nicht richtig' }).click();
  await mobile.getByText('Der Zugang ist gesperrt.').waitFor();
  expect((await rita.get(`/api/members/${memberId}`)).status).toBe(404);

  const page = await visit({ role: 'admin', ...desktop });
  await page.goto('/admin');
  await page.getByText('Zugänge prüfen').waitFor();
  await page.goto('/admin/members');
  await page.getByRole('button', { name: /^Anträge/ }).click();
  const card = page.getByRole('article', { name: 'Zugang zu Lina Verwechselt' });
  await card.getByText(emailOf('trainer')).waitFor();
  await card.getByRole('button', { name: 'Zugang ist richtig' }).click();
  await page.getByText('Der Zugang gilt wieder.').waitFor();
  expect((await rita.get(`/api/members/${memberId}`)).status).toBe(200);
  await mobile.reload();
  await mobile.getByText('Dieser Link gilt nicht mehr.').waitFor();
});

test('a mother invites the father; from the link to the sign-in, to accepting, to the child in the second account, on phones', async () => {
  await childOfMother('Gemeinsam');
  const mother = await visit({ role: 'editor', ...phone });
  await mother.goto('/profile/family#zugang');
  await mother.getByRole('button', { name: 'Einladen: Lina Gemeinsam' }).click();
  await mother.getByLabel('E-Mail des anderen Elternteils').fill(emailOf('trainer'));
  await mother.getByRole('button', { name: 'Einladung senden' }).click();
  await mother.getByText(`Eingeladen: ${emailOf('trainer')}`).waitFor();
  const link = /https?:\/\/\S+(\/invitation\/\S+)/.exec(await play.server.latestMail(emailOf('trainer')))?.[1] ?? '';

  const visitor = await visit(phone);
  await visitor.goto(link);
  await visitor.getByRole('heading', { name: 'Auch für Lina Gemeinsam handeln?' }).waitFor();
  const signIn = await visitor.locator('#content').getByRole('link', { name: 'Einloggen' }).getAttribute('href');
  expect(signIn).toContain(encodeURIComponent(link));
  // Another account is told for whom it is.
  const other = await visit({ role: 'reader', ...phone });
  await other.goto(link);
  await other.getByText(`Sie sind als ${emailOf('reader')} eingeloggt`).waitFor();

  const father = await visit({ role: 'trainer', ...phone });
  await father.goto(link);
  await father.getByRole('button', { name: 'Annehmen' }).click();
  await father.getByText('Sie handeln jetzt auch für Lina Gemeinsam.').waitFor();
  await father.goto('/profile/family#zugang');
  await father.getByText('Sie (Elternteil)').first().waitFor();
  await mother.reload();
  await mother.getByRole('button', { name: 'Einladen: Lina Gemeinsam' }).waitFor();
  await expect.poll(() => mother.getByText(`Eingeladen: ${emailOf('trainer')}`).count()).toBe(0);
});
