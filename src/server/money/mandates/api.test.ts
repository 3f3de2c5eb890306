import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Mandate, Payment } from '#shared/money/mandates.ts';
import type { WithoutMandate } from '#shared/money/payerLists.ts';
import type { SepaProposal } from '#shared/money/sepaRuns.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { expireMandates } from './service.ts';
import { startServer, testTime, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  anton = await server.signedIn('admin');
  // Only the charges of these tests are collected.
  await server.sql("update charge set method = 'transfer' where method = 'sepa'");
});
afterAll(async () => {
  setClock();
  await server.close();
});

type Refused<T = Mandate> = Answer<T & Pick<ProblemBody, 'code' | 'fields'>>;
const ibans = ['DE02120300000000202051', 'DE02500105170137075030', 'AT026000000001349870', 'DE02100500000054540402'] as const;
const faultOf = ({ status, body }: Refused) => [status, body.fields?.map(({ path, message }) => `${path}: ${message}`)];
const codeOf = ({ status, body }: Answer<Partial<ProblemBody>>) => [status, body.code];

let made = 0;
async function member(values: object = {}): Promise<MemberRecord> {
  const memberNo = `M${++made}`;
  const answer = await anton.post<MemberRecord>('/api/members', {
    firstname: 'Ole',
    lastname: `Ohm${memberNo}`,
    birthDate: '1980-05-04',
    joinedOn: '2026-01-01',
    memberNo,
    ...values,
  });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body;
}
/** The club's own account is none of these. */
const paper = { iban: ibans[1], accountHolder: 'Ole Ohm', signedOn: '2019-03-01' };
const create = (of: MemberRecord, values: object = {}, client = anton): Promise<Refused> =>
  client.post('/api/mandates', { ...paper, payerPersonId: of.personId, reference: `ALT-${of.memberNo}`, ...values });
const payment = async (of: MemberRecord, query = '') => (await anton.get<Payment>(`/api/people/${of.personId}/payment${query}`)).body;
const end = (one: Mandate, values: object = {}): Promise<Refused> =>
  anton.post(`/api/mandates/${one.id}/ending`, { reason: 'revoked_by_payer', on: '2026-11-20', version: one.version, ...values });
const pause = (one: Mandate, isPaused: boolean): Promise<Refused> =>
  anton.send('PUT', `/api/mandates/${one.id}/pause`, { isPaused, version: one.version });
const replace = (one: Mandate, values: object = {}): Promise<Refused> =>
  anton.post(`/api/mandates/${one.id}/replacement`, {
    ...paper,
    iban: ibans[2],
    signedOn: '2026-11-02',
    reference: `${one.reference}-2`,
    version: one.version,
    ...values,
  });
async function charge(of: MemberRecord, method: string, forPerson = of): Promise<string> {
  const [row] = await server.sql<{ id: string }>(
    `insert into charge (id, club, reference, person_id, payer_person_id, source, label, cents, due_on, method, state, created_at)
     values (gen_random_uuid(), 'RWA', 'RWA-' || nextval('charge_number_seq'), $1, $2, 'other', 'Trikot', 2500, '2026-11-20', $3, 'open', now()) returning id`,
    [forPerson.personId, of.personId, method],
  );
  return row?.id ?? '';
}
const methodsOf = async (of: MemberRecord) =>
  (await server.sql<{ method: string }>('select method from charge where payer_person_id = $1 order by reference', [of.personId])).map(
    ({ method }) => method,
  );

