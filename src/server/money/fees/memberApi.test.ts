import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FeePreview } from '#shared/money/fees/feePreview.ts';
import type { MemberFees } from '#shared/money/fees/memberFees.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import { announceFees } from './service.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
let mia: MemberRecord;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  await server.sql(`update member set left_on = '2020-01-01', joined_on = '2019-01-01' where club = 'RWA'`);
  await server.sql('delete from fee_family');
  await server.sql('delete from member_fee');
  await server.sql('delete from fee_rule');
  await server.outdate();
  anton = await server.signedIn('admin');
  const rule = { layer: 'base', name: 'Erwachsene', validFrom: '2020-01-01', rhythm: 'year', cents: 12000 };
  expect((await anton.post('/api/fee-rules', rule)).status).toBe(200);
  mia = (
    await anton.post<MemberRecord>('/api/members', {
      firstname: 'Mia',
      lastname: 'Ohm',
      birthDate: '1990-05-04',
      joinedOn: '2020-01-01',
      memberNo: 'F1',
    })
  ).body;
});
afterAll(async () => {
  setClock();
  await server.close();
});

type Refused<T> = Answer<T & Pick<ProblemBody, 'code' | 'fields'>>;
const codeOf = ({ status, body }: Answer<Partial<ProblemBody>>) => [status, body.code];
const exempt = (values: object = {}, client = anton): Promise<Refused<MemberFees>> =>
  client.post(`/api/people/${mia.personId}/fee-exceptions`, {
    layer: 'base',
    kind: 'free',
    from: '2027-01-01',
    reason: 'Ehrenamt',
    ...values,
  });
const terms = (values: object, client = anton): Promise<Refused<MemberFees>> =>
  client.send('PUT', `/api/people/${mia.personId}/fee-terms`, { rhythm: null, method: null, feesFrom: null, version: 0, ...values });
const next = async () => (await anton.get<FeePreview>('/api/fee-runs/preview?from=2027-01-01&to=2027-12-31')).body;

test('only the board of the club agrees on fees, and others see nothing', async () => {
  const made = (await exempt({ from: '2030-01-01' })).body.exceptions[0];
  const input = { layer: 'base', kind: 'free', from: '2027-01-01', reason: 'Freundschaft' };
  const requests: [method: string, url: string, body?: object][] = [
    ['GET', `/api/people/${mia.personId}/fees`],
    ['PUT', `/api/people/${mia.personId}/fee-terms`, { rhythm: 'month', method: null, feesFrom: null, version: 0 }],
    ['POST', `/api/people/${mia.personId}/fee-exceptions`, input],
    ['PUT', `/api/fee-exceptions/${made?.id}`, { ...input, version: 1 }],
    ['DELETE', `/api/fee-exceptions/${made?.id}`],
  ];
  const foreign = await server.signedIn('admin', 'SCB');
  for (const [method, url, sent] of requests) {
    expect((await server.visitor().send(method, url, sent)).status).toBe(401);
    for (const role of ['reader', 'trainer', 'editor'] as const)
      expect([403, 404]).toContain((await (await server.signedIn(role)).send(method, url, sent)).status);
    expect((await foreign.send(method, url, sent)).status).toBe(404);
  }
  expect(await server.sql('select reason from member_fee')).toEqual([{ reason: 'Ehrenamt' }]);
  expect(await server.sql('select 1 from fee_terms')).toEqual([]);
  expect((await anton.send('DELETE', `/api/fee-exceptions/${made?.id}`)).status).toBe(200);
  expect(await server.sql('select 1 from member_fee')).toEqual([]);
});

test('a member exempted until a day pays nothing until then, and the line shows the reason', async () => {
  const { body } = await exempt({ to: '2027-06-30' });
  expect(body).toMatchObject({ isMember: true, year: 2026, lines: [{ label: 'Erwachsene', cents: 12000, reason: '' }], faults: [] });
  const shown = await next();
  expect(shown.lines).toMatchObject([{ cents: 0, fullCents: 12000, reason: 'beitragsfrei: Ehrenamt' }]);
  expect(shown.newLines).toBe(0);
  const [exception] = body.exceptions;
  const change = (values: object): Promise<Refused<MemberFees>> =>
    anton.send('PUT', `/api/fee-exceptions/${exception?.id}`, {
      layer: 'base',
      kind: 'free',
      from: '2027-01-01',
      reason: 'Ehrenamt',
      ...values,
    });

  const both = await Promise.all([change({ kind: 'percent', percent: 25, version: 1 }), change({ kind: 'cents', cents: 100, version: 1 })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await change({ kind: 'percent', percent: 25, version: 2 })).status).toBe(200);
  expect((await next()).lines).toMatchObject([{ cents: 9000, reason: 'Ausnahme: Ehrenamt' }]);
  expect((await change({ kind: 'percent', percent: 25, proofUntil: '2026-12-31', version: 3 })).status).toBe(200);
  expect((await next()).lines).toMatchObject([{ cents: 12000, reason: 'Nachweis galt bis 31.12.2026 (Ehrenamt)' }]);
});

