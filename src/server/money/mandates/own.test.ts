import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Mandate, OwnMandate } from '#shared/money/mandates.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
let rita: Client;
let ritaId: string;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  anton = await server.signedIn('admin');
  rita = await server.signedIn('reader');
  const [own] = await server.sql<{ id: string }>(
    `select a.person_id as id from person_access a join app_user u on u.id = a.user_id where u.email = 'reader@rwa.test' and a.relation = 'self'`,
  );
  ritaId = own?.id ?? '';
  await server.sql("update sepa_mandate set state = 'expired' where payer_person_id = $1", [ritaId]);
});
afterAll(async () => {
  setClock();
  await server.close();
});

const iban = 'DE02500105170137075030';
const mine = async (client = rita) => (await client.get<OwnMandate[]>('/api/mandates/mine')).body;
async function give(payerPersonId: string, reference: string): Promise<Mandate> {
  const answer = await anton.post<Mandate>('/api/mandates', {
    payerPersonId,
    iban,
    accountHolder: 'Rita Rot',
    signedOn: '2019-03-01',
    reference,
  });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body;
}

test('a payer sees the own mandates that stand, masked, and nobody else does', async () => {
  const [other] = await server.sql<{ id: string }>(
    "select person_id as id from member m where club = 'RWA' and left_on is null and not exists (select 1 from sepa_mandate s where s.payer_person_id = m.person_id) limit 1",
  );
  await give(other?.id ?? '', 'FREMD-1');
  const own = await give(ritaId, 'RITA-1');
  expect((await server.visitor().get('/api/mandates/mine')).status).toBe(401);
  expect(await mine()).toEqual([
    {
      id: own.id,
      club: 'RWA',
      payer: expect.any(String),
      forName: '',
      reference: 'RITA-1',
      account: own.account,
      accountHolder: 'Rita Rot',
      signedOn: '2019-03-01',
      isPaused: false,
    },
  ]);
  expect((await rita.get('/api/mandates/mine')).text).not.toContain(iban);
  expect(await mine(await server.signedIn('reader', 'SCB'))).toEqual([]);
  // The lists of the board stay closed.
  for (const url of ['/api/mandates', '/api/mandates/missing', `/api/people/${ritaId}/payment`])
    expect((await rita.get(url)).status).toBe(403);

  await anton.post(`/api/mandates/${own.id}/ending`, { reason: 'revoked_by_payer', on: '2026-11-20', version: own.version });
  expect(await mine()).toEqual([]);
});

test('whoever acts for somebody sees that mandate only once the access is confirmed', async () => {
  const [child] = await server.sql<{ id: string }>(
    `select a.person_id as id from person_access a join app_user u on u.id = a.user_id where u.email = 'reader@rwa.test' and a.relation = 'guardian' limit 1`,
  );
  if (!child) expect.fail('The reader has no child.');
  await give(child.id, 'KIND-1');
  const verify = (verifiedAt: string | null) =>
    server.sql("update person_access set verified_at = $2 where person_id = $1 and relation = 'guardian'", [child.id, verifiedAt]);
  const references = async () => (await mine()).map(({ reference }) => reference);
  await verify(null);
  expect(await references()).toEqual([]);
  await verify('2026-01-01');
  expect(await references()).toEqual(['KIND-1']);
});
