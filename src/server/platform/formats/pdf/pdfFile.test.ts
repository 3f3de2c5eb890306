import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { PdfBlock } from './layout.ts';
import { pdfFile } from './pdfFile.ts';

async function made(blocks: PdfBlock[]) {
  const bytes = Buffer.from(await pdfFile('blatt.pdf', { title: 'Blatt für Ayşe', foot: 'Nr. 1', blocks }).arrayBuffer());
  const text = bytes.toString('latin1');
  const pages = [...text.matchAll(/Length (\d+) \/Filter \/FlateDecode >>\nstream\n/g)].map(({ index, 0: head, 1: length }) =>
    inflateSync(bytes.subarray(index + head.length, index + head.length + Number(length))).toString('latin1'),
  );
  return { bytes, text, pages };
}

const hex = (text: string) => `<${Buffer.from(text, 'latin1').toString('hex')}>`;

test('equal sheets give equal bytes, and the table contains the offset of each object', async () => {
  const blocks: PdfBlock[] = [{ kind: 'text', text: 'Straße, Größe' }];
  const { bytes, text } = await made(blocks);
  expect((await made(blocks)).bytes.equals(bytes)).toBe(true);
  const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
  expect(text.slice(start, start + 4)).toBe('xref');
  const places = [...text.slice(start).matchAll(/^(\d{10}) 00000 n/gm)].map(([, place]) => Number(place));
  expect(places.map((place, at) => text.startsWith(`${at + 1} 0 obj`, place))).toEqual(places.map(() => true));
});

test('German letters are in the text, others are drawn with their accents and can be copied as written', async () => {
  const { pages } = await made([
    { kind: 'text', text: 'Größe – 5 €' },
    { kind: 'text', text: 'Ayşe' },
  ]);
  expect(pages[0]).toContain(
    `<${Buffer.from(new Uint8Array([...Buffer.from('Größe ', 'latin1'), 0x96, ...Buffer.from(' 5 '), 0x80])).toString('hex')}>`,
  );
  expect(pages[0]).toContain(`/ActualText <feff${Buffer.from('Ayşe', 'utf16le').swap16().toString('hex')}>`);
  expect(pages[0]).toContain(hex('Ayse'));
});

test('overflowing lines and pages are continued, each page has its number, and sums are right-aligned', async () => {
  const rows = Array.from({ length: 60 }, (_, at) => ({ cells: [`Zeile ${at + 1}`, '1,00 €'] }));
  const { pages } = await made([
    { kind: 'text', text: 'Wort '.repeat(60).trim() },
    { kind: 'table', widths: [300, 167], rows },
  ]);
  expect(pages).toHaveLength(2);
  expect(pages.map((page, at) => page.includes(hex(`Nr. 1 \u00b7 Seite ${at + 1} von 2`)))).toEqual([true, true]);
  expect(pages[1]).toContain(hex('Zeile 60'));
  const lines = pages[0]?.match(/<576f7274[0-9a-f]*>/g) ?? [];
  expect(lines.length).toBeGreaterThan(2);
  const right = [...(pages[0] ?? '').matchAll(/ ([\d.]+) [\d.]+ Td <312c30302080>/g)].map(([, x]) => Number(x));
  expect(right.every((x) => x > 500 && x < 538)).toBe(true);
});
