import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Department } from '#shared/club/departments.ts';
import type { PayerLetters } from '#shared/money/letters/contract.ts';
import type { FeePreview } from '#shared/money/fees/feePreview.ts';
import type { FeeRuleView, FeeRun, FeeUndoing, RuleChange } from '#shared/money/fees/fees.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { inPages } from '#test/inPages.ts';
import { startServer, testTime, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  // Only the members of these tests are charged fees.
  await server.sql(`update member set left_on = '2020-01-01', joined_on = '2019-01-01' where club = 'RWA'`);
  await server.sql('delete from fee_family');
  await server.sql('delete from member_fee');
  await server.sql('delete from fee_rule');
  await server.outdate();
  anton = await server.signedIn('admin');
});
afterAll(async () => {
  setClock();
  await server.close();
});

type Refused<T> = Answer<T & Pick<ProblemBody, 'code' | 'fields'>>;
const year = { from: '2027-01-01', to: '2027-12-31' };
const codeOf = ({ status, body }: Answer<Partial<ProblemBody>>) => [status, body.code];
const rule = (values: object = {}, client = anton): Promise<Refused<FeeRuleView>> =>
  client.post('/api/fee-rules', { layer: 'base', name: 'Erwachsene', validFrom: '2020-01-01', rhythm: 'year', cents: 12000, ...values });
const preview = async (period = year) => (await anton.get<FeePreview>(`/api/fee-runs/preview?from=${period.from}&to=${period.to}`)).body;
const book = (hash: string, period = year, client = anton): Promise<Refused<FeeRun>> =>
  client.post('/api/fee-runs', { ...period, dueOn: '2027-02-01', hash });
const undo = (run: FeeRun, client = anton): Promise<Refused<FeeRun>> =>
  client.post(`/api/fee-runs/${run.id}/undoing`, { reason: 'Falscher Satz', version: run.version });
const charges = () =>
  server.sql<{ cents: number; method: string; label: string; state: string }>(
    `select cents, method, label, state from charge where source = 'membership' and state <> 'cancelled' order by label, cents`,
  );

let made = 0;
async function member(values: object = {}): Promise<MemberRecord> {
  const memberNo = `B${++made}`;
  const answer = await anton.post<MemberRecord>('/api/members', {
    firstname: 'Ole',
    lastname: `Beitrag${memberNo}`,
    birthDate: '1980-05-04',
    joinedOn: '2020-01-01',
    memberNo,
    ...values,
  });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body;
}

test('only the board edits the fee schedule and charges by it, and only that of its club', async () => {
  const one = (await rule({ name: 'Nur zur Probe', kinds: ['honorary'] })).body;
  const input = { layer: 'base', name: 'Fremd', validFrom: '2020-01-01', rhythm: 'year', cents: 1 };
  const requests: [method: string, url: string, body?: object][] = [
    ['GET', '/api/fee-rules?club=RWA'],
    ['GET', `/api/fee-runs/preview?club=RWA&from=${year.from}&to=${year.to}`],
    ['GET', '/api/fee-runs?club=RWA'],
    ['GET', '/api/fee-rules/changes?club=RWA'],
    ['POST', '/api/fee-rules', { ...input, club: 'RWA' }],
    ['PUT', `/api/fee-rules/${one.id}`, { ...input, version: 1 }],
    ['DELETE', `/api/fee-rules/${one.id}`],
    ['POST', '/api/fee-runs', { ...year, club: 'RWA', dueOn: '2027-02-01', hash: 'x' }],
  ];
  const before = await server.sql('select * from fee_rule');
  const foreign = await server.signedIn('admin', 'SCB');
  for (const [method, url, sent] of requests) {
    expect((await server.visitor().send(method, url, sent)).status).toBe(401);
    for (const role of ['reader', 'trainer', 'editor'] as const)
      expect((await (await server.signedIn(role)).send(method, url, sent)).status).toBe(403);
    expect([403, 404]).toContain((await foreign.send(method, url, sent)).status);
  }
  expect(await server.sql('select * from fee_rule')).toEqual(before);
  expect((await anton.send('DELETE', `/api/fee-rules/${one.id}`)).status).toBe(200);
});

