import { expect, test } from 'vitest';
import type { RichTextNode } from '#shared/kernel/richText.ts';
import { accessibilityStatement } from './accessibility.ts';
import { hindrancesIn } from './readability.ts';

const text = (words: string, href?: string): RichTextNode => ({
  type: 'text',
  text: words,
  ...(href && { marks: [{ type: 'link', attrs: { href } }] }),
});
const heading = (level: number, words: string): RichTextNode => ({
  type: 'heading',
  attrs: { level },
  content: words ? [text(words)] : [],
});
const paragraph = (...content: RichTextNode[]): RichTextNode => ({ type: 'paragraph', content });
const image = (alt: string): RichTextNode => ({ type: 'image', attrs: { src: '/a.jpg', alt } });
const table = (cell: 'tableHeader' | 'tableCell'): RichTextNode => ({
  type: 'table',
  content: [{ type: 'tableRow', content: [{ type: cell, content: [paragraph(text('x'))] }] }],
});
const found = (...content: RichTextNode[]) => hindrancesIn({ type: 'doc', content }).map(({ kind, place }) => [kind, place]);

test('headings begin at the second level and skip none; an empty one says nothing', () => {
  expect(found(heading(2, 'A'), heading(3, 'B'), heading(4, 'C'), heading(2, 'D'))).toEqual([]);
  expect(found(heading(3, 'A'))).toEqual([['heading', 0]]);
  expect(found(heading(2, 'A'), heading(4, 'B'), heading(2, ''))).toEqual([
    ['heading', 1],
    ['heading', 2],
  ]);
});

test.each(['IMG_1234', 'sommerfest.JPG', 'dsc-0042', 'Screenshot 3'])('a picture that is called "%s" is described by nobody', (alt) => {
  expect(found(image('Kinder am Reck'), image(alt))).toEqual([['image', 1]]);
});

test.each(['hier', 'Hier klicken', 'Weiterlesen …', 'mehr', 'Klicken Sie hier!'])(
  'a link that reads "%s" says not where it leads',
  (words) => {
    const [one] = hindrancesIn({
      type: 'doc',
      content: [paragraph(text('Die '), text('Satzung', '/a'), text(' steht '), text(words.replace(' …', '…'), '/b'))],
    });
    expect(one).toMatchObject({ kind: 'link', place: 1, message: expect.stringContaining('sagt nicht, wohin er führt') });
  },
);

test('a link of several pieces is one, and "hier" within more words is well', () => {
  expect(found(paragraph(text('hier', '/a'), text(' geht es zur Satzung', '/a')))).toEqual([]);
  expect(found(paragraph(text('hier', '/a')), paragraph(text('hier', '/a')))).toEqual([
    ['link', 0],
    ['link', 1],
  ]);
});

test('a table needs a head; the statement of the program has no hindrance itself', () => {
  expect(found(table('tableHeader'), table('tableCell'))).toEqual([['table', 1]]);
  expect(hindrancesIn(accessibilityStatement('Rot-Weiß'))).toEqual([]);
});
