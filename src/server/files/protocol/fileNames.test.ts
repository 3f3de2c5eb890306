import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { multipart, objectUrl, paper } from '#test/stage/files.ts';
import { startStorage, type StorageServer } from '#test/storage.ts';

let server: StorageServer;
let token: string;
let folder: string;
beforeAll(async () => {
  server = await startStorage();
  token = await server.token('reader');
  folder = `users/${await server.userId('reader')}`;
});
afterAll(() => server.close());

const plain = Buffer.from('nur ein Text, den jemand geschrieben hat\n');
const drawn = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#c91e2e' } })
  .png()
  .toBuffer();
/** A picture with HTML appended. */
const png = Buffer.concat([drawn, Buffer.from('<script>alert(1)</script>')]);

async function put(name: string, bytes: Buffer, type = '') {
  const { url, ...rest } = multipart(`${folder}/${name}`, bytes, type);
  return server.ask('POST', url, { ...rest, token });
}

/** The name under which a browser of the board would download a file. */
async function savedAs(name: string) {
  const { headers } = await server.ask('GET', objectUrl(`${folder}/${name}`, '?alt=media'), { token: await server.token('admin') });
  const [, disposition = '', saved = ''] =
    /^(inline|attachment); filename\*=UTF-8''(.*)$/.exec(String(headers['content-disposition'])) ?? [];
  return [disposition, decodeURIComponent(saved)];
}

test.each([
  'Rechnung.hta',
  'Rechnung.bat',
  'Rechnung.VBS',
  'Rechnung.lnk',
  'Rechnung.html',
  'Rechnung.svg',
  'Rechnung.pdf.exe',
  'Rechnung.exe. .',
  'Rechnung.docm',
  'Rechnung.url',
])('a file that a double click would execute is refused by its extension: %s', async (name) => {
  const answers = [await put(name, plain, 'text/plain'), await put(name, png), await put(name, paper(2000), 'application/pdf')];
  expect(answers.map(({ status, json }) => [status, json.error?.reason])).toEqual(answers.map(() => [400, 'type-not-allowed']));
  expect((await server.ask('GET', objectUrl(`${folder}/${name}`), { token })).status).toBe(404);
});

test.each(['Rechnung\u202egnp.txt', 'a\u2066b.pdf', '\u200fb.txt'])('a name with direction overrides is refused: %j', async (name) => {
  expect((await put(name, plain)).status).toBe(400);
});

test('the start of a large upload is refused by the extension as well', async () => {
  const { status, json } = await server.ask('POST', `/v0/b/club-files/o?name=${encodeURIComponent(`${folder}/groß.exe`)}`, {
    token,
    headers: { 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': 'start', 'x-goog-upload-header-content-length': '900000' },
  });
  expect([status, json.error?.reason]).toEqual([400, 'type-not-allowed']);
});

test.each([
  ['Antrag.pdf', plain, 'Antrag.pdf.txt'],
  ['Bild.txt', png, 'Bild.txt.png'],
  ['Liste.unbekannt', plain, 'Liste.unbekannt.txt'],
  ['Foto.JPG', png, 'Foto.JPG.png'],
  ['Notiz.md', plain, 'Notiz.md'],
  ['Liste.csv', plain, 'Liste.csv'],
  ['Bild.PNG', png, 'Bild.PNG'],
  ['ohne Endung', plain, 'ohne Endung'],
])('a file is downloaded with an extension that matches its type: %s', async (name, bytes, saved) => {
  expect((await put(name, bytes)).status).toBe(200);
  expect(await savedAs(name)).toEqual(['attachment', saved]);
});

test('an existing file is downloaded under a name that executes nothing', async () => {
  await put('alt.txt', plain);
  await server.sql('update storage_object set path = $2 where path = $1', [`${folder}/alt.txt`, `${folder}/alt.hta`]);
  expect(await savedAs('alt.hta')).toEqual(['attachment', 'alt.hta.txt']);
});

test('no client makes shared caches store a private file', async () => {
  const { url, ...rest } = multipart(`${folder}/geheim.txt`, plain, 'text/plain', { cacheControl: 'public, max-age=31536000' });
  expect((await server.ask('POST', url, { ...rest, token })).status).toBe(200);
  const { headers } = await server.ask('GET', objectUrl(`${folder}/geheim.txt`, '?alt=media'), { token });
  expect(headers['cache-control']).toBe('private, max-age=0');
});
