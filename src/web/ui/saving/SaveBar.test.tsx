import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { useRowForm } from '../forms/useRowForm.ts';
import { SaveBar } from './SaveBar.tsx';

const shape = z.object({ title: z.string(), text: z.string() });
const onSave = vi.fn();
const savedAt = Date.parse('2026-11-22T13:03:00Z');

beforeEach(() => void onSave.mockClear());

function Form({ isNew }: { isNew: boolean }) {
  const [stored, setStored] = useState({ version: 1, title: 'Yoga', text: 'Ruhig' });
  const [submittedAt, setSubmittedAt] = useState(0);
  const { form, adopt, discard } = useRowForm(stored, { title: stored.title, text: stored.text }, shape);
  const save = form.onSubmit((values) => {
    onSave(values);
    setSubmittedAt(savedAt);
    setStored({ version: 2, ...values });
    adopt(2, values);
  });
  return (
    <form onSubmit={save} noValidate>
      <TextInput label="Titel" {...form.getInputProps('title')} />
      <TextInput label="Text" {...form.getInputProps('text')} />
      <SaveBar form={form} saving={{ isPending: false, isSuccess: submittedAt > 0, submittedAt }} isNew={isNew} onDiscard={discard} />
    </form>
  );
}

function open(isNew = false) {
  signIn(userOf('admin'));
  return show(<Form isNew={isNew} />);
}

test('the bar shows how much is unsaved, and when it was saved last', async () => {
  const hand = open();
  await hand.reads('Nichts geändert');
  expect(hand.button('Speichern').disabled).toBe(true);
  await hand.fill('Titel', 'Yoga am Morgen');
  await hand.reads('Nicht gespeichert: 1 Angabe');
  await hand.fill('Text', 'Kräftig');
  await hand.reads('Nicht gespeichert: 2 Angaben');
  await hand.press('Speichern');
  await hand.reads('Gespeichert um 14:03 Uhr');
  expect(onSave).toHaveBeenCalledWith({ title: 'Yoga am Morgen', text: 'Kräftig' });
});

test('input discarded by mistake is restored', async () => {
  const hand = open();
  await hand.fill('Titel', 'Yoga am Morgen');
  await hand.press('Verwerfen');
  expect(hand.field('Titel').value).toBe('Yoga');
  await hand.reads('Nichts geändert');
  await hand.press('Rückgängig');
  expect(hand.field('Titel').value).toBe('Yoga am Morgen');
  await hand.reads('Nicht gespeichert: 1 Angabe');
  expect(onSave).not.toHaveBeenCalled();
});

test('Strg+S saves while a field has the focus', async () => {
  const hand = open();
  await hand.fill('Text', 'Kräftig');
  await hand.user.keyboard('{Control>}s{/Control}');
  expect(onSave).toHaveBeenCalledWith({ title: 'Yoga', text: 'Kräftig' });
});

test('a new record can be saved at once, and has nothing to revert to', async () => {
  const hand = open(true);
  await hand.reads('Noch nicht gespeichert');
  expect(hand.button('Speichern').disabled).toBe(false);
  await hand.fill('Titel', 'Tanz');
  expect(() => hand.button('Verwerfen')).toThrow();
});
