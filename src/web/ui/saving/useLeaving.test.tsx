import { Button, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { User } from '#shared/kernel/user.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { setUser } from '#web/lib/session/session.ts';
import { showAtAddress, signIn, userOf } from '#test/web/page.tsx';
import { FoundDraft } from '../drafts/FoundDraft.tsx';
import { useRowForm } from '../forms/useRowForm.ts';

const shape = z.object({ title: z.string().min(1, 'Bitte ausfüllen.'), text: z.string() });
const stored: { title: string; text: string }[] = [];
let isRefused = false;

beforeEach(() => {
  localStorage.clear();
  stored.length = 0;
  isRefused = false;
});

/** A page that is left for the next one by a link on it. */
function Pages({ draft }: { draft?: string }) {
  const { place } = useSearch({ strict: false }) as { place?: string };
  const navigate = useNavigate();
  if (place === 'next') return <p>Die nächste Seite</p>;
  return (
    <>
      <Form draft={draft} />
      <Button onClick={() => void navigate({ to: '.', search: { place: 'next' } as never })}>Weiter</Button>
    </>
  );
}

function Form({ draft: name }: { draft: string | undefined }) {
  const { form, draft } = useRowForm({ version: 1 }, { title: 'Yoga', text: '' }, shape, { draft: name });
  const save = useMutation({
    mutationFn: async (values: { title: string; text: string }) => {
      await new Promise((resolve) => void setTimeout(resolve, 5));
      if (isRefused) throw new Error('refused');
      stored.push(values);
    },
  });
  const done = () => {
    draft.clear();
    form.resetDirty();
  };
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values, { onSuccess: done }))} noValidate>
      <FoundDraft draft={draft} form={form} />
      <TextInput label="Titel" {...form.getInputProps('title')} />
      <TextInput label="Text" {...form.getInputProps('text')} />
    </form>
  );
}

async function leave(title: string, draft?: string, user: User | null = userOf('admin')) {
  signIn(user);
  const hand = await showAtAddress(<Pages {...(draft && { draft })} />);
  await hand.fill('Titel', title);
  await hand.fill('Text', 'Ruhig');
  await hand.press('Weiter');
  await hand.reads(/2 Angaben sind noch nicht gespeichert/);
  return hand;
}

const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('draft.'));

test('saving and leaving saves first, and then navigates', async () => {
  const hand = await leave('Tanz', 'course.1');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Speichern und weiter'));
  await hand.press('Speichern und weiter');
  await hand.reads('Die nächste Seite');
  expect(stored).toEqual([{ title: 'Tanz', text: 'Ruhig' }]);
  expect(drafts()).toEqual([]);
});

test('a form with unsavable input is not left', async () => {
  const hand = await leave('');
  await hand.press('Speichern und weiter');
  await waitFor(() => expect(hand.problem('Titel')).toBe('Bitte ausfüllen.'));
  expect(screen.queryByText('Die nächste Seite')).toBeNull();
  await hand.fill('Titel', 'Tanz');
  isRefused = true;
  await hand.press('Weiter');
  await hand.press('Speichern und weiter');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await new Promise((resolve) => void setTimeout(resolve, 30));
  expect(screen.queryByText('Die nächste Seite')).toBeNull();
  expect(hand.field('Titel').value).toBe('Tanz');
});

test('a draft can be kept on purpose', async () => {
  const hand = await leave('Tanz', 'course.1');
  await hand.press('Als Entwurf behalten');
  await hand.reads('Die nächste Seite');
  expect(drafts()).toHaveLength(1);
});

test('discarded input is gone', async () => {
  const hand = await leave('Tanz', 'course.1');
  await hand.press('Verwerfen');
  await hand.reads('Die nächste Seite');
  expect([stored, drafts()]).toEqual([[], []]);
});

test('staying keeps the input; without drafts no draft is announced', async () => {
  const hand = await leave('Tanz');
  expect(() => hand.button('Als Entwurf behalten')).toThrow();
  await hand.press('Weiter bearbeiten');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(hand.field('Titel').value).toBe('Tanz');
});

test('a visitor is asked as well; after the session has ended nobody is asked', async () => {
  const hand = await leave('Tanz', undefined, null);
  await hand.press('Weiter bearbeiten');
  expect(hand.field('Titel').value).toBe('Tanz');
  cleanup();
  const signedIn = await leave('Tanz', 'course.1');
  await signedIn.press('Weiter bearbeiten');
  setUser(null);
  await signedIn.press('Weiter');
  await signedIn.reads('Die nächste Seite');
});