test('only the board sees, enters, changes and reveals mandates, and only those of its club; a super all', async () => {
  const one = (await create(await member())).body;
  const before = await server.sql('select * from sepa_mandate order by id');
  const version = one.version;
  const requests: [method: string, url: string, body?: object][] = [
    ['GET', '/api/mandates?club=RWA'],
    ['GET', '/api/mandates/missing?club=RWA'],
    ['GET', '/api/mandates/export?club=RWA'],
    ['GET', `/api/people/${one.payerPersonId}/payment`],
    ['POST', '/api/mandates', { ...paper, payerPersonId: one.payerPersonId, reference: 'FREMD' }],
    ['PUT', `/api/mandates/${one.id}`, { signedOn: '2020-01-01', reference: 'FREMD', lastUsedOn: null, version }],
    ['POST', `/api/mandates/${one.id}/replacement`, { ...paper, reference: 'FREMD', version }],
    ['POST', `/api/mandates/${one.id}/ending`, { reason: 'error', on: '2026-11-20', version }],
    ['PUT', `/api/mandates/${one.id}/pause`, { isPaused: true, version }],
    ['POST', `/api/mandates/${one.id}/iban`, {}],
  ];
  const foreign = await server.signedIn('admin', 'SCB');
  for (const [method, url, sent] of requests) {
    expect((await server.visitor().send(method, url, sent)).status).toBe(401);
    for (const role of ['reader', 'trainer', 'editor'] as const)
      expect((await (await server.signedIn(role)).send(method, url, sent)).status).toBe(403);
    expect([403, 404]).toContain((await foreign.send(method, url, sent)).status);
  }
  expect(await server.sql('select * from sepa_mandate order by id')).toEqual(before);
  const boss = await server.signedIn('super', 'GSV');
  expect((await boss.get<{ rows: Mandate[] }>('/api/mandates?club=RWA&search=ALT-')).body.rows).toContainEqual(one);
});

test('a paper mandate keeps its day and reference, is masked everywhere, and its payer gets a mail', async () => {
  const ole = await member({ email: 'ole.ohm@example.org' });
  expect((await payment(ole)).reference).toBe(`RWA-${ole.memberNo}-01`);
  const { body: one } = await create(ole, { iban: ' de02 5001 0517 0137 0750 30 ' });
  expect(one).toMatchObject({
    account: 'DE•• •••• 5030',
    accountHolder: 'Ole Ohm',
    signedOn: '2019-03-01',
    reference: `ALT-${ole.memberNo}`,
    lapsesOn: '2022-03-01',
    state: 'active',
    origin: 'paper',
  });
  const answer = await anton.get(`/api/people/${ole.personId}/payment`);
  expect(answer.text).not.toContain('0137075030');
  expect(answer.body).toMatchObject({ isOwn: true, payer: { id: ole.personId }, mandates: [{ id: one.id }] });
  expect(await server.latestMail('ole.ohm@example.org')).toContain(`ALT-${ole.memberNo}`);
  const logged = await server.sql<{ text: string }>(`select audit::text as text from audit where entity_id = $1`, [one.id]);
  expect(logged.map(({ text }) => text).join()).not.toContain('0137075030');
  expect(server.logged()).not.toContain('0137075030');
});

test.each([
  ['an account with wrong check digits', { iban: 'DE03500105170137075030' }, 'iban'],
  ['an account outside of the economic area', { iban: 'CH9300762011623852957' }, 'iban'],
  ['the own account of the club', { iban: ibans[0] }, 'iban'],
  ['a holder without letters that banks know', { accountHolder: ' ' }, 'accountHolder'],
  ['a day in the future', { signedOn: '2026-11-22' }, 'signedOn'],
  ['a day before 1970', { signedOn: '1969-12-31' }, 'signedOn'],
  ['no day', { signedOn: '' }, 'signedOn'],
  ['a reference with umlauts', { reference: 'MÜLLER-1' }, 'reference'],
])('%s is refused at its field, and nothing is written', async (_what, values, path) => {
  const ole = await member();
  const answer = await create(ole, values);
  expect([answer.status, answer.body.fields?.[0]?.path]).toEqual([422, path]);
  expect((await payment(ole)).mandates).toEqual([]);
});

