import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRichText, richText, richTextToText } from './richText.ts';

const paragraph = (...content: object[]) => ({ type: 'doc', content: [{ type: 'paragraph', content }] });
const words = (text: string, marks: object[] = []) => ({ type: 'text', text, marks });

test('content from the editor is unchanged', () => {
  const text = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Turnen' }] },
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'Mehr ' },
          { type: 'text', text: 'hier', marks: [{ type: 'link', attrs: { href: 'https://example.org/a?b=c' } }] },
        ],
      },
      { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Matte' }] }] }] },
      { type: 'image', attrs: { src: '/bilder/halle.webp', alt: 'Die Halle' } },
      {
        type: 'table',
        content: [
          { type: 'tableRow', content: [{ type: 'tableCell', attrs: { colspan: 1, rowspan: 1 }, content: [{ type: 'paragraph' }] }] },
        ],
      },
    ],
  };
  expect(richText.parse(text)).toEqual(text);
});

test('the alignment that the editor stores in every cell is dropped', () => {
  const table = (attrs: object) => ({
    type: 'doc',
    content: [{ type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableCell', attrs }] }] }],
  });
  const spans = { colspan: 1, rowspan: 1, colwidth: null };
  for (const align of [null, 'center']) expect(richText.parse(table({ ...spans, align }))).toEqual(table(spans));
});

test.each([
  ['a script address', paragraph(words('x', [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }]))],
  ['a script address in disguise', paragraph(words('x', [{ type: 'link', attrs: { href: ' java\tscript:alert(1)' } }]))],
  ['a data address', paragraph(words('x', [{ type: 'link', attrs: { href: 'data:text/html,<script>' } }]))],
  ['an address of another site without its scheme', paragraph(words('x', [{ type: 'link', attrs: { href: '//evil.example' } }]))],
  ['a picture from another site', { type: 'doc', content: [{ type: 'image', attrs: { src: 'https://evil.example/x.png', alt: 'x' } }] }],
  [
    'a picture without a text for those who cannot see it',
    { type: 'doc', content: [{ type: 'image', attrs: { src: '/x.png', alt: ' ' } }] },
  ],
  ['an attribute that nobody knows', { type: 'doc', content: [{ type: 'heading', attrs: { level: 2, onclick: 'alert(1)' } }] }],
  ['a heading above the page’s own', { type: 'doc', content: [{ type: 'heading', attrs: { level: 1 } }] }],
  ['a node that nobody knows', { type: 'doc', content: [{ type: 'iframe', attrs: { src: '/x' } }] }],
  ['a node named like a property of every object', { type: 'doc', content: [{ type: 'constructor' }] }],
  ['a mark that nobody knows', paragraph(words('x', [{ type: 'script' }]))],
  ['no document', { type: 'paragraph' }],
  ['a text instead of a document', '<p>x</p>'],
])('%s is refused on write and read as an empty text', (_what, value) => {
  expect(richText.safeParse(value).success).toBe(false);
  expect(readRichText(value)).toEqual({ type: 'doc', content: [] });
});

test('too much text, too many and too deeply nested nodes are refused', () => {
  const deep = Array.from({ length: 20 }).reduce<object>((inner) => ({ type: 'blockquote', content: [inner] }), { type: 'paragraph' });
  expect(richText.safeParse(paragraph(words('x'.repeat(100_001)))).success).toBe(false);
  expect(richText.safeParse({ type: 'doc', content: Array.from({ length: 5001 }, () => ({ type: 'paragraph' })) }).success).toBe(false);
  expect(richText.safeParse({ type: 'doc', content: [deep] }).success).toBe(false);
});

test('as plain text it keeps its words', () => {
  expect(richTextToText(richText.parse(paragraph(words('<b>"Aha" & so</b>', [{ type: 'bold' }]))))).toBe('<b>"Aha" & so</b>');
});

test('any value is either refused or unchanged when parsed a second time', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const read = readRichText({ type: 'doc', content: [value] });
      expect(readRichText(read)).toEqual(read);
    }),
  );
});
