import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { feesContract, type FeeRun, type FeeUndoing } from '#shared/money/fees/fees.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { UndoForm } from './UndoForm.tsx';

const word = 'Zur Sicherheit: Schreiben Sie „stornieren“';

test('an untouched run is undone with a reason and a typed word, over the sum of all its charges', async () => {
  const { server, hand, onClose } = open({});
  await hand.reads('2 Forderungen über 180,00 € werden storniert. Danach lassen sich die Monate neu fordern.');
  await hand.fill('Grund', 'Falscher Satz');
  await hand.press('Rückgängig machen');
  await waitFor(() => expect(hand.problem(word)).toBe('Bitte schreiben Sie „stornieren“.'));
  expect(server.sent).toEqual([]);
  await hand.fill(word, 'Stornieren');
  await hand.press('Rückgängig machen');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.sent[0]?.body).toEqual({ reason: 'Falscher Satz', onlyUntouched: false, version: 1 });
});

test('what stays of a run is named with the reason, and only the untouched rest is undone', async () => {
  const stays = { reference: 'RWA-100001', name: 'Ole Ohm', label: 'Erwachsene', cents: 12000, why: 'bezahlt' };
  const { server, hand, onClose } = open({ charges: 1, cents: 6000, staying: 2, stayingCents: 13000, named: [stays] });
  await hand.reads(/^1 Forderung über 60,00 € wird storniert/);
  await hand.reads('2 Forderungen über 130,00 € bleiben, weil seither etwas damit geschehen ist:');
  await hand.reads('Ole Ohm, RWA-100001, 120,00 €: bezahlt');
  await hand.reads('und 1 weitere');
  await hand.fill('Grund', 'Falscher Satz');
  await hand.fill(word, 'stornieren');
  await hand.press('Nur die unberührten stornieren');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.sent[0]?.body).toMatchObject({ onlyUntouched: true });
});

test('a run of which nothing is untouched asks for no reason', async () => {
  const stays = { reference: 'RWA-100001', name: 'Ole Ohm', label: 'Erwachsene', cents: 12000, why: 'im Einzug' };
  const { hand } = open({ charges: 0, cents: 0, staying: 1, stayingCents: 12000, named: [stays] });
  await hand.reads('Der Lauf lässt sich nicht mehr zurücknehmen: Mit jeder Forderung ist seither etwas geschehen.');
  await hand.reads('Ole Ohm, RWA-100001, 120,00 €: im Einzug');
  expect(document.querySelector('form')).toBeNull();
});

function open(values: Partial<FeeUndoing>) {
  const server = signIn(userOf('admin'));
  server.on(feesContract.undoing, { charges: 2, cents: 18000, staying: 0, stayingCents: 0, named: [], ...values });
  server.on(feesContract.undo, run);
  const onClose = vi.fn();
  return { server, onClose, hand: show(<UndoForm run={run} onClose={onClose} />) };
}

const run: FeeRun = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000009',
  from: '2026-01-01',
  to: '2026-12-31',
  dueOn: '2026-12-22',
  laterDays: [],
  state: 'booked',
  lines: 2,
  totalCents: 18000,
  cancelled: 0,
  excluded: 0,
  told: 0,
  letters: 0,
  postedOn: null,
  createdBy: 'Vera',
  createdAt: '2026-11-22T10:00:00.000Z',
  reason: '',
  version: 1,
};
