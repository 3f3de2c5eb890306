import { expect, test } from 'vitest';
import { desktop, stage } from './person.ts';

const staged = stage();

test('nothing typed into an offer is lost: not by a colleague who saves, not by the own buttons, not by leaving the page', async () => {
  const edda = await staged.server.signedIn('editor');
  const { body } = await edda.post<{ id: string; version: number }>('/api/manage/courses', {
    kind: 'course',
    title: 'Rücken am Montag',
    startsOn: '2027-02-01',
    endsOn: '2027-03-01',
    slots: [{ weekday: 1, startTime: '18:00', endTime: '19:00', place: 'Spiegelsaal' }],
  });
  await staged.server.sql("update course set status = 'published' where id = $1", [body.id]);
  const page = await staged.visit({ role: 'admin', ...desktop });
  await page.goto(`/admin/courses/${body.id}`);
  const title = page.getByRole('textbox', { name: 'Titel', exact: true });
  await title.fill('Rücken am Montagabend');

  // A colleague saves another field: it appears, and the own one stays.
  const colleague = await staged.visit({ role: 'editor', ...desktop });
  await colleague.goto(`/admin/courses/${body.id}`);
  await colleague.getByRole('textbox', { name: 'Untertitel' }).fill('Für alle');
  await colleague.getByRole('button', { name: 'Speichern', exact: true }).click();
  await colleague.getByText('Das Angebot ist gespeichert.').waitFor();
  await expect.poll(() => page.getByRole('textbox', { name: 'Untertitel' }).inputValue()).toBe('Für alle');
  expect(await title.inputValue()).toBe('Rücken am Montagabend');

  // So does an own button beside the form.
  await page.getByRole('button', { name: 'Mehr', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Pausieren' }).click();
  await page
    .getByText(/Pausiert/)
    .first()
    .waitFor();
  expect(await title.inputValue()).toBe('Rücken am Montagabend');

  // Leaving asks, and staying keeps what was typed.
  const menu = page.getByRole('navigation', { name: 'Verwaltung' });
  await menu.getByRole('link', { name: 'Teilnehmende' }).click();
  const question = page.getByRole('dialog', { name: 'Nicht gespeichert' });
  await question.getByRole('button', { name: 'Weiter bearbeiten' }).click();
  await question.waitFor({ state: 'hidden' });
  expect(await title.inputValue()).toBe('Rücken am Montagabend');
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await page.getByText('Das Angebot ist gespeichert.').waitFor();
  const saved = (await edda.get<{ title: string; subtitle: string }>(`/api/manage/courses/${body.id}`)).body;
  expect([saved.title, saved.subtitle]).toEqual(['Rücken am Montagabend', 'Für alle']);

  // What is left behind on purpose is offered again.
  await title.fill('Rücken am Dienstag');
  await menu.getByRole('link', { name: 'Teilnehmende' }).click();
  await question.getByRole('button', { name: 'Als Entwurf behalten' }).click();
  await page.waitForURL(/\/admin\/participants/);
  await page.goto(`/admin/courses/${body.id}`);
  await page.getByText('Nicht gespeicherte Eingaben').waitFor();
  expect(await title.inputValue()).toBe('Rücken am Montagabend');
  await page.getByRole('button', { name: 'Übernehmen' }).click();
  await expect.poll(() => title.inputValue()).toBe('Rücken am Dienstag');

  // Another tab of the browser with the same offer is told of, in both.
  const other = await page.context().newPage();
  await other.goto(`/admin/courses/${body.id}`);
  for (const tab of [page, other]) await tab.getByText(/auch in einem anderen Tab offen/).waitFor();
  await other.close();
  await page.getByText(/auch in einem anderen Tab offen/).waitFor({ state: 'hidden' });

  // What is saved on the way out is in, and one comes to where one was going.
  await menu.getByRole('link', { name: 'Teilnehmende' }).click();
  await question.getByRole('button', { name: 'Speichern und weiter' }).click();
  await page.waitForURL(/\/admin\/participants/);
  expect((await edda.get<{ title: string }>(`/api/manage/courses/${body.id}`)).body.title).toBe('Rücken am Dienstag');
});

test('who deletes what a colleague has open is named to them at once, and what they typed stays to be copied', async () => {
  const anton = await staged.server.signedIn('admin');
  const { body } = await anton.post<{ id: string; version: number }>('/api/manage/courses', {
    kind: 'course',
    title: 'Bald wieder weg',
    startsOn: '2027-02-01',
    endsOn: '2027-03-01',
    slots: [],
  });
  const page = await staged.visit({ role: 'editor', ...desktop });
  await page.goto(`/admin/courses/${body.id}`);
  const title = page.getByRole('textbox', { name: 'Titel', exact: true });
  await title.fill('Doch noch gebraucht');
  expect((await anton.send('DELETE', `/api/manage/courses/${body.id}`)).status).toBe(200);
  await page.getByText(/^.*Anton.* hat das am \d\d\.\d\d\.\d{4}, \d\d:\d\d gelöscht\. Ihre Eingaben können Sie noch kopieren\.$/).waitFor();
  expect(await title.inputValue()).toBe('Doch noch gebraucht');
});
