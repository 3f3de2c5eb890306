import { expect, test } from 'vitest';
import { rootOf } from './floors.ts';
import { formsOf, leavesChecksToBrowser } from './forms.ts';
import { sources } from './sources.ts';

const forms = formsOf(sources.filter(({ file }) => rootOf(file) === 'web'));

test('a form of the design system checks what was typed against the shape of its endpoint', () => {
  const designed = forms.filter(({ isLight }) => !isLight);
  expect(designed.length).toBeGreaterThan(100);
  expect(designed.filter(({ isShaped }) => !isShaped).map(({ file }) => file)).toEqual([]);
});

test('a form of the light frame, to which no shapes are sent, shows what the server refuses', () => {
  const light = forms.filter(({ isLight }) => isLight);
  expect(light.length).toBeGreaterThan(18);
  expect(light.filter(({ isAnswered }) => !isAnswered).map(({ file }) => file)).toEqual([]);
});

test('no form leaves it to the browser to say what lacks: it would, in its own language and away from the field', () => {
  const web = sources.filter(({ file }) => rootOf(file) === 'web');
  expect(web.filter(leavesChecksToBrowser).map(({ file }) => file)).toEqual([]);
});

test('no form whose typing is kept in the browser asks for an account number or a password', () => {
  const keeping = sources.filter(
    ({ file, text }) => rootOf(file) === 'web' && !file.includes('.test.') && /useDraft\(|useRowForm[^]*\bdraft: /.test(text),
  );
  expect(keeping.length).toBeGreaterThan(10);
  expect(keeping.filter(({ text }) => /\b(?:iban|password)\b/i.test(text)).map(({ file }) => file)).toEqual([]);
});
