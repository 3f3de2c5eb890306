import { expect, test } from 'vitest';
import type { RichTextNode } from '#shared/kernel/richText.ts';
import { accessibilityStatement } from './accessibility.ts';
import { findReadabilityIssues } from './readability.ts';

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
const found = (...content: RichTextNode[]) => findReadabilityIssues({ type: 'doc', content }).map(({ kind, place }) => [kind, place]);

test('headings start at the second level and skip none; an empty one is a problem', () => {
  expect(found(heading(2, 'A'), heading(3, 'B'), heading(4, 'C'), heading(2, 'D'))).toEqual([]);
  expect(found(heading(3, 'A'))).toEqual([['heading', 0]]);
  expect(found(heading(2, 'A'), heading(4, 'B'), heading(2, ''))).toEqual([
    ['heading', 1],
    ['heading', 2],
  ]);
});

test.each(['IMG_1234', 'sommerfest.JPG', 'dsc-0042', 'Screenshot 3'])('"%s" is no alternative text of a picture', (alt) => {
  expect(found(image('Kinder am Reck'), image(alt))).toEqual([['image', 1]]);
});

test.each(['hier', 'Hier klicken', 'Weiterlesen …', 'mehr', 'Klicken Sie hier!'])(
  'the link text "%s" does not name its target',
  (words) => {
    const [one] = findReadabilityIssues({
      type: 'doc',
      content: [paragraph(text('Die '), text('Satzung', '/a'), text(' steht '), text(words.replace(' …', '…'), '/b'))],
    });
    expect(one).toMatchObject({ kind: 'link', place: 1, message: expect.stringContaining('sagt nicht, wohin er führt') });
  },
);

test('a link of several nodes is one, and "hier" within a longer text is accepted', () => {
  expect(found(paragraph(text('hier', '/a'), text(' geht es zur Satzung', '/a')))).toEqual([]);
  expect(found(paragraph(text('hier', '/a')), paragraph(text('hier', '/a')))).toEqual([
    ['link', 0],
    ['link', 1],
  ]);
});

test("a table needs a header; the program's own statement has no problem", () => {
  expect(found(table('tableHeader'), table('tableCell'))).toEqual([['table', 1]]);
  expect(findReadabilityIssues(accessibilityStatement('Rot-Weiß'))).toEqual([]);
});
