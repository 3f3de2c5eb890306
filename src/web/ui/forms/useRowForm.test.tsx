import { TextInput } from '@mantine/core';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { useRowForm } from './useRowForm.ts';

const shape = z.object({ title: z.string(), text: z.string() });
type Row = { version: number; title: string; text: string };

function Form({ next }: { next: Row }) {
  const [row, setRow] = useState<Row>({ version: 1, title: 'Yoga', text: 'Ruhig' });
  const { form, version, adopt, edition } = useRowForm(row, { title: row.title, text: row.text }, shape);
  return (
    <>
      <TextInput label="Titel" {...form.getInputProps('title')} />
      <TextInput label="Text" {...form.getInputProps('text')} />
      <p>
        Stand {version}, Text {edition('text')}
      </p>
      <button type="button" onClick={() => adopt(row.version, { title: row.title, text: row.text })}>
        Neuen Stand laden
      </button>
      <button type="button" onClick={() => setRow(next)}>
        Die Kollegin speichert
      </button>
    </>
  );
}

/** Somebody types a title, and then a colleague saves. */
async function typed(title: string, next: Omit<Row, 'version'>) {
  signIn(userOf('admin'));
  const hand = show(<Form next={{ version: 2, ...next }} />);
  await hand.user.clear(hand.field('Titel'));
  await hand.user.type(hand.field('Titel'), title);
  await hand.user.click(screen.getByRole('button', { name: 'Die Kollegin speichert' }));
  return hand;
}

test('what a colleague saved in other fields appears, and what was typed here stays and can be saved', async () => {
  const hand = await typed('Yoga am Morgen', { title: 'Yoga', text: 'Kräftig' });
  expect(hand.field('Titel').value).toBe('Yoga am Morgen');
  expect(hand.field('Text').value).toBe('Kräftig');
  screen.getByText('Stand 2, Text 1');
});

test('where both changed the same field, the form stays on its version until the new state is asked for, and loses nothing', async () => {
  const hand = await typed('Yoga am Morgen', { title: 'Yoga am Abend', text: 'Kräftig' });
  expect(hand.field('Titel').value).toBe('Yoga am Morgen');
  expect(hand.field('Text').value).toBe('Ruhig');
  screen.getByText('Stand 1, Text 0');
  await hand.user.click(screen.getByRole('button', { name: 'Neuen Stand laden' }));
  expect(hand.field('Titel').value).toBe('Yoga am Morgen');
  expect(hand.field('Text').value).toBe('Kräftig');
  screen.getByText('Stand 2, Text 1');
});

test('who typed the same as the colleague is on the new state', async () => {
  await typed('Yoga am Abend', { title: 'Yoga am Abend', text: 'Ruhig' });
  screen.getByText('Stand 2, Text 0');
});
