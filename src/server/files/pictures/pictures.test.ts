import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesBelow, multipart, objectUrl, type Told } from '#test/stage/files.ts';
import { startStorage, type StorageServer } from '#test/storage.ts';

let server: StorageServer;
let editor: string;
beforeAll(async () => {
  server = await startStorage();
  editor = await server.token('editor');
});
afterAll(() => server.close());

function put(name: string, bytes: Buffer, type = 'image/jpeg', token = editor): Promise<Told> {
  const { url, ...rest } = multipart(name, bytes, type);
  return server.ask('POST', url, { ...rest, token });
}

/** A photo with all metadata of a phone: location, device, and rotation. */
function photo(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#4477aa' } })
    .jpeg()
    .withMetadata({ orientation: 6, exif: { IFD0: { Make: 'Telefon' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 31/1 0/1' } } })
    .toBuffer();
}

test('a picture is served upright in three widths as WebP and AVIF, without camera metadata', async () => {
  const original = await photo(2400, 1600);
  expect((await sharp(original).metadata()).exif?.includes('Telefon')).toBe(true);
  const name = 'RWA/public/courses/turnen.jpg';
  const made = await put(name, original);
  expect(made.json).toMatchObject({ contentType: 'image/jpeg', size: String(original.length) });

  for (const width of [320, 960, 1920]) {
    const { status, headers, bytes } = await server.ask('GET', `/media/${width}/${name}`, { headers: { accept: 'image/webp,*/*' } });
    const { width: real, height, format, exif } = await sharp(bytes).metadata();
    // Rotated by the camera's metadata: 1600 wide and 2400 high, and never enlarged.
    expect([status, real, height, format, exif]).toEqual([
      200,
      Math.min(width, 1600),
      Math.round(Math.min(width, 1600) * 1.5),
      'webp',
      undefined,
    ]);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=300',
      vary: expect.stringContaining('accept') as string,
    });
  }
  const fixed = await server.ask('GET', `/media/320/${name}?v=${String(made.json['generation'])}`);
  expect(fixed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await server.ask('GET', `/media/320/${name}`, { headers: { 'if-none-match': fixed.headers['etag'] } })).status).toBe(304);
  const avif = async () =>
    (await server.ask('GET', `/media/320/${name}`, { headers: { accept: 'image/avif,image/webp' } })).headers['content-type'];
  await expect.poll(avif).toBe('image/avif');

  // The full-size picture is also public without its location; users who manage it get the original.
  const stranger = await server.ask('GET', objectUrl(name, '?alt=media'));
  expect([stranger.headers['content-type'], (await sharp(stranger.bytes).metadata()).exif]).toEqual(['image/webp', undefined]);
  const keeper = await server.ask('GET', objectUrl(name, '?alt=media'), { token: editor });
  expect([keeper.bytes.equals(original), keeper.headers['content-disposition']?.startsWith('attachment')]).toEqual([true, true]);
});

test('replacing a picture replaces its sizes, and a small one is not enlarged', async () => {
  const name = 'RWA/public/events/fest.jpg';
  await put(name, await photo(1000, 1000));
  const first = await server.ask('GET', `/media/960/${name}`);
  await put(
    name,
    await sharp({ create: { width: 200, height: 100, channels: 4, background: '#ff000080' } })
      .png()
      .toBuffer(),
    'image/png',
  );
  const second = await server.ask('GET', `/media/1920/${name}`);
  expect([(await sharp(second.bytes).metadata()).width, second.headers['etag'] === first.headers['etag']]).toEqual([200, false]);
  await server.ask('DELETE', objectUrl(name), { token: editor });
  expect((await server.ask('GET', `/media/320/${name}`)).status).toBe(404);
  await expect.poll(async () => (await server.sql('select 1 from storage_garbage')).length).toBe(0);
});

test("a user's picture is shown to that user and the board by their sessions, to nobody else", async () => {
  const id = await server.userId('reader');
  await put(`users/${id}/picture`, await photo(300, 300), 'image/jpeg', await server.token('reader'));
  const url = `/media/320/users/${id}/picture`;
  const statusOf = async (...who: Parameters<StorageServer['signedIn']>) => (await (await server.signedIn(...who)).get(url)).status;
  expect((await server.visitor().get(url)).status).toBe(404);
  expect([await statusOf('reader'), await statusOf('admin'), await statusOf('trainer'), await statusOf('admin', 'SCB')]).toEqual([
    200, 200, 404, 404,
  ]);
  for (const odd of ['/media/321/x', '/media/320/', '/media/320/a/../b', '/media/320/%ff', '/media/320/RWA/members/1/x'])
    expect([odd, [400, 404].includes((await server.visitor().get(odd)).status)]).toEqual([odd, true]);
});

/** Malicious and broken files sent as a picture of a course. */
const hostile: [name: string, bytes: () => Buffer | Promise<Buffer>, type: string, reason: string][] = [
  [
    'vector graphics with a script',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'image/svg+xml',
    'type-not-allowed',
  ],
  ['the same by another name', () => Buffer.from('<svg onload="alert(1)"/>'), 'image/png', 'type-not-allowed'],
  [
    'vector graphics behind a declaration',
    () => Buffer.from('<?xml version="1.0"?><!DOCTYPE svg><svg/>'),
    'image/jpeg',
    'type-not-allowed',
  ],
  ['vector graphics behind spaces', () => Buffer.from(`${' '.repeat(500)}<svg/>`), '', 'type-not-allowed'],
  ['vector graphics with a byte order mark', () => Buffer.from('\ufeff<svg/>'), '', 'type-not-allowed'],
  ['a page', () => Buffer.from('<!DOCTYPE html><html><script>alert(1)</script>'), 'text/html', 'type-not-allowed'],
  ['a page as a picture', () => Buffer.from('<html><body onload=alert(1)>'), 'image/jpeg', 'type-not-allowed'],
  ['a page as a text', () => Buffer.from('Hallo <script>alert(1)</script>'), 'text/plain', 'type-not-allowed'],
  ['a page in UTF-16', () => Buffer.from('\ufeff<html>', 'utf16le'), '', 'type-not-allowed'],
  ['a page with a comment first', () => Buffer.from('<!-- x --><html>'), '', 'type-not-allowed'],
  ['a script', () => Buffer.from('#!/bin/sh\nrm -rf /'), 'image/png', 'type-not-allowed'],
  ['JavaScript', () => Buffer.from('alert(1)'), 'text/javascript', 'type-not-allowed'],
  ['a Windows program', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]), 'image/gif', 'type-not-allowed'],
  ['a Linux program', () => Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(200)]), '', 'type-not-allowed'],
  ['a Mac program', () => Buffer.concat([Buffer.from([0xcf, 0xfa, 0xed, 0xfe]), Buffer.alloc(200)]), '', 'type-not-allowed'],
  ['a Java class', () => Buffer.from([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52]), '', 'type-not-allowed'],
  ['WebAssembly', () => Buffer.from('\0asm\x01\0\0\0'), '', 'type-not-allowed'],
  ['an archive', () => Buffer.from('PK\x03\x04\x14\0\0\0'), 'application/zip', 'type-not-allowed'],
  ['an archive as a picture', () => Buffer.from('PK\x03\x04\x14\0\0\0'), 'image/png', 'type-not-allowed'],
  ['gzip', () => Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), 'image/jpeg', 'type-not-allowed'],
  ['a table', () => Buffer.from('a;b\n1;2\n'), 'text/csv', 'type-not-allowed'],
  ['a text', () => Buffer.from('Hallo'), 'text/plain', 'type-not-allowed'],
  ['nothing', () => Buffer.alloc(0), 'image/png', 'type-not-allowed'],
  ['zeros', () => Buffer.alloc(5000), 'image/png', 'type-not-allowed'],
  ['random bytes', () => Buffer.from(Array.from({ length: 999 }, (_, at) => (at * 7919) % 251)), '', 'type-not-allowed'],
  ['a sound', () => Buffer.from('ID3\x03\0\0\0'), 'audio/mpeg', 'type-not-allowed'],
  ['a film', () => Buffer.from('\0\0\0\x18ftypmp42'), 'video/mp4', 'type-not-allowed'],
  ['a TIFF', () => Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0]), 'image/tiff', 'type-not-allowed'],
  [
    'an old Word file with macros',
    () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    'application/msword',
    'type-not-allowed',
  ],
  ['PostScript', () => Buffer.from('%!PS-Adobe-3.0'), 'application/pdf', 'type-not-allowed'],
  ['only the beginning of a JPEG', async () => (await photo(800, 800)).subarray(0, 400), 'image/jpeg', 'broken-picture'],
  [
    'a JPEG with its end cut off',
    async () =>
      (
        await sharp({
          create: { width: 600, height: 600, channels: 3, background: '#123', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
        })
          .jpeg()
          .toBuffer()
      ).subarray(0, 20_000),
    'image/jpeg',
    'broken-picture',
  ],
  [
    'the mark of a JPEG and a page',
    () => Buffer.from('\xff\xd8\xff\xe0<html><script>alert(1)</script>', 'latin1'),
    'image/jpeg',
    'broken-picture',
  ],
  ['the mark of a PNG and nothing', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'image/png', 'broken-picture'],
  ['the mark of a GIF and a script', () => Buffer.from('GIF89a/*<script>*/=1;alert(1)', 'latin1'), 'image/gif', 'broken-picture'],
  ['the mark of a WebP and nothing', () => Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'), 'image/webp', 'broken-picture'],
  ['the mark of an AVIF and nothing', () => Buffer.from('\0\0\0\x1cftypavif\0\0\0\0', 'latin1'), 'image/avif', 'broken-picture'],
  ['a PNG that says 60,000 × 60,000', () => giantPng(60_000, 60_000), 'image/png', 'too-many-pixels'],
  [
    'a real picture of 64 million pixels',
    () =>
      sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#fff' } })
        .png({ compressionLevel: 1 })
        .toBuffer(),
    'image/png',
    'too-many-pixels',
  ],
  ['more than 25 MB', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(25 * 1024 * 1024)]), 'application/pdf', 'too-large'],
];

