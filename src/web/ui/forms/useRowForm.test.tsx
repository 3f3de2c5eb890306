import { Checkbox, TextInput } from '@mantine/core';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Save } from '#shared/kernel/problems.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { FormProblem } from './FormProblem.tsx';
import { useRowForm } from './useRowForm.ts';

const shape = z.object({ title: z.string(), text: z.string(), open: z.boolean() });
type Row = { version: number; title: string; text: string; open?: boolean };

type FormProps = { next: Row; again?: Row; savedBy?: Save };

function Form({ next, again, savedBy }: FormProps) {
  const [row, setRow] = useState<Row>({ version: 1, title: 'Yoga', text: 'Ruhig' });
  const { form, version, edition, clash } = useRowForm(row, { title: row.title, text: row.text, open: row.open ?? false }, shape);
  return (
    <>
      <TextInput label="Titel" required {...form.getInputProps('title')} />
      <TextInput label="Text" {...form.getInputProps('text')} />
      <Checkbox label="Offen für alle" {...form.getInputProps('open', { type: 'checkbox' })} />
      <p>
        Stand {version}, Text {edition('text')}
      </p>
      <FormProblem error={null} clash={clash} savedBy={savedBy} />
      <button type="button" onClick={() => setRow(next)}>
        Die Kollegin speichert
      </button>
      <button type="button" onClick={() => again && setRow(again)}>
        Sie speichert noch einmal
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

test("changes of others in other fields appear, and one's own input is kept and can be saved", async () => {
  const hand = await typed('Yoga am Morgen', { title: 'Yoga', text: 'Kräftig' });
  expect(hand.field('Titel').value).toBe('Yoga am Morgen');
  expect(hand.field('Text').value).toBe('Kräftig');
  screen.getByText('Stand 2, Text 1');
});

test('if both changed the same field, both values are shown and the form keeps its version until one is chosen', async () => {
  const hand = await typed('Yoga am Morgen', { title: 'Yoga am Abend', text: 'Kräftig' });
  expect(hand.field('Titel').value).toBe('Yoga am Morgen');
  expect(hand.field('Text').value).toBe('Ruhig');
  screen.getByText('Stand 1, Text 0');
  screen.getByRole('radiogroup', { name: 'Titel' });
  screen.getByLabelText('Ihre Eingabe: Yoga am Morgen');
  await hand.user.click(screen.getByLabelText('Gespeichert: Yoga am Abend'));
  expect(hand.field('Titel').value).toBe('Yoga am Abend');
  expect(hand.field('Text').value).toBe('Kräftig');
  screen.getByText('Stand 2, Text 1');
  // A choice is changed as long as nothing is saved.
  await hand.user.click(screen.getByLabelText('Ihre Eingabe: Yoga am Morgen'));
  expect(hand.field('Titel').value).toBe('Yoga am Morgen');
  screen.getByText('Stand 2, Text 1');
});

test('the conflict names the colleague and the time; an earlier day is named, too', async () => {
  signIn(userOf('admin'));
  const next = { version: 2, title: 'Yoga am Abend', text: 'Ruhig' };
  const at = (hoursAgo: number) => new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
  const hand = show(<Form next={next} savedBy={{ by: 'Anton Rotmuster', at: at(48) }} />);
  await hand.user.type(hand.field('Titel'), ' am Morgen');
  await hand.user.click(screen.getByRole('button', { name: 'Die Kollegin speichert' }));
  screen.getByText(/^Anton Rotmuster hat am \d\d\.\d\d\.\d{4} um \d\d:\d\d gespeichert\. Eine Angabe unterscheidet sich: /);
});

test('all conflicting fields are resolved with one click, and a resolved one that changes again is asked for again', async () => {
  signIn(userOf('admin'));
  const hand = show(
    <Form
      next={{ version: 2, title: 'Yoga am Abend', text: 'Kräftig', open: true }}
      again={{ version: 3, title: 'Tanz', text: 'Kräftig', open: true }}
    />,
  );
  await hand.fill('Titel', 'Yoga am Morgen');
  await hand.fill('Text', 'Sanft');
  await hand.press('Die Kollegin speichert');
  screen.getByText(/2 Angaben unterscheiden sich/);
  expect(screen.getByLabelText<HTMLInputElement>('Offen für alle').checked).toBe(false);
  await hand.press('Alle meine');
  expect([hand.field('Titel').value, hand.field('Text').value]).toEqual(['Yoga am Morgen', 'Sanft']);
  screen.getByText(/Ihre Wahl steht im Formular/);
  expect(screen.getByLabelText<HTMLInputElement>('Offen für alle').checked).toBe(true);
  await hand.press('Sie speichert noch einmal');
  screen.getByText(/Bitte wählen Sie/);
  await hand.user.click(screen.getByLabelText('Gespeichert: Tanz'));
  expect([hand.field('Titel').value, hand.field('Text').value]).toEqual(['Tanz', 'Sanft']);
  screen.getByText(/Stand 3/);
});

test('saving the form ends the conflict, also if only the row shows it', async () => {
  signIn(userOf('admin'));
  const hand = show(
    <Form next={{ version: 2, title: 'Yoga am Abend', text: 'Ruhig' }} again={{ version: 3, title: 'Yoga am Morgen', text: 'Ruhig' }} />,
  );
  await hand.fill('Titel', 'Yoga am Morgen');
  await hand.press('Die Kollegin speichert');
  await hand.user.click(screen.getByLabelText('Ihre Eingabe: Yoga am Morgen'));
  screen.getByText(/Ihre Wahl steht im Formular/);
  // The saved row arrives as any newer one does.
  await hand.press('Sie speichert noch einmal');
  screen.getByText(/Stand 3/);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a user who typed the same value as the other continues from the new state', async () => {
  await typed('Yoga am Abend', { title: 'Yoga am Abend', text: 'Ruhig' });
  screen.getByText('Stand 2, Text 0');
});
