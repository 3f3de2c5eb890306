import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { ClubName } from '../../src/shared/clubs.ts';
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

/** Waits until a picture of ours is drawn in one of its sizes; its path. */
async function shown(picture: Locator): Promise<string> {
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 10_000 }).toBeGreaterThan(0);
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
  const first = await choose(field, 'green');
  await field.getByRole('button', { name: 'Anderes Bild' }).click();
  await field.getByRole('button', { name: 'Doch nicht' }).click();
  expect(await shown(field.getByRole('img', { name: 'Bild' }))).toBe(first);
  await field.getByRole('button', { name: 'Anderes Bild' }).click();
  expect(await choose(field, 'orange')).not.toBe(first);
  await look(page, 'course-field-phone');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Jedes Bild braucht einen Alternativtext.').first().waitFor();
  await page.getByLabel('Alternativtext').fill('Eine orange Matte');

  await page.getByRole('button', { name: 'Bild einfügen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bild einfügen' });
  await dialog.locator('input[type=file]').setInputFiles(await photo('purple'));
  await dialog.getByLabel('Alternativtext').fill('Ein Ball in Lila');
  await shown(dialog.getByRole('img', { name: 'Bild' }));
  await look(page, 'course-dialog-phone');
  await dialog.getByRole('button', { name: 'Einfügen' }).click();
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Das Angebot ist gespeichert.').waitFor();

  const visitor = await visit(desktop);
  await visitor.goto(`/id/${course.slug}`);
  expect(await shown(visitor.getByRole('img', { name: 'Eine orange Matte' }))).toMatch(/^RWA\/public\/courses\//);
  await shown(visitor.getByRole('img', { name: 'Ein Ball in Lila' }));
  await look(visitor, 'course-page-desktop');

  await page.getByRole('group', { name: 'Bild', exact: true }).getByRole('button', { name: 'Bild entfernen' }).click();
  await page.getByRole('button', { name: 'Speichern' }).click();
  await visitor.getByRole('img', { name: 'Eine orange Matte' }).waitFor({ state: 'detached' });
}, 90_000);

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
])(
  'a hall gets a picture, and a refused field is seen even in a folded part (%s)',
  async (name, size) => {
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
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Jedes Bild braucht einen Alternativtext.').waitFor();
    await page.getByLabel('Alternativtext').fill('Die Halle von außen');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await expect
      .poll(() => play.server.sql('select image_alt from facility where id = $1', [hall.id]))
      .toEqual([{ image_alt: 'Die Halle von außen' }]);
    await page.getByRole('tab', { name: 'Überblick' }).click();
    expect(await shown(page.getByRole('img', { name: 'Die Halle von außen' }))).toMatch(/^RWA\/public\/facilities\//);
    await look(page, `hall-facts-${name}`);
  },
  60_000,
);
