import { expect, test } from 'vitest';
import type { RichText } from '#shared/kernel/richText.ts';
import { fillLine, fillText, hasGreeting, placeholderFault } from './placeholders.ts';

const doc = (...pieces: { text: string; bold?: true }[]): RichText => ({
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: pieces.map(({ text, bold }) => ({ type: 'text', text, ...(bold && { marks: [{ type: 'bold' }] }) })),
    },
  ],
});

test.each([
  ['Hallo {Vorname}!', { Vorname: 'Mia' }, 'Hallo Mia!'],
  ['Hallo {vorname}!', { Vorname: 'Mia' }, 'Hallo Mia!'],
  ['Hallo {Vorname}!', {}, 'Hallo liebes Mitglied!'],
  ['Hallo {Vorname|liebe Eltern}!', {}, 'Hallo liebe Eltern!'],
  ['Hallo {Vorname|liebe Eltern}!', { Vorname: '' }, 'Hallo liebe Eltern!'],
  ['Hallo {Vorname|liebe Eltern}!', { Vorname: 'Mia' }, 'Hallo Mia!'],
  ['{Angebot} am {Termin}', { Angebot: 'Yoga', Termin: 'Montag' }, 'Yoga am Montag'],
  ['Nichts { } und {}', {}, 'Nichts { } und {}'],
])('%s with known values becomes complete text', (line, values, filled) => {
  expect(fillLine(line, values)).toBe(filled);
});

test('a name with braces in it is not parsed as another placeholder', () => {
  expect(fillLine('{Vorname}', { Vorname: '{Link}', Link: 'https://example.org' })).toBe('{Link}');
});

test('a text keeps its formatting, and unknown placeholders are named', () => {
  expect(fillText(doc({ text: 'Hallo ' }, { text: '{Vorname}', bold: true }), { Vorname: 'Mia' })).toEqual(
    doc({ text: 'Hallo ' }, { text: 'Mia', bold: true }),
  );
  expect(placeholderFault(doc({ text: 'Hallo {Vornahme}' }))).toContain('„{Vornahme}“ kennen wir nicht.');
  expect(placeholderFault('Yoga {Datum}')).toContain('„{Datum}“ kennen wir nicht.');
  expect(placeholderFault(doc({ text: 'Hallo {Vor' }, { text: 'name}', bold: true }))).toContain('mittendrin');
  expect(placeholderFault(doc({ text: 'Hallo {Vorname|du}, {Link}' }))).toBeUndefined();
});

test('a text with its own greeting is recognised', () => {
  expect([hasGreeting(doc({ text: '{Anrede}, wie schön.' })), hasGreeting(doc({ text: 'Hallo {Vorname}' }))]).toEqual([true, false]);
});
