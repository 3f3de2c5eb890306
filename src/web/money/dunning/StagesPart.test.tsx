import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { dunningContract, type ShownStage } from '#shared/money/dunning/contract.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { StageForm } from './StagesPart.tsx';

const stage: ShownStage = {
  level: 2,
  name: '2. Mahnung',
  afterDays: 14,
  feeCents: 250,
  dueDays: 14,
  text: 'bitte zahlen Sie jetzt.',
  channel: 'mail',
  version: 3,
};

function open() {
  const server = signIn(userOf('admin'));
  const onDone = vi.fn();
  return { server, onDone, hand: show(<StageForm stage={stage} onDone={onDone} />) };
}

test('a fee is entered in euros and sent in whole cents, with the version that was read', async () => {
  const { server, hand, onDone } = open();
  server.on(dunningContract.updateStage, { ...stage, version: 4 });
  expect(hand.field('Gebühr in Euro').value).toBe('2,50');
  await hand.fill('Gebühr in Euro', '1,15');
  await hand.choose('Wie', 'Brief');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(server.sent[0]).toMatchObject({ address: '/dunning-levels/2', body: { feeCents: 115, channel: 'letter', version: 3 } });
});

test('a concurrent change is not overwritten, and the input is kept', async () => {
  const { server, hand, onDone } = open();
  server.on(dunningContract.updateStage, () => refuse('conflict'));
  await hand.fill('Name', 'Zweite Mahnung');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.refusal()).toBeTruthy());
  expect(hand.field('Name').value).toBe('Zweite Mahnung');
  expect(onDone).not.toHaveBeenCalled();
});

test('a level without a text or without days is refused at its field', async () => {
  const { server, hand } = open();
  await hand.fill('Text nach „Guten Tag,“', '');
  await hand.fill('Tage Zeit zum Bezahlen', '0');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.problem('Tage Zeit zum Bezahlen')).toBe('Mindestens 1 Tag.'));
  expect(hand.problem('Text nach „Guten Tag,“')).toBe('Bitte ein Satz.');
  expect(server.sent).toEqual([]);
});
