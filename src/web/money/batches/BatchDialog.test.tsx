import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { organisationsContract } from '#shared/halls/organisations.ts';
import { chargeBatchesContract } from '#shared/money/batches/contract.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { BatchDialog } from './BatchDialog.tsx';
import type { AskedAction } from './batchWords.ts';

const chosen = [1, 2].map((no) => ({ id: `9d7a8a31-5b7c-4c57-8d0f-00000000000${no}`, version: no, restCents: 2500 }));
const items = chosen.map(({ id, version }) => ({ id, version }));

beforeEach(() => void vi.setSystemTime('2026-11-22T12:00:00Z'));

function open(action: AskedAction) {
  const server = signIn(userOf('admin'));
  const onDone = vi.fn();
  return { server, onDone, hand: show(<BatchDialog action={action} chosen={chosen} onClose={vi.fn()} onDone={onDone} />) };
}

test('many charges are marked as paid on a chosen day, skipped ones are reported, and undo reverts the paid ones only', async () => {
  const { server, hand, onDone } = open('paid');
  const changed = [{ id: items[0]?.id ?? '', version: 2 }];
  server.on(chargeBatchesContract.change, { changed, cents: 2500, left: [{ reason: 'im Einzug', count: 1 }] });
  await hand.reads(/2 Forderungen, offen 50,00\s€/);
  await hand.fill('Eingegangen am', '20.11.2026');
  await hand.press('Als bezahlt vermerken');
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  await hand.reads('1 Forderung geändert, 1 nicht (im Einzug).');
  await hand.press('Rückgängig');
  await waitFor(() =>
    expect(server.sent.map(({ body }) => body)).toEqual([
      { action: 'paid', paidOn: '2026-11-20', reason: '', items },
      { action: 'reopen', items: changed },
    ]),
  );
});

test('an action that requires a reason is not sent without one, and errors are shown at their fields', async () => {
  const { server, hand } = open('defer');
  server.on(chargeBatchesContract.change, () => refuse('invalid-input', { until: 'Bitte ein Tag in der Zukunft.' }));
  await hand.press('Stunden');
  await hand.reads('Bitte nennen Sie einen Grund.');
  expect(server.sent).toEqual([]);
  await hand.fill('Grund', 'Sperrung');
  await hand.press('Stunden');
  await hand.reads('Bitte ein Tag in der Zukunft.');
  expect(server.sent.map(({ body }) => body)).toEqual([{ action: 'defer', until: '2026-12-22', reason: 'Sperrung', items }]);
});

test('another payer is chosen for all of them; without one nothing is sent, and the field says so', async () => {
  const { server, hand } = open('payer');
  server.on(organisationsContract.list, []);
  await hand.fill('Grund', 'Jetzt zahlt die Mutter');
  await hand.press('Zahler ändern');
  await hand.reads('Bitte auswählen, wer zahlt.');
  expect(server.sent).toEqual([]);
});