test.each([
  ['that overlaps another one', { from: '2028-01-01' }, 'from'],
  ['that ends before it begins', { from: '2020-02-01', to: '2020-01-31' }, 'to'],
  ['of a department that is none', { layer: 'department', from: '2020-01-01', to: '2020-12-31' }, 'departmentId'],
  ['without a reason', { reason: ' ' }, 'reason'],
])('an exception %s is refused at its field', async (_what, values, path) => {
  const before = await server.sql('select * from member_fee');
  const answer = await exempt(values);
  expect([answer.status, answer.body.fields?.[0]?.path]).toEqual([422, path]);
  expect(await server.sql('select * from member_fee')).toEqual(before);
});

test('the rhythm of a member is charged, and the payment method is on the charge', async () => {
  await server.sql('delete from fee_family');
  await server.sql('delete from member_fee');
  await server.outdate();
  const first = await terms({ method: 'cash', feesFrom: '2027-07-01' });
  expect(first.body.terms).toEqual({ rhythm: null, method: 'cash', feesFrom: '2027-07-01', version: 1 });
  expect(codeOf(await terms({ rhythm: 'month' }))).toEqual([409, 'conflict']);
  const shown = await next();
  expect(shown.lines).toMatchObject([{ cents: 6000, from: '2027-07-01' }]);
  const order = { from: '2027-01-01', to: '2027-12-31', dueOn: '2027-02-01', hash: shown.hash };
  expect((await anton.post('/api/fee-runs', order)).status).toBe(200);
  expect(await server.sql(`select method, cents from charge where source = 'membership'`)).toEqual([{ method: 'cash', cents: 6000 }]);
  expect((await terms({ rhythm: 'quarter', version: 1 })).body.faults).toEqual([
    'Die Regel „Erwachsene“ hat keinen Preis für diese Zahlungsweise.',
  ]);
});

test('nothing is agreed with a non-member', async () => {
  const [stranger] = await server.sql<{ id: string }>(
    `select p.id from person p where club = 'RWA' and anonymised_at is null and merged_into is null
      and not exists (select 1 from member m where m.person_id = p.id) limit 1`,
  );
  expect((await anton.get<MemberFees>(`/api/people/${stranger?.id}/fees`)).body).toMatchObject({ isMember: false, lines: [] });
  const refused = await anton.send<ProblemBody>('PUT', `/api/people/${stranger?.id}/fee-terms`, {
    rhythm: null,
    method: 'cash',
    feesFrom: null,
    version: 0,
  });
  expect(codeOf(refused)).toEqual([409, 'wrong-state']);
});

test('six weeks before another fee applies, or a proof expires, payer and member are notified once, unless the club does that itself', async () => {
  const rule = { layer: 'base', name: 'Jugend', ageTo: 17, ageOn: 'year_start', validFrom: '2020-01-01', rhythm: 'year', cents: 6000 };
  expect((await anton.post('/api/fee-rules', { ...rule, position: 1 })).status).toBe(200);
  const rules = (await anton.get<{ id: string; name: string }[]>('/api/fee-rules')).body;
  expect(rules.map(({ name }) => name)).toContain('Jugend');
  await server.sql("update fee_rule set position = case name when 'Jugend' then -1 else position end");
  const make = async (firstname: string, values: object) =>
    (
      await anton.post<MemberRecord>('/api/members', {
        firstname,
        lastname: 'Bald',
        joinedOn: '2020-01-01',
        email: `${firstname.toLowerCase()}@example.org`,
        ...values,
      })
    ).body;
  const parent = await make('Pia', { birthDate: '1980-01-01', memberNo: 'B1' });
  await make('Uli', { birthDate: '2008-05-04', memberNo: 'B2', payerPersonId: parent.personId });
  await make('Eva', { birthDate: '2009-05-04', memberNo: 'B3', payerPersonId: parent.personId });
  await anton.post(`/api/people/${parent.personId}/fee-exceptions`, {
    layer: 'base',
    kind: 'percent',
    percent: 50,
    from: '2026-01-01',
    reason: 'Ausbildung',
    proofUntil: '2026-12-31',
  });
  const mails = () => server.sql("select recipient, subject from outbox_mail where once_key like 'fee-%' order by 1, 2");
  const news = () => announceFees(server);
  const november = new Date('2026-11-25T09:00:00Z');
  const announced = async (value: boolean) => {
    setClock(testTime);
    const svea = await server.signedIn('super');
    const parameters = (await svea.get<{ name: string; version: number }[]>('/api/config')).body;
    const { version } = parameters.find(({ name }) => name === 'fees.announced') ?? {};
    expect((await svea.send('PUT', '/api/config/fees.announced', { value, version })).status).toBe(200);
  };
  setClock(new Date('2026-11-01T09:00:00Z'));
  await news();
  expect(await mails()).toEqual([]);
  await announced(false);
  setClock(november);
  await news();
  expect(await mails()).toEqual([]);
  await announced(true);
  setClock(november);
  await Promise.all([news(), news()]);
  await news();
  // Uli turns 18 before the beginning of 2027, Eva a year later.
  expect(await mails()).toEqual([
    { recipient: 'pia@example.org', subject: 'Beitrag für Uli Bald ab 01.01.2027' },
    { recipient: 'pia@example.org', subject: 'Bitte bis 31.12.2026: neuer Nachweis für Pia Bald' },
    { recipient: 'uli@example.org', subject: 'Beitrag für Uli Bald ab 01.01.2027' },
  ]);
  expect(await server.latestMail('uli@example.org')).toMatch(/„Erwachsene“ mit 120,00\s€ statt „Jugend“ mit 60,00\s€/);
});
