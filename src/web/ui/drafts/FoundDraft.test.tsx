import { TextInput } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { draftKey } from '#web/lib/kept/drafts.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { FoundDraft } from './FoundDraft.tsx';
import { useDraft } from './useDraft.ts';
import { useShapeForm } from '../forms/useShapeForm.ts';

function Form({ record }: { record: string }) {
  const form = useShapeForm({ title: '' }, z.object({ title: z.string() }));
  return (
    <>
      <FoundDraft draft={useDraft(record, form)} form={form} />
      <TextInput label="Titel" {...form.getInputProps('title')} />
    </>
  );
}

const words = /auch in einem anderen Tab offen/;
const user = userOf('admin');
let other: BroadcastChannel | undefined;
afterEach(() => other?.close());

/** Another tab of this browser with the form of a record. */
function otherTab(record: string): { say: (says: string) => void; heard: unknown[] } {
  const heard: unknown[] = [];
  other = new BroadcastChannel(`form.draft.${user.id}.${record}`);
  other.onmessage = ({ data }) => void heard.push((data as { says: string }).says);
  return { say: (says) => other?.postMessage({ tab: 'other', says }), heard };
}

test('two tabs of a browser that have the same form open say so, until one is closed', async () => {
  signIn(user);
  const tab = otherTab('course.1');
  show(<Form record="course.1" />);
  await waitFor(() => expect(tab.heard).toEqual(['opened']));
  expect(screen.queryByText(words)).toBeNull();
  tab.say('open');
  await screen.findByText(words);
  tab.say('closed');
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  // Who comes later is answered.
  tab.say('opened');
  await screen.findByText(words);
  await waitFor(() => expect(tab.heard).toEqual(['opened', 'open']));
});

test('the form of another record in another tab is nothing to be told', async () => {
  signIn(user);
  const tab = otherTab('course.2');
  show(<Form record="course.1" />);
  tab.say('opened');
  await new Promise((resolve) => void setTimeout(resolve, 50));
  expect(screen.queryByText(words)).toBeNull();
});

test('a found draft says which record it belongs to', async () => {
  signIn(user);
  const at = '2026-11-28T10:00:00.000Z';
  localStorage.setItem(draftKey(user.id, 'course.3'), JSON.stringify({ at, values: { title: 'Yoga am Morgen' } }));
  const hand = show(<Form record="course.3" />);
  await hand.reads('Nicht gespeicherte Eingaben zu „Yoga am Morgen“');
  await hand.press('Übernehmen');
  expect(hand.field('Titel').value).toBe('Yoga am Morgen');
  localStorage.clear();
});
