import { expect, test } from 'vitest';
import { isFoundation, rootOf, wingOf } from './floors.ts';
import { formsOf } from './forms.ts';
import { sources } from './sources.ts';

const ofWings = sources.filter(({ file }) => rootOf(file) === 'web' && wingOf(file) && !isFoundation(file));
/** The forms of the light frame do without design system and shapes: the browser checks them, and the server says the rest. */
const designed = ofWings.filter(({ imports }) => imports.some(({ target }) => target === '@mantine/core'));

test('a form of the design system checks what was typed against the shape of its endpoint', () => {
  const forms = formsOf(designed);
  expect(forms.length).toBeGreaterThan(70);
  expect(forms.filter(({ isShaped }) => !isShaped).map(({ file }) => file)).toEqual([]);
});