test('a reference is unique in a club, and a payer has one mandate for the same people, also when entered concurrently', async () => {
  const [ole, ina] = [await member(), await member()];
  const both = await Promise.all([create(ole, { reference: 'EINS' }), create(ole, { reference: 'ZWEI' })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  const taken = both.find(({ status }) => status === 200)?.body.reference;
  expect(faultOf(await create(ina, { reference: taken }))).toEqual([422, ['reference: Diese Referenz gibt es schon.']]);
});

test('open transfers are collected if the board says so, and become transfers again when the mandate ends', async () => {
  const ole = await member({ email: 'ende@example.org' });
  await charge(ole, 'transfer');
  expect((await payment(ole)).open).toEqual([{ personId: ole.personId, count: 1, cents: 2500 }]);
  const { body: one } = await create(ole, { collectsOpen: true });
  expect(await methodsOf(ole)).toEqual(['sepa']);
  const ended = await end(one);
  expect(ended.body).toMatchObject({ state: 'revoked', endedOn: '2026-11-20', endReason: 'revoked_by_payer' });
  expect(await methodsOf(ole)).toEqual(['transfer']);
  expect(await server.latestMail('ende@example.org')).toContain('beendet');
  expect(codeOf(await end(ended.body))).toEqual([409, 'wrong-state']);
  expect(codeOf(await pause(ended.body, true))).toEqual([409, 'wrong-state']);
  expect(faultOf(await end((await create(ole, { reference: 'NEU-1' })).body, { on: '2026-11-22' }))[0]).toBe(422);
});

test('while a mandate is paused nothing is collected, and the proposal of the run says so', async () => {
  const ole = await member();
  const { body: one } = await create(ole, { signedOn: '2026-01-01' });
  await charge(ole, 'sepa');
  const proposed = async () => (await anton.get<SepaProposal>('/api/sepa-runs/proposal')).body;
  expect((await proposed()).debits.map(({ mandate }) => mandate)).toContain(one.reference);
  const paused = await pause(one, true);
  expect(paused.body.isPaused).toBe(true);
  const shown = await proposed();
  expect(shown.debits.map(({ mandate }) => mandate)).not.toContain(one.reference);
  expect(shown.faults.filter(({ name }) => name.startsWith(ole.lastname)).map(({ reason }) => reason)).toEqual(['Das Mandat ruht.']);
  expect(codeOf(await pause(one, false))).toEqual([409, 'conflict']);
  await pause(paused.body, false);
  expect((await proposed()).debits.map(({ mandate }) => mandate)).toContain(one.reference);
});

test('a mandate for one person takes precedence over the one for all', async () => {
  const ole = await member();
  const mia = await member({ payerPersonId: ole.personId, birthDate: '2015-01-01' });
  const general = (await create(ole, { signedOn: '2026-01-01' })).body;
  const special = (await create(ole, { signedOn: '2025-12-01', reference: 'NUR-MIA', forPersonId: mia.personId })).body;
  expect(special.forName).toBe(`Ole ${mia.lastname}`);
  await charge(ole, 'sepa');
  await charge(ole, 'sepa', mia);
  const { debits } = (await anton.get<SepaProposal>('/api/sepa-runs/proposal')).body;
  const byMandate = Object.fromEntries(debits.map(({ mandate, charges }) => [mandate, charges.length]));
  expect(byMandate).toMatchObject({ [general.reference ?? '']: 1, 'NUR-MIA': 1 });
  expect((await payment(mia)).payer.id).toBe(ole.personId);
  expect((await payment(ole, '?asPayer=true')).paysFor.map(({ id }) => id).toSorted()).toEqual([ole.personId, mia.personId].toSorted());
});

test('another account gets a new mandate, and the old one is unchanged', async () => {
  const ole = await member();
  const { body: one } = await create(ole);
  expect(faultOf(await replace(one, { iban: paper.iban }))[0]).toBe(422);
  const next = await replace(one);
  expect(next.body).toMatchObject({ reference: `${one.reference}-2`, account: 'AT•• •••• 9870', signedOn: '2026-11-02', state: 'active' });
  const [now, before] = (await payment(ole)).mandates;
  expect(now?.id).toBe(next.body.id);
  expect(before).toMatchObject({ id: one.id, account: one.account, state: 'revoked', endReason: 'replaced' });
  expect(codeOf(await replace(one))).toEqual([409, 'conflict']);
});

test('a mandate without day or reference is never collected, until the board completes it', async () => {
  const ole = await member();
  await server.sql(
    `insert into sepa_mandate (id, club, payer_person_id, iban, account_holder, state, origin) values (gen_random_uuid(), 'RWA', $1, $2, 'Ole Ohm', 'incomplete', 'import')`,
    [ole.personId, ibans[1]],
  );
  await server.outdate();
  const [one] = (await payment(ole)).mandates;
  if (!one) expect.fail();
  await charge(ole, 'sepa');
  await charge(ole, 'transfer');
  const faults = async () =>
    (await anton.get<SepaProposal>('/api/sepa-runs/proposal')).body.faults.filter(({ name }) => name.startsWith(ole.lastname));
  expect(await faults()).toHaveLength(1);
  const list = (await anton.get<{ rows: Mandate[]; total: number }>('/api/mandates?filter=incomplete')).body;
  expect(list.total).toBe(list.rows.length);
  expect(list.rows.every(({ state }) => state === 'incomplete')).toBe(true);
  expect(list.rows.map(({ id }) => id)).toContain(one.id);
  const complete = (values: object): Promise<Refused> =>
    anton.send('PUT', `/api/mandates/${one.id}`, {
      signedOn: '2014-02-01',
      reference: 'SPG-17',
      lastUsedOn: '2026-01-15',
      version: one.version,
      ...values,
    });
  expect(faultOf(await complete({ lastUsedOn: '2013-01-01', collectsOpen: true }))[0]).toBe(422);
  expect(await methodsOf(ole)).toEqual(['sepa', 'transfer']);
  const whole = await complete({ collectsOpen: true });
  expect(await methodsOf(ole)).toEqual(['sepa', 'sepa']);
  expect(whole.body).toMatchObject({ state: 'active', lapsesOn: '2029-01-15' });
  expect(codeOf(await complete({ version: whole.body.version }))).toEqual([409, 'wrong-state']);
  expect(await faults()).toEqual([]);
});

test('the full account number is shown after re-authentication only, and each access is logged', async () => {
  const ole = await member();
  const { body: one } = await create(ole);
  const shown = await anton.post<{ iban: string }>(`/api/mandates/${one.id}/iban`, {});
  expect(shown.body).toEqual({ iban: paper.iban });
  const looks = await server.sql<{ content: string }>(`select content from audit where action = 'mandates.reveal' and entity_id = $1`, [
    one.id,
  ]);
  expect(looks.map(({ content }) => content)).toEqual([`IBAN angezeigt: ${ole.lastname}, Ole, Mandat ${one.reference}`]);
  expect((await anton.get('/api/mandates/export')).text).toContain(paper.iban);
  await server.sql(`update auth_session set confirmed_at = confirmed_at - interval '400 days'`);
  expect(codeOf(await anton.post(`/api/mandates/${one.id}/iban`, {}))).toEqual([403, 'reauthentication-required']);
  expect(codeOf(await anton.get('/api/mandates/export'))).toEqual([403, 'reauthentication-required']);
  anton = await server.signedIn('admin');
});

test('payers of members without a mandate are listed, one row per payer', async () => {
  const ole = await member();
  await member({ payerPersonId: ole.personId });
  const of = async () => (await anton.get<WithoutMandate[]>(`/api/mandates/missing?search=${ole.lastname}`)).body;
  expect(await of()).toEqual([{ personId: ole.personId, name: `${ole.lastname}, Ole`, members: 2 }]);
  await create(ole);
  expect(await of()).toEqual([]);
});

test('a mandate unused for 36 months lapses at night; one about to lapse is listed 90 days before', async () => {
  const [old, soon] = [await member(), await member()];
  const gone = (await create(old, { signedOn: '2023-11-20' })).body;
  const last = (await create(soon, { signedOn: '2023-11-21' })).body;
  const lapsing = (await anton.get<{ rows: Mandate[] }>('/api/mandates?filter=lapsing')).body.rows.map(({ id }) => id);
  expect(lapsing).toEqual(expect.arrayContaining([gone.id, last.id]));
  await expireMandates(server);
  expect((await payment(old)).mandates).toMatchObject([{ state: 'expired', endReason: 'lapsed', endedOn: '2026-11-21' }]);
  expect((await payment(soon)).mandates).toMatchObject([{ state: 'active' }]);
});

test('the list is paged by the name of the payer, each mandate once', async () => {
  const all = new Set<string>();
  let cursor: string | null = '';
  let pages = 0;
  while (cursor !== null && pages < 50) {
    const { body }: Answer<{ rows: Mandate[]; next: string | null; total: number | null }> = await anton.get(
      `/api/mandates?limit=5${cursor && `&cursor=${cursor}`}`,
    );
    for (const { id } of body.rows) all.add(id);
    cursor = body.next;
    pages++;
  }
  const [count] = await server.sql<{ count: number }>(
    `select count(*)::int as count from sepa_mandate where club = 'RWA' and state in ('active', 'incomplete')`,
  );
  expect(all.size).toBe(count?.count);
  expect(pages).toBeGreaterThan(1);
});
