import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sepaRunsContract } from '#shared/money/sepaRuns.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { FaultList } from './FaultList.tsx';

const chargeId = '9d7a8a31-5b7c-4c57-8d0f-000000000001';
const fault = {
  chargeId,
  payerPersonId: '9d7a8a31-5b7c-4c57-8d0f-000000000002',
  reference: 'RWA-100001',
  name: 'Muster, Ute',
  reason: 'Das Mandat ruht.',
};

test('a charge that cannot be collected shows why; switching it to transfer can be undone', async () => {
  const server = signIn(userOf('admin'));
  server.on(sepaRunsContract.setMethod, { changed: 1 });
  const hand = show(<FaultList faults={[fault]} />);
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