test.each([
  ['an age that ends before it begins', { ageFrom: 18, ageTo: 17 }, 'ageTo'],
  ['a last day before the first', { validTo: '2019-12-31' }, 'validTo'],
  ['a department that is none', { layer: 'department' }, 'departmentId'],
  ['a price below zero', { cents: -1 }, 'cents'],
])('a rule with %s is refused at its field', async (_what, values, path) => {
  const answer = await rule(values);
  expect([answer.status, answer.body.fields?.[0]?.path]).toEqual([422, path]);
});

test('a year is previewed with its reasons, charged once, undone, and charged again as at first', async () => {
  const department = (await anton.post<Department>('/api/departments', { name: 'Beitragsturnen' })).body;
  const child = (await rule({ name: 'Kinder', ageTo: 17, cents: 6000, position: 10 })).body;
  await rule({ position: 20 });
  await rule({ layer: 'department', departmentId: department.id, name: 'Turnen', cents: 2400, position: 30 });
  const payer = await member();
  await member({ birthDate: '2015-05-04', payerPersonId: payer.personId, departmentIds: [department.id] });
  await member({ joinedOn: '2027-04-15' });
  await member({ birthDate: '' });
  await anton.post('/api/mandates', {
    payerPersonId: payer.personId,
    iban: 'DE02500105170137075030',
    accountHolder: 'Ole Beitrag',
    signedOn: '2026-01-01',
    reference: 'B-1',
  });
  const shown = await preview();
  expect(shown).toMatchObject({
    newLines: 4,
    newCents: 29400,
    people: 3,
    payers: 2,
    debitCents: 20400,
    unfinished: 0,
    same: 0,
    toCheck: 0,
    faultCount: 1,
  });
  // A paused or incomplete mandate is not collected from, and the preview says so.
  for (const [now, before] of [
    ['is_paused = true', 'is_paused = false'],
    ["state = 'incomplete', signed_on = null", "state = 'active', signed_on = '2026-01-01'"],
  ]) {
    await server.sql(`update sepa_mandate set ${now} where reference = 'B-1'`);
    expect(await preview()).toMatchObject({ newCents: 29400, debitCents: 0, unfinished: 1 });
    await server.sql(`update sepa_mandate set ${before} where reference = 'B-1'`);
  }
  expect(shown.faults).toMatchObject([{ reason: 'Das Geburtsdatum fehlt.' }]);
  expect(shown.lines.map(({ label, cents, reason }) => [label, cents, reason])).toEqual([
    ['Erwachsene', 12000, ''],
    ['Kinder', 6000, ''],
    ['Turnen', 2400, ''],
    ['Erwachsene', 9000, 'anteilig ab 04/2027: 9 von 12 Monaten'],
  ]);
  expect(await charges()).toEqual([]);

  // Of two concurrent bookings one succeeds and the other gets a conflict.
  const both = await Promise.all([book(shown.hash), book(shown.hash)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const run = both.find(({ status }) => status === 200)?.body;
  if (!run) expect.fail();
  expect(run).toMatchObject({ lines: 4, totalCents: 29400, state: 'booked' });
  const booked = await charges();
  expect(booked.map(({ label, cents, method }) => [label, cents, method])).toEqual([
    ['Erwachsene 01/2027 bis 12/2027', 12000, 'sepa'],
    ['Erwachsene 04/2027 bis 12/2027, anteilig ab 04/2027: 9 von 12 Monaten', 9000, 'transfer'],
    ['Kinder 01/2027 bis 12/2027', 6000, 'sepa'],
    ['Turnen 01/2027 bis 12/2027', 2400, 'sepa'],
  ]);
  const again = await preview();
  expect(again).toMatchObject({ newLines: 0, same: 4 });
  expect(codeOf(await book(again.hash))).toEqual([409, 'not-ready']);

  // A rule with bookings keeps its amounts.
  const [kept] = (await anton.get<FeeRuleView[]>('/api/fee-rules')).body.filter(({ id }) => id === child.id);
  expect(kept?.isBooked).toBe(true);
  const { id, club: _club, isBooked: _booked, ...values } = kept ?? expect.fail();
  const change = (more: object): Promise<Refused<FeeRuleView>> => anton.send('PUT', `/api/fee-rules/${id}`, { ...values, ...more });
  expect((await change({ cents: 7000 })).body.fields?.[0]?.path).toBe('cents');
  expect((await change({ name: 'Kinder und Jugend', validTo: '2030-12-31' })).status).toBe(200);
  expect(codeOf(await anton.send('DELETE', `/api/fee-rules/${id}`))).toEqual([409, 'wrong-state']);

  const undone = await undo(run);
  expect(undone.body).toMatchObject({ state: 'undone', reason: 'Falscher Satz' });
  expect(await charges()).toEqual([]);
  expect(codeOf(await undo(undone.body))).toEqual([409, 'wrong-state']);
  const third = await preview();
  expect([third.newLines, third.newCents]).toEqual([4, 29400]);
  expect((await book(third.hash)).status).toBe(200);
});

test('the database refuses a quarter beside the charged year, whatever the program does', async () => {
  const [row] = await server.sql<{ id: string; person_id: string }>(
    `select id, person_id from charge where source = 'membership' and fee_slot = 'base' and state <> 'cancelled' limit 1`,
  );
  const copy = `insert into charge (id, club, reference, person_id, payer_person_id, source, source_id, period, label, cents, due_on, method, state, created_at, fee_slot, covers)
    select gen_random_uuid(), club, reference || '-2', person_id, payer_person_id, source, gen_random_uuid(), '2027-04-01', label, cents, due_on, method, 'open', now(), $2, '[2027-04-01,2027-07-01)'
    from charge where id = $1`;
  await expect(server.sql(copy, [row?.id, 'base'])).rejects.toThrow(/charge_covers_once/);
  await server.sql(copy, [row?.id, 'dep:other']);
  await server.sql(`delete from charge where fee_slot = 'dep:other'`);
});

test('a department says what it costs today, in the order of its rules', async () => {
  const feesOf = async (id: string) => (await anton.get<Department[]>('/api/departments')).body.find((one) => one.id === id)?.managed?.fees;
  const { id } = (await anton.post<Department>('/api/departments', { name: 'Beitragstennis' })).body;
  expect(await feesOf(id)).toEqual([]);
  const tennis = { layer: 'department', departmentId: id, cents: 4800 };
  const made = [(await rule({ ...tennis, name: 'Tennis', position: 90 })).body];
  const words = async () => (await feesOf(id))?.map((text) => text.replaceAll('\u00a0', ' '));
  expect(await words()).toEqual(['48,00 € jährlich']);
  made.push((await rule({ ...tennis, name: 'Tennis Kinder', ageTo: 17, rhythm: 'quarter', cents: 600, position: 80 })).body);
  made.push((await rule({ ...tennis, name: 'Tennis ab 2028', validFrom: '2028-01-01', position: 70 })).body);
  expect(await words()).toEqual(['Tennis Kinder: 6,00 € je Quartal', 'Tennis: 48,00 € jährlich']);
  for (const one of made) expect((await anton.send('DELETE', `/api/fee-rules/${one.id}`)).status).toBe(200);
});

test('a preview from before somebody joined is not booked any more', async () => {
  const late = await member({ joinedOn: '2027-11-01' });
  const shown = await preview();
  expect([shown.newLines, shown.newCents]).toEqual([1, 2000]);
  await member({ joinedOn: '2027-12-01' });
  expect(codeOf(await book(shown.hash))).toEqual([409, 'changed-since-preview']);
  const fresh = await preview();
  expect(fresh.newLines).toBe(2);
  const run = (await book(fresh.hash)).body;
  const [paid] = await server.sql<{ id: string; version: number }>('select id, version from charge where person_id = $1', [late.personId]);
  expect((await anton.post('/api/charges/state', { items: [paid], to: 'paid', paidOn: '2026-11-21' })).status).toBe(200);
  expect((await undo(run)).body.fields?.[0]?.message).toBe(
    'Mit 1 von 2 Forderungen ist seither etwas geschehen: bezahlt, erlassen, gestundet, gemahnt oder im Einzug. Der Lauf bleibt.',
  );
});

test('a run of which something is paid, deferred or dunned is undone for the other payers only; what stays is named beforehand, with the reason', async () => {
  const [paying, deferring, dunned, untouched] = [
    await member({ lastname: 'Bezahlt', email: 'bezahlt@example.org' }),
    await member({ lastname: 'Gestundet' }),
    await member({ lastname: 'Gemahnt' }),
    await member({ lastname: 'Unberührt', email: 'unberuehrt@example.org' }),
  ];
  const child = await member({ lastname: 'Bezahlt', birthDate: '2015-05-04', payerPersonId: paying.personId });
  const order = { ...year, dueOn: '2027-02-01', hash: (await preview()).hash, tells: true };
  const run = (await anton.post<FeeRun>('/api/fee-runs', order)).body;
  const chargeOf = async ({ personId }: MemberRecord) =>
    (
      await server.sql<{ id: string; version: number }>(`select id, version from charge where person_id = $1 and fee_run_id = $2`, [
        personId,
        run.id,
      ])
    )[0];
  const paid = { items: [await chargeOf(paying)], to: 'paid', paidOn: '2026-11-21' };
  expect((await anton.post('/api/charges/state', paid)).status).toBe(200);
  await server.sql(`update charge set deferred_until = '2027-06-01' where id = $1`, [(await chargeOf(deferring))?.id]);
  await server.sql('update charge set dunning_level = 0 where id = $1', [(await chargeOf(dunned))?.id]);
  await server.sql("update outbox_mail set state = 'sent', sent_at = now() where occasion = $1", [run.id]);

  const shown = (await anton.get<FeeUndoing>(`/api/fee-runs/${run.id}/undoing`)).body;
  expect([shown.charges + shown.staying, shown.staying]).toEqual([run.lines, 4]);
  expect(shown.named.map(({ name, why }) => `${name}: ${why}`).toSorted()).toEqual([
    'Ole Bezahlt: bezahlt',
    'Ole Bezahlt: gehört zu derselben Mitteilung',
    'Ole Gemahnt: angemahnt',
    'Ole Gestundet: gestundet',
  ]);
  expect((await undo(run)).status).toBe(422);
  const part = await anton.post<FeeRun>(`/api/fee-runs/${run.id}/undoing`, {
    reason: 'Falscher Satz',
    onlyUntouched: true,
    version: run.version,
  });
  expect([part.status, part.body.state, part.body.cancelled]).toEqual([200, 'booked', run.lines - 4]);
  const states = await server.sql<{ state: string }>(
    `select concat_ws(' ', p.lastname, extract(year from p.birth_date), c.state) as state from charge c join person p on p.id = c.person_id
      where c.fee_run_id = $1 and c.person_id = any($2) order by 1`,
    [run.id, [paying, deferring, dunned, untouched, child].map(({ personId }) => personId)],
  );
  expect(states.map(({ state }) => state)).toEqual([
    'Bezahlt 1980 paid',
    'Bezahlt 2015 open',
    'Gemahnt 1980 open',
    'Gestundet 1980 open',
    'Unberührt 1980 cancelled',
  ]);
  // Only whose charges are gone is told so, and only theirs are charged again.
  expect(await server.latestMail('unberuehrt@example.org')).toContain('gilt nicht mehr');
  expect(await server.latestMail('bezahlt@example.org')).not.toContain('gilt nicht mehr');
  expect((await preview()).newLines).toBe(shown.charges);
  // Nothing is left that could be undone.
  const rest = await anton.post<ProblemBody>(`/api/fee-runs/${run.id}/undoing`, {
    reason: 'Noch einmal',
    onlyUntouched: true,
    version: part.body.version,
  });
  expect([rest.status, rest.body.fields?.[0]?.path]).toEqual([422, 'reason']);
});

test.each([
  ['a month that is not whole', { from: '2027-01-02', to: '2027-12-31' }],
  ['an end within a month', { from: '2027-01-01', to: '2027-12-30' }],
  ['more than a year', { from: '2027-01-01', to: '2028-01-31' }],
])('a run of %s is refused', async (_what, period) => {
  expect((await anton.get(`/api/fee-runs/preview?from=${period.from}&to=${period.to}`)).status).toBe(422);
});

test('only the board excludes a line, for this run only and with a reason', async () => {
  const one = await member({ lastname: 'Ausgelassen' });
  const other = await member({ lastname: 'Gefordert' });
  const shown = await preview();
  const line = shown.lines.find(({ name }) => name.startsWith('Ausgelassen'));
  const order = { ...year, dueOn: '2027-02-01', hash: shown.hash };
  const run = (await anton.post<FeeRun>('/api/fee-runs', { ...order, excluded: [{ key: line?.key, reason: 'Wird noch geklärt' }] })).body;
  expect([run.lines, run.excluded]).toEqual([shown.newLines - 1, 1]);
  expect(await server.sql('select reason, cents from fee_exclusion')).toEqual([{ reason: 'Wird noch geklärt', cents: 12000 }]);
  const of = await server.sql<{ person_id: string }>(`select person_id from charge where fee_run_id = $1`, [run.id]);
  expect(of.map(({ person_id }) => person_id)).toContain(other.personId);
  expect(of.map(({ person_id }) => person_id)).not.toContain(one.personId);
  expect((await preview()).lines.filter(({ change, cents }) => change === 'new' && cents > 0)).toMatchObject([{ key: line?.key }]);
});

test('differences come first and are settled by the run: charged again, refunded or charged in addition; undoing restores them', async () => {
  const settled = (await preview()).newLines > 0 ? await book((await preview()).hash) : undefined;
  expect([undefined, 200]).toContain(settled?.status);
  const dear = { position: 5, validFrom: '2020-01-01', proRataOut: 'month', kinds: ['supporting'], name: 'Förderer' };
  await rule({ ...dear, cents: 12000 });
  const [unpaid, paid, more] = [
    await member({ lastname: 'Aoffen', kind: 'supporting' }),
    await member({ lastname: 'Bbezahlt', kind: 'supporting' }),
    await member({ lastname: 'Cmehr', kind: 'supporting' }),
  ];
  expect((await book((await preview()).hash)).status).toBe(200);
  const [charge] = await server.sql<{ id: string; version: number }>('select id, version from charge where person_id = $1', [
    paid.personId,
  ]);
  expect((await anton.post('/api/charges/state', { items: [charge], to: 'paid', paidOn: '2026-11-21' })).status).toBe(200);
  for (const one of [unpaid, paid]) await server.sql(`update member set left_on = '2027-06-30' where person_id = $1`, [one.personId]);
  await server.sql(`update member set kind = 'active' where person_id = $1`, [more.personId]);
  await server.sql(`update fee_rule set cents = 15000 where name = 'Erwachsene'`);
  await server.outdate();
  const shown = (await anton.get<FeePreview>('/api/fee-runs/preview?from=2027-01-01&to=2027-12-31&show=changed')).body;
  const ours = shown.lines.filter(({ name }) => /^(Aoffen|Bbezahlt|Cmehr)/.test(name));
  expect(ours.map(({ correction, cents, previousCents }) => [correction, cents, previousCents])).toEqual([
    ['rewrite', 6000, 12000],
    ['refund', 6000, 12000],
    ['adjust', 15000, 12000],
  ]);
  expect(shown.lines.every(({ change }) => change === 'higher' || change === 'lower' || change === 'gone')).toBe(true);
  // Some charges only differ in their state, so their order may change.
  const standing = async () => (await charges()).map((one) => JSON.stringify(one)).toSorted();
  const before = await standing();
  const run = (await book(shown.hash)).body;
  const rows = await server.sql<{ source: string; cents: number; label: string }>(
    `select c.source, c.cents, c.label from charge c join person p on p.id = c.person_id
     where c.fee_run_id = $1 and p.lastname in ('Aoffen', 'Bbezahlt', 'Cmehr') order by p.lastname`,
    [run.id],
  );
  expect(rows).toEqual([
    { source: 'membership', cents: 6000, label: 'Förderer 01/2027 bis 06/2027, anteilig bis 06/2027: 6 von 12 Monaten' },
    { source: 'refund', cents: -6000, label: expect.stringContaining('Erstattung: Förderer 01/2027 bis 12/2027') },
    { source: 'adjustment', cents: 3000, label: 'Nachberechnung: Erwachsene 01/2027 bis 12/2027' },
  ]);
  const again = await preview();
  expect([again.newLines, again.corrections]).toEqual([0, 0]);
  expect((await undo(run)).status).toBe(200);
  expect(await standing()).toEqual(before);
  expect((await preview()).hash).toBe(shown.hash);
});

test('each payer gets one mail over all lines, with the payment method; it announces the debit, and its withdrawal when the run is undone', async () => {
  const payer = await member({ lastname: 'Bescheid', email: 'bescheid@example.org' });
  await member({ lastname: 'Bescheid', birthDate: '2015-05-04', payerPersonId: payer.personId });
  const silent = await member({ lastname: 'Stumm' });
  await anton.post('/api/mandates', {
    payerPersonId: payer.personId,
    iban: 'DE02100500000054540402',
    accountHolder: 'Ole Bescheid',
    signedOn: '2026-01-01',
    reference: 'B-BESCHEID',
  });
  const shown = await preview();
  expect(shown.letters.names).toContain('Ole Stumm');
  const order = { ...year, dueOn: '2027-02-01', hash: shown.hash, tells: true };
  const run = (await anton.post<FeeRun>('/api/fee-runs', order)).body;
  expect(run.told).toBeGreaterThan(0);
  const mail = await server.latestMail('bescheid@example.org');
  for (const words of ['Kinder', 'Erwachsene', '01.02.2027', 'B-BESCHEID', 'DE98ZZZ09999999999', '210,00', '0402'])
    expect(mail).toContain(words);
  expect(mail).not.toContain('DE02100500000054540402');
  const announced = () =>
    server.sql(
      `select n.cents, n.due_on::text as day, n.channel from sepa_notice n join sepa_mandate m on m.id = n.mandate_id where m.reference = 'B-BESCHEID'`,
    );
  expect(await announced()).toEqual([{ cents: 21000, day: '2027-02-01', channel: 'mail' }]);
  expect(await server.sql(`select 1 from outbox_mail where body like '%Stumm%' and kind = 'notice'`)).toEqual([]);
  // One of the mails went out before the run is undone; the others are not sent any more, and nobody is told of their end.
  await server.sql("update outbox_mail set state = 'sent', sent_at = now() where recipient = 'bescheid@example.org'");
  expect((await undo(run)).status).toBe(200);
  expect(await server.latestMail('bescheid@example.org')).toContain('gilt nicht mehr');
  const left = await server.sql('select recipient, state from outbox_mail where once_key like $1 order by id', [`fees:${run.id}:%`]);
  expect(left).toEqual(['sent', 'queued'].map((state) => ({ recipient: 'bescheid@example.org', state })));
  // A debit on the same day needs a new notice again.
  expect(await announced()).toEqual([]);
  expect(silent.email ?? '').toBe('');
});

test('payers without an email address get the same by letter: with a QR code to transfer, or as the notice of a debit once it is sent', async () => {
  const [silent, collected] = [
    await member({ lastname: 'Briefpost', street: 'Am Bach', houseNo: '3', postcode: '59999', city: 'Auenfeld' }),
    await member({ lastname: 'Briefeinzug' }),
  ];
  const paper = { iban: 'DE02100500000054540402', accountHolder: 'Ole Briefeinzug', signedOn: '2026-01-01', reference: 'B-BRIEF' };
  await anton.post('/api/mandates', { ...paper, payerPersonId: collected.personId });
  const run = (await anton.post<FeeRun>('/api/fee-runs', { ...year, dueOn: '2027-02-01', hash: (await preview()).hash, tells: true })).body;
  expect(run).toMatchObject({ postedOn: null });
  const read = (client = anton) => client.get<PayerLetters>(`/api/fee-runs/${run.id}/letters`);
  const post = (isPosted: boolean, version: number, client = anton): Promise<Refused<FeeRun>> =>
    client.send('PUT', `/api/fee-runs/${run.id}/letters`, { isPosted, version });
  for (const client of [await server.signedIn('editor'), await server.signedIn('admin', 'SCB'), server.visitor()]) {
    expect([401, 403, 404]).toContain((await read(client)).status);
    expect([401, 403, 404]).toContain((await post(true, run.version, client)).status);
  }
  const { body } = await read();
  expect(body.letters).toHaveLength(run.letters);
  const told = await server.sql(`select content from audit where after -> 'listed' ? $1`, [silent.personId]);
  expect(told).toEqual([{ content: 'Beitragsmitteilung als Brief geöffnet' }]);
  const letterTo = (of: MemberRecord) => body.letters.find(({ payerId }) => payerId === of.personId);
  expect(letterTo(silent)).toMatchObject({ address: ['Ole Briefpost', 'Am Bach 3', '59999 Auenfeld'], transfer: { cents: 15000 } });
  expect(letterTo(silent)?.paragraphs.join()).toContain('Bitte überweisen Sie 150,00');
  expect(letterTo(collected)).toMatchObject({ address: [], transfer: null });
  expect(letterTo(collected)?.paragraphs.join()).toContain('Mandatsreferenz: B-BRIEF');
  const announced = () =>
    server.sql(
      `select n.cents, n.channel, n.posted_on is not null as posted from sepa_notice n join sepa_mandate m on m.id = n.mandate_id where m.reference = 'B-BRIEF'`,
    );
  expect(await announced()).toEqual([]);
  const posted = await post(true, body.version);
  expect(posted.body.postedOn).toMatch(/^2026-11-/);
  expect(await announced()).toEqual([{ cents: 15000, channel: 'letter', posted: true }]);
  expect(codeOf(await post(false, body.version))).toEqual([409, 'conflict']);
  expect((await post(false, posted.body.version)).body.postedOn).toBeNull();
  expect(await announced()).toEqual([]);
  const undone = await undo({ ...run, version: run.version + 2 });
  expect(codeOf(await post(true, undone.body.version))).toEqual([409, 'wrong-state']);
});

test('people who come of age are listed with the old and the new rule before the year begins', async () => {
  await member({ lastname: 'Volljährig', birthDate: '2008-12-30' });
  const { body } = await anton.get<RuleChange[]>('/api/fee-rules/changes');
  const found = body.filter(({ name }) => name.startsWith('Volljährig'));
  expect(found).toMatchObject([{ from: '2027-01-01', oldCents: 6000, newLabel: 'Erwachsene' }]);
  expect(body.some(({ name }) => name.startsWith('Bescheid'))).toBe(false);
});

test('runs are paged, newest first, none twice and none missing', async () => {
  expect(await inPages<FeeRun>(anton, '/api/fee-runs')).toEqual(
    (await server.sql<{ id: string }>(`select id from fee_run where club = 'RWA' order by created_at desc, id desc`)).map(({ id }) => id),
  );
});
