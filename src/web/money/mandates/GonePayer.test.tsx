import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { feeFamiliesContract } from '#shared/money/fees/feeFamilies.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { GonePayer } from './GonePayer.tsx';

const [id, payerId, personId] = ['1', '2', '3'].map((end) => `9d7a8a31-5b7c-4c57-8d0f-00000000000${end}`) as [string, string, string];
const family = { id, version: 4, payerId, leftOn: '2026-12-31', proposal: { personId, name: 'Ada Ohm' } };

test('the proposed adult pays at one press', async () => {
  const server = signIn(userOf('admin'));
  const hand = show(<GonePayer family={family} name="Familie Ohm" />);
  server.on(feeFamiliesContract.takePayer, () => refuse('conflict'));
  await hand.press('Ada Ohm zahlt');
  await hand.reads(/inzwischen geändert/);
  const taken = { id, club: 'RWA' as const, name: 'Ohm', payerPersonId: personId, payer: 'Ada Ohm', members: [], version: 5 };
  server.on(feeFamiliesContract.takePayer, taken);
  await hand.press('Ada Ohm zahlt');
  await hand.reads('Für die Familie Ohm zahlt jetzt Ada Ohm.');
  expect(server.sent.at(-1)?.body).toEqual({ version: 4, payerPersonId: personId });
});

test('a former member keeps paying after a question; somebody who died does not', async () => {
  const server = signIn(userOf('admin'));
  server.on(feeFamiliesContract.keepPayer, { ok: true });
  const hand = show(<GonePayer family={{ ...family, proposal: null }} name="Familie Ohm" />);
  await hand.press('Zahlt weiter: Familie Ohm');
  await hand.press('Zahlt weiter');
  await waitFor(() => expect(server.sent.at(-1)?.body).toEqual({ leftOn: '2026-12-31', isKept: true }));
  show(<GonePayer family={{ ...family, leftOn: null }} name="Familie Ast" />);
  expect(screen.queryByRole('button', { name: 'Zahlt weiter: Familie Ast' })).toBeNull();
});