test(`${hostile.length} hostile and broken files are refused, and nothing of them is stored`, async () => {
  const before = filesBelow(server.folder);
  expect(hostile.length).toBeGreaterThanOrEqual(40);
  for (const [what, bytes, type, reason] of hostile) {
    const { status, json } = await put('RWA/public/courses/boese.jpg', await bytes(), type);
    expect.soft([what, status, json.error?.reason]).toEqual([what, reason === 'too-large' ? 413 : 400, reason]);
  }
  expect((await server.ask('GET', objectUrl('RWA/public/courses/boese.jpg'))).status).toBe(404);
  await expect.poll(() => filesBelow(server.folder)).toEqual(before);
});

test('HTML hidden behind a PDF signature is downloaded and not rendered', async () => {
  await put('RWA/public/courses/plan.pdf', Buffer.from('%PDF-1.7\n<script>alert(1)</script>'), 'application/pdf');
  const { headers } = await server.ask('GET', objectUrl('RWA/public/courses/plan.pdf', '?alt=media'));
  expect([headers['content-type'], headers['content-security-policy'], headers['x-content-type-options']]).toEqual([
    'application/pdf',
    "sandbox; default-src 'none'",
    'nosniff',
  ]);
});

/** The header of a PNG that declares far more pixels than it contains. */
async function giantPng(width: number, height: number): Promise<Buffer> {
  const small = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const head = Buffer.from(small.subarray(12, 29));
  head.writeUInt32BE(width, 4);
  head.writeUInt32BE(height, 8);
  const { crc32 } = await import('node:zlib');
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(head));
  return Buffer.concat([small.subarray(0, 12), head, sum, small.subarray(33)]);
}
