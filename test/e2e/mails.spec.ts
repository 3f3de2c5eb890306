import { expect, test } from 'vitest';
import { desktop, stage } from './person.ts';

const journey = stage(desktop);

test('the board writes to a course: sees who gets it, tries it on itself, sends it, and finds it in the archive', async () => {
  const page = await journey.visit({ role: 'admin' });
  await page.goto('/admin/mail');
  await page.getByRole('button', { name: 'Vorschau und Empfänger' }).click();
  await page.getByText('Bitte wählen.').first().waitFor();
  const course = page
    .getByRole('combobox', { name: 'Kurs' })
    .or(page.getByRole('textbox', { name: 'Kurs' }))
    .first();
  await course.click();
  // The course with the most participants of the demonstration.
  const [busy] = await journey.server.sql<{ title: string }>(
    "select c.title from course c join enrolment p on p.course_id = c.id and p.state = 'confirmed' join person o on o.id = p.person_id and o.email is not null where c.club = 'RWA' and c.status <> 'archived' group by c.id order by count(*) desc limit 1",
  );
  await course.fill(busy?.title ?? '');
  await page
    .getByRole('option', { name: busy?.title ?? '' })
    .first()
    .click();
  await page.getByLabel('Betreff').fill('Training am Montag');
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.click();
  await page.keyboard.type('Das Training entfällt.');
  await page.getByRole('button', { name: 'Vorschau und Empfänger' }).click();
  await page.getByRole('heading', { name: /Empfänger/ }).waitFor();
  await page.locator('pre').getByText('Das Training entfällt.').waitFor();
  // It stands beside the text.
  const [field, preview] = await Promise.all([
    page.getByLabel('Betreff').boundingBox(),
    page.getByRole('region', { name: 'Vorschau' }).boundingBox(),
  ]);
  expect(preview?.x).toBeGreaterThan((field?.x ?? 0) + (field?.width ?? 0));
  // On a phone it stands in place of the text, with a way back to it.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('region', { name: 'Vorschau' }).waitFor();
  expect(await page.getByLabel('Betreff').isVisible()).toBe(false);
  const view = page.getByRole('radiogroup', { name: 'Ansicht' });
  await view.getByText('Text').click();
  await page.getByLabel('Betreff').waitFor();
  expect(await page.getByRole('region', { name: 'Vorschau' }).isVisible()).toBe(false);
  await view.getByText('Vorschau').click();
  await page.getByRole('button', { name: 'Probemail an mich' }).waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByLabel('Betreff').waitFor();
  await page.getByRole('button', { name: 'Probemail an mich' }).click();
  await page.getByText('Die Probemail geht an admin@rwa.test.').waitFor();
  expect(await journey.server.latestMail('admin@rwa.test')).toContain('Das Training entfällt.');

  // What is typed stays in this browser.
  await page.reload();
  await page.getByRole('button', { name: 'Übernehmen' }).click();
  await page.getByText('Das Training entfällt.').first().waitFor();
  await page.getByRole('button', { name: 'Vorschau und Empfänger' }).click();
  await page.getByRole('button', { name: /^An \d+ Empfänger senden$/ }).click();
  await page.getByRole('button', { name: 'Senden', exact: true }).click();
  await page.getByRole('button', { name: 'Training am Montag' }).waitFor();
  const [sent] = await journey.server.sql<{ recipients: number; waiting: number }>(
    "select recipients, (select count(*)::int from outbox_mail where batch_id = m.id) as waiting from mail_message m where subject = 'Training am Montag'",
  );
  expect(sent?.recipients).toBeGreaterThan(0);
  expect(sent?.waiting).toBe(sent?.recipients);
});

test('an editor finds the page, but no mail', async () => {
  const page = await journey.visit({ role: 'editor' });
  await page.goto('/admin/mail');
  await page.getByText('Diese Mails sehen nur Vorstand und Superuser.').waitFor();
});
