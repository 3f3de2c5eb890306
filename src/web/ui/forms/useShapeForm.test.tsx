import { TextInput } from '@mantine/core';
import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { FormProblem } from './FormProblem.tsx';
import { useShapeForm } from './useShapeForm.ts';

const shape = z.object({ title: z.string().min(1, 'Bitte einen Titel.'), age: z.int('Das Alter fehlt.') });

function Form({ isPlaced, hasAge }: { isPlaced: boolean; hasAge: boolean }) {
  const form = useShapeForm<{ title: string; age: unknown }>({ title: 'Yoga', age: hasAge ? 7 : '' }, shape);
  return (
    <form onSubmit={form.onSubmit(() => {})} noValidate>
      <TextInput label="Titel" {...form.getInputProps('title')} />
      {isPlaced && <FormProblem error={null} />}
      <button type="submit">Speichern</button>
    </form>
  );
}

function open(props: { isPlaced: boolean; hasAge: boolean }) {
  signIn(userOf('admin'));
  return show(<Form {...props} />);
}
const count = (words: string) => document.body.textContent.split(words).length - 1;

test('an error of a field that is not rendered is shown above the button, until the next attempt', async () => {
  const hand = open({ isPlaced: true, hasAge: false });
  await hand.press('Speichern');
  const told = await hand.reads('Das Alter fehlt.');
  expect(told.closest('[role=alert]')).not.toBeNull();
  await hand.fill('Titel', '');
  await hand.press('Speichern');
  await hand.reads('Bitte einen Titel.');
  await hand.reads('Das Alter fehlt.');
  expect([count('Bitte einen Titel.'), count('Das Alter fehlt.')]).toEqual([1, 1]);
});

test('a form without a place for it shows it in a notification', async () => {
  const hand = open({ isPlaced: false, hasAge: false });
  await hand.press('Speichern');
  await hand.reads('Das Alter fehlt.');
});

test('an error shown at its field is not repeated above the button', async () => {
  const hand = open({ isPlaced: true, hasAge: true });
  await hand.fill('Titel', '');
  await hand.press('Speichern');
  await hand.reads('Bitte einen Titel.');
  await act(() => new Promise((done) => requestAnimationFrame(done)));
  expect(document.querySelector('[role=alert]')).toBeNull();
  expect(document.activeElement).toBe(hand.field('Titel'));
});
