import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Mandate, OwnMandate } from '#shared/money/mandates.ts';
import { setClock, today } from '#server/platform/process/clock.ts';
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
      version: own.version,
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

test('payers end their mandate at once: open charges turn to transfer, those in collection stay, and payer and board are told', async () => {
  await server.sql("update sepa_mandate set state = 'expired' where payer_person_id = $1", [ritaId]);
  await server.sql("update person set email = 'rita@example.org' where id = $1", [ritaId]);
  const own = await give(ritaId, 'RITA-ENDE');
  const owe = async (state: string) => {
    const [row] = await server.sql<{ id: string }>(
      `insert into charge (id, club, reference, person_id, payer_person_id, source, label, cents, due_on, method, state, created_at)
       values (gen_random_uuid(), 'RWA', gen_random_uuid()::text, $1, $1, 'other', 'Posten', 1000, '2026-12-01', 'sepa', $2, now()) returning id`,
      [ritaId, state],
    );
    return row?.id;
  };
  const [open, pending] = [await owe('open'), await owe('in_collection')];
  const end = (client: Client, version = own.version) => client.post<{ code: string }>(`/api/mandates/mine/${own.id}/ending`, { version });
  expect((await end(server.visitor())).status).toBe(401);
  for (const client of [anton, await server.signedIn('trainer'), await server.signedIn('reader', 'SCB')])
    expect((await end(client)).status).toBe(404);
  expect((await end(rita, own.version + 1)).status).toBe(409);
  expect((await mine()).map(({ reference }) => reference)).toContain('RITA-ENDE');

  const pressed = await Promise.all([end(rita), end(rita)]);
  expect(pressed.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const methods = await server.sql<{ id: string; method: string }>('select id, method from charge where id = any($1)', [[open, pending]]);
  expect(new Map(methods.map(({ id, method }) => [id, method]))).toEqual(
    new Map([
      [open, 'transfer'],
      [pending, 'sepa'],
    ]),
  );
  const [row] = await server.sql<{ state: string; end_reason: string; ended_on: string }>(
    'select state, end_reason, ended_on::text from sepa_mandate where id = $1',
    [own.id],
  );
  expect(row).toEqual({ state: 'revoked', end_reason: 'revoked_by_payer', ended_on: today() });
  expect((await mine()).map(({ reference }) => reference)).not.toContain('RITA-ENDE');
  const mails = await server.sql<{ recipient: string; body: string }>(
    "select recipient, body from outbox_mail where subject like '%mandat ist beendet' and body like '%RITA-ENDE%'",
  );
  const toBoard = mails.filter(({ recipient }) => recipient !== 'rita@example.org');
  expect(mails.length - toBoard.length).toBe(1);
  expect(toBoard.map(({ recipient }) => recipient)).toContain('admin@rwa.test');
  expect(toBoard[0]?.body).toContain('Eine offene Forderung wartet jetzt auf Überweisung.');
  expect(mails.map(({ body }) => body).join()).not.toContain(iban);
  const [logged] = await server.sql<{ content: string }>("select content from audit where content like 'Mandat vom Zahler beendet%'");
  expect(logged?.content).toContain('RITA-ENDE');
});
