import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sepaRunsContract } from '#shared/money/sepaRuns.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { FaultList } from './FaultList.tsx';

const chargeId = '9d7a8a31-5b7c-4c57-8d0f-000000000001';
const fault = {
  chargeId,
  payerPersonId: '9d7a8a31-5b7c-4c57-8d0f-000000000002',
  reference: 'RWA-100001',
  name: 'Muster, Ute',
  reason: 'Das Mandat ruht.',
  asksPayer: true,
  remindedOn: null,
};

test('a charge that cannot be collected shows why; switching it to transfer can be undone', async () => {
  const server = signIn(userOf('admin'));
  server.on(sepaRunsContract.setMethod, { changed: 1 });
  const hand = show(<FaultList faults={[fault]} choice={{}} />);
  await hand.reads('Muster, Ute, RWA-100001: Das Mandat ruht.');
  await hand.press('Überweisen lassen: RWA-100001');
  await hand.reads('RWA-100001 wird überwiesen.');
  await hand.press('Rückgängig');
  await waitFor(() => expect(server.sent).toHaveLength(2));
  expect(server.sent.map(({ body }) => body)).toEqual([
    { chargeIds: [chargeId], method: 'transfer' },
    { chargeIds: [chargeId], method: 'sepa' },
  ]);
});

test('the payers who can help are reminded once; who was, and who gets no mail, is named', async () => {
  const server = signIn(userOf('admin'));
  server.on(sepaRunsContract.remind, { mailed: 1, without: ['Ast, Ole'] });
  const late = { ...fault, chargeId: fault.payerPersonId, payerPersonId: chargeId, asksPayer: false, remindedOn: null };
  const second = { ...fault, chargeId: '9d7a8a31-5b7c-4c57-8d0f-000000000003', remindedOn: '2026-11-20' };
  const hand = show(<FaultList faults={[fault, second, late]} choice={{ source: 'membership' }} />);
  await hand.reads(/Das Mandat ruht\. Erinnert am 20\.11\.2026\./);
  await hand.press('Den Zahler erinnern');
  await hand.press('Erinnern');
  await hand.reads('Ein Zahler ist erinnert. Keine Mail geht an: Ast, Ole.');
  expect(server.sent.at(-1)?.body).toEqual({ source: 'membership' });
  server.on(sepaRunsContract.remind, { mailed: 0, without: ['Ast, Ole'] });
  await hand.press('Den Zahler erinnern');
  await hand.press('Erinnern');
  await hand.reads('Niemand ließ sich erinnern. Keine Mail geht an: Ast, Ole.');
  server.on(sepaRunsContract.remind, () => refuse('reminded-today'));
  await hand.press('Den Zahler erinnern');
  await hand.press('Erinnern');
  await hand.reads('Diese Zahler sind heute schon erinnert worden. Morgen geht es wieder.');
});
