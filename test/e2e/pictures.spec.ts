import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { addDays, localOf } from '../../src/shared/kernel/calendar.ts';
import type { ClubName } from '../../src/shared/kernel/clubs.ts';
import type { EventView } from '../../src/shared/events/events.ts';
import { makeHall } from '../halls.ts';
import { desktop, phone, stage } from './person.ts';

const play = stage();
const { visit } = play;
/** Where to leave pictures of what was seen; nowhere unless asked. */
const shots = process.env['SHOTS'];

async function look(page: Page, name: string): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  if (shots) await page.screenshot({ path: path.join(shots, `${name}.png`) });
}

async function photo(background: string) {
  const buffer = await sharp({ create: { width: 1200, height: 800, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return { name: `${background}.jpg`, mimeType: 'image/jpeg', buffer };
}

const noPicture = { name: 'seite.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload=alert(1)>') };

/** Chooses a picture in the field of a form, first a file that is none, and sees it there. */
async function choose(field: Locator, background: string): Promise<string> {
  await field.locator('input[type=file]').setInputFiles(noPicture);
  await field.getByRole('alert').getByText('Dateien dieser Art werden hier nicht angenommen.').waitFor();
  await field.getByRole('button', { name: 'Verwerfen' }).click();
  await field.locator('input[type=file]').setInputFiles(await photo(background));
  return shown(field.getByRole('img', { name: 'Bild' }));
}

/** Puts another picture in place of the one in a field, after a look at the way back. */
async function replace(field: Locator, background: string): Promise<void> {
  const first = await shown(field.getByRole('img', { name: 'Bild' }));
  await field.getByRole('button', { name: 'Anderes Bild' }).click();
  await field.getByRole('button', { name: 'Doch nicht' }).click();
  expect(await shown(field.getByRole('img', { name: 'Bild' }))).toBe(first);
  await field.getByRole('button', { name: 'Anderes Bild' }).click();
  expect(await choose(field, background)).not.toBe(first);
}

/** Waits until a picture of ours is drawn in one of its sizes; its path. */
async function shown(picture: Locator): Promise<string> {
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const { src, set } = await picture.evaluate((image: HTMLImageElement) => ({ src: image.getAttribute('src') ?? '', set: image.srcset }));
  expect(set).toMatch(/\/media\/320\/\S+ 320w, \/media\/960\/\S+ 960w, \/media\/1920\/\S+ 1920w/);
  return src.replace('/media/960/', '');
}

async function publishedCourse(club: ClubName): Promise<{ id: string; slug: string }> {
  const [row] = await play.server.sql<{ id: string; slug: string }>(
    "select id, slug from course where club = $1 and status = 'published' and visibility = 'public' and image is null order by slug limit 1",
    [club],
  );
  if (!row) throw new Error(`no published course of ${club}`);
  return row;
}

test('an editor gives a course a picture on a phone, another one, one in its text, and takes it away again', async () => {
  const course = await publishedCourse('RWA');
  const page = await visit({ role: 'editor', ...phone });
  await page.goto(`/admin/courses/${course.id}`);
  const field = page.getByRole('group', { name: 'Bild', exact: true });
  await choose(field, 'green');
  await replace(field, 'orange');
  await look(page, 'course-field-phone');
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await page.getByText('Jedes Bild braucht einen Alternativtext.').first().waitFor();
  await page.getByLabel('Alternativtext').fill('Eine orange Matte');

  await page.getByRole('button', { name: 'Bild einfügen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bild einfügen' });
  await dialog.locator('input[type=file]').setInputFiles(await photo('purple'));
  await dialog.getByLabel('Alternativtext').fill('Ein Ball in Lila');
  await shown(dialog.getByRole('img', { name: 'Bild' }));
  await look(page, 'course-dialog-phone');
  await dialog.getByRole('button', { name: 'Einfügen' }).click();
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await page.getByText('Das Angebot ist gespeichert.').waitFor();

  const visitor = await visit(desktop);
  await visitor.goto(`/id/${course.slug}`);
  expect(await shown(visitor.getByRole('img', { name: 'Eine orange Matte' }))).toMatch(/^RWA\/public\/courses\//);
  await shown(visitor.getByRole('img', { name: 'Ein Ball in Lila' }));
  await look(visitor, 'course-page-desktop');

  await page.getByRole('group', { name: 'Bild', exact: true }).getByRole('button', { name: 'Bild entfernen' }).click();
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await visitor.getByRole('img', { name: 'Eine orange Matte' }).waitFor({ state: 'detached' });
});

test('an editor gives a date a picture on a phone, another one, and takes it away again', async () => {
  const edda = await play.server.signedIn('editor');
  const day = addDays(localOf(new Date()).date, 200);
  const fest = { title: 'Bilderfest', kind: 'festival', startsAt: `${day}T12:00:00Z`, endsAt: `${day}T16:00:00Z` };
  const { id } = (await edda.post<EventView>('/api/events', fest)).body;
  await edda.send('PUT', `/api/events/${id}/state`, { state: 'published', version: 1 });
  const page = await visit({ role: 'editor', ...phone });
  await page.goto('/admin/events');
  await page.getByRole('tab', { name: 'Termine' }).click();
  await page.getByRole('button', { name: 'Bilderfest' }).click();
  const field = page.getByRole('group', { name: 'Bild', exact: true });
  await choose(field, 'green');
  await replace(field, 'orange');
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await page.getByText('Jedes Bild braucht einen Alternativtext.').first().waitFor();
  await page.getByLabel('Alternativtext').fill('Ein orange Zelt');
  await look(page, 'event-field-phone');
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await page.getByText('Der Termin ist gespeichert.').waitFor();

  const visitor = await visit(desktop);
  await visitor.goto('/events');
  const picture = visitor.getByRole('img', { name: 'Ein orange Zelt' });
  expect(await shown(picture)).toMatch(/^RWA\/public\/events\//);
  await look(visitor, 'event-list-desktop');
  const small = await visit(phone);
  await small.goto('/events');
  await shown(small.getByRole('img', { name: 'Ein orange Zelt' }));
  await look(small, 'event-list-phone');
  await visitor.getByRole('link', { name: 'Bilderfest', exact: true }).click();
  await visitor.getByRole('heading', { level: 1, name: 'Bilderfest' }).waitFor();
  await shown(picture);
  await look(visitor, 'event-page-desktop');

  await page.getByRole('button', { name: 'Bilderfest' }).click();
  await field.getByRole('button', { name: 'Bild entfernen' }).click();
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await picture.waitFor({ state: 'detached' });
});

test('the board gives an article a picture, another one, and takes it away again', async () => {
  const page = await visit({ role: 'admin', ...phone });
  await page.goto('/admin/news');
  await page.getByRole('button', { name: 'Neuer Beitrag' }).click();
  await page.getByLabel('Titel').fill('Ein Bild von uns');
  const field = page.getByRole('group', { name: 'Bild', exact: true });
  await choose(field, 'green');
  await replace(field, 'orange');
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await page.getByText('Jedes Bild braucht einen Alternativtext.').first().waitFor();
  await page.getByLabel('Alternativtext').fill('Ein orange Trikot');
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await page.getByText('Der Beitrag ist gespeichert.').waitFor();
  await look(page, 'news-field-phone');
  const images = () => play.server.sql("select image_alt from news where title = 'Ein Bild von uns' and image like 'RWA/public/news/%'");
  expect(await images()).toEqual([{ image_alt: 'Ein orange Trikot' }]);
  await field.getByRole('button', { name: 'Bild entfernen' }).click();
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await expect.poll(images).toEqual([]);
});

test('a picture that a super gives to a course of another club lies with that club', async () => {
  const course = await publishedCourse('SCB');
  const page = await visit({ role: 'super' });
  await page.goto(`/admin/courses/${course.id}`);
  const field = page.getByRole('group', { name: 'Bild', exact: true });
  await field.locator('input[type=file]').setInputFiles(await photo('navy'));
  expect(await shown(field.getByRole('img', { name: 'Bild' }))).toMatch(/^SCB\/public\/courses\//);
});

test.each([
  ['phone', phone],
  ['desktop', desktop],
])('a hall gets a picture, and a refused field is seen even in a folded part (%s)', async (name, size) => {
  const hall = await makeHall(play.server, 'RWA', { name: `Bilderhalle ${name}` });
  const page = await visit({ role: 'admin', ...size });
  await page.goto('/admin/facilities');
  await page.getByText(`Bilderhalle ${name}`).first().click();
  await page.getByRole('tab', { name: 'Bearbeiten' }).click();
  const part = page.getByRole('button', { name: 'Bild und Beschreibung' });
  await part.click();
  const field = page.getByRole('group', { name: 'Bild', exact: true });
  await choose(field, 'teal');
  await look(page, `hall-field-${name}`);
  await part.click();
  await expect.poll(() => part.getAttribute('aria-expanded')).toBe('false');
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await page.getByText('Jedes Bild braucht einen Alternativtext.').waitFor();
  await page.getByLabel('Alternativtext').fill('Die Halle von außen');
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await expect
    .poll(() => play.server.sql('select image_alt from facility where id = $1', [hall.id]))
    .toEqual([{ image_alt: 'Die Halle von außen' }]);
  await page.getByRole('tab', { name: 'Überblick' }).click();
  expect(await shown(page.getByRole('img', { name: 'Die Halle von außen' }))).toMatch(/^RWA\/public\/facilities\//);
  await look(page, `hall-facts-${name}`);
  await page.getByRole('tab', { name: 'Bearbeiten' }).click();
  await part.click();
  await replace(field, 'maroon');
  await field.getByRole('button', { name: 'Bild entfernen' }).click();
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await expect.poll(() => play.server.sql('select image from facility where id = $1', [hall.id])).toEqual([{ image: '' }]);
  await page.getByRole('tab', { name: 'Überblick' }).click();
  await page.getByRole('img', { name: 'Die Halle von außen' }).waitFor({ state: 'detached' });
});
