import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ListedCharge } from '#shared/money/charges.ts';
import { isIban } from '#shared/kernel/iban.ts';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import { isBankDay, nextBankDay } from '#shared/money/sepaRules.ts';
import type { Debit, LettersOfRun, SepaProposal, SepaRun } from '#shared/money/sepaRuns.ts';
import { billedCourse } from '#test/billing.ts';
import { groupedByMandate, type ItemRow } from './sepaFile.ts';
import { startServer, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  // Only the charges of these tests are collected.
  await server.sql("update charge set method = 'transfer' where method = 'sepa'");
});
afterAll(() => server.close());

const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string } | undefined)?.code];
const proposal = async (client: Client) => (await client.get<SepaProposal>('/api/sepa-runs/proposal')).body;
const create = (client: Client, collectionDate: string) => client.post<SepaRun>('/api/sepa-runs', { collectionDate });
const fileOf = (client: Client, { id }: SepaRun) => client.get(`/api/sepa-runs/${id}/file`);
const debitsOf = async (client: Client, { id }: SepaRun, search = '') =>
  (await client.get<{ rows: Debit[]; count: number }>(`/api/sepa-runs/${id}/debits?search=${encodeURIComponent(search)}`)).body;
const setState = (client: Client, { id, version }: SepaRun, to: string) =>
  client.post<SepaRun>(`/api/sepa-runs/${id}/state`, { to, version });

/** Two courses with the same persons, the first two with a mandate; the charges are due immediately. */
async function charged(anton: Client): Promise<string[]> {
  const course = await billedCourse(server, { title: 'Übungskurs „Größe“ & Kraft', priceCents: 3333 });
  await mandate(course.personIds[0] ?? '', 'Jürgen Größmann-Çelik', 'recurrent');
  await mandate(course.personIds[1] ?? '', 'Einmalig Zahlende', 'one_off');
  await server.sql("update person set email = 'zahler@example.org' where id = $1", [course.personIds[0]]);
  await anton.post('/api/charges', { courseId: course.courseId, dueOn: '2026-11-21' });
  // A second charge on the same mandate.
  await server.sql(
    `insert into charge select gen_random_uuid(), club, reference || '-2', person_id, payer_person_id, 'other', null, '', course_id, null, 'Leihgebühr', 1001,
       due_on, method, 'open', null, '', tax_sphere, created_at, 1 from charge where person_id = $1`,
    [course.personIds[0]],
  );
  return course.personIds;
}

let count = 0;
async function mandate(personId: string, holder: string, kind: string): Promise<void> {
  await server.sql(
    `insert into sepa_mandate (id, club, payer_person_id, reference, signed_on, iban, account_holder, kind)
     values ($1, 'RWA', $2, $3, '2026-01-31', 'DE02120300000000202051', $4, $5)`,
    [randomUUID(), personId, `TEST-${++count}`, holder, kind],
  );
}

test('only the board collects', async () => {
  expect((await server.visitor().get('/api/sepa-runs')).status).toBe(401);
  for (const role of ['reader', 'trainer', 'editor'] as const) {
    const client = await server.signedIn(role);
    expect(codeOf(await client.get('/api/sepa-runs'))).toEqual([403, 'forbidden']);
    expect(codeOf(await create(client, '2026-12-15'))).toEqual([403, 'forbidden']);
  }
});

test('the proposal names the person each charge is for, if somebody else pays it', async () => {
  const anton = await server.signedIn('admin');
  const course = await billedCourse(server, { title: 'Turnen der Kinder', priceCents: 2500 });
  const [payer = '', child = ''] = course.personIds;
  await mandate(payer, 'Zahlt Fuer Beide', 'recurrent');
  await anton.post('/api/charges', { courseId: course.courseId, dueOn: '2026-11-21' });
  await server.sql("update charge set payer_person_id = $1, method = 'sepa' where course_id = $2", [payer, course.courseId]);
  const [named] = await server.sql<{ name: string }>("select lastname || ', ' || firstname as name from person where id = $1", [child]);
  const debit = (await proposal(anton)).debits.find(({ holder }) => holder === 'Zahlt Fuer Beide');
  expect(debit?.charges.map(({ name }) => name)).toContain(named?.name);
  expect(new Set(debit?.charges.map(({ name }) => name)).size).toBe(debit?.charges.length);
  await server.sql("update charge set method = 'transfer' where course_id = $1", [course.courseId]);
});

test('the file follows the rules of pain.008.001.08: no address lines, transliterated, sorted, identical at each download', async () => {
  const anton = await server.signedIn('admin');
  const [first] = await charged(anton);
  const shown = await proposal(anton);
  expect(shown).toMatchObject({ missing: [], totalCents: 7667 });
  expect(shown.debits.map(({ cents, sequence, charges }) => [cents, sequence, charges.length])).toEqual([
    [4334, 'RCUR', 2],
    [3333, 'OOFF', 1],
  ]);
  expect(isBankDay(shown.earliest)).toBe(true);
  expect((await create(anton, '2026-11-23')).status).toBe(422);
  expect((await create(anton, '2027-12-25')).status).toBe(422);
  const made = await Promise.all([create(anton, shown.collectionDate), create(anton, shown.collectionDate)]);
  expect(made.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const run = made.find(({ status }) => status === 200)?.body as SepaRun;
  const [mail] = await server.sql<{ body: string }>("select body from outbox_mail where recipient = 'zahler@example.org'");
  expect(mail?.body).toContain('43,34');
  expect(mail?.body).toContain('DE98ZZZ09999999999');

  const file = await fileOf(anton, run);
  expect((await fileOf(anton, run)).text).toBe(file.text);
  checkFile(file.text, shown.collectionDate);
  const alma = await server.signedIn('admin', 'SCB');
  expect((await fileOf(alma, run)).status).toBe(404);

  const [listed] = (await anton.get<{ rows: SepaRun[] }>('/api/sepa-runs')).body.rows;
  expect(listed).toMatchObject({ id: run.id, state: 'downloaded', items: 3, totalCents: 7667 });
  const submitted = await setState(anton, listed as SepaRun, 'submitted');
  expect(codeOf(await setState(anton, submitted.body, 'settled'))).toEqual([409, 'wrong-state']);
  expect(codeOf(await setState(anton, submitted.body, 'cancelled'))).toEqual([409, 'wrong-state']);
  await server.sql("update config_parameter set value = '300' where name = 'sepa.returnFeeCents'");
  await server.sql(
    "insert into config_parameter (name, value, updated_at) values ('sepa.returnFeeCents', '300', now()) on conflict do nothing",
  );
  const back = await anton.post<SepaRun>(`/api/sepa-runs/${run.id}/returns`, {
    mandate: shown.debits[0]?.mandate,
    code: 'AC04',
    withFee: true,
  });
  expect(back.body.returned).toEqual([{ holder: 'Jürgen Größmann-Çelik', cents: 4334, code: 'AC04' }]);
  expect((await debitsOf(anton, run)).rows.map(({ sequence, returnCode }) => [sequence, returnCode])).toEqual([
    ['OOFF', null],
    ['RCUR', 'AC04'],
  ]);
  expect(await debitsOf(anton, run, 'größ')).toMatchObject({ count: 1, rows: [{ sequence: 'RCUR', charges: [{}, {}] }] });
  expect(await debitsOf(anton, run, '%')).toEqual({ count: 0, rows: [] });
  expect((await alma.get(`/api/sepa-runs/${run.id}/debits`)).status).toBe(404);
  const owed = await server.sql('select source, state, cents from charge where payer_person_id = $1 order by cents', [first]);
  expect(owed).toEqual([
    { source: 'return_fee', state: 'open', cents: 300 },
    { source: 'other', state: 'returned', cents: 1001 },
    { source: 'course', state: 'returned', cents: 3333 },
  ]);
  await server.sql("update sepa_run set collection_date = '2026-11-20' where id = $1", [run.id]);
  expect((await setState(anton, back.body, 'settled')).body.state).toBe('settled');
  const paid = await server.sql("select cents, paid_on::text as day from charge where state = 'paid' and method = 'sepa'");
  expect(paid).toEqual([{ cents: 3333, day: '2026-11-20' }]);
});

test('the proposal of a day names what becomes due next, on a day of the banks', async () => {
  const anton = await server.signedIn('admin');
  const course = await billedCourse(server, { title: 'Später fällig', priceCents: 2500 });
  await anton.post('/api/charges', { courseId: course.courseId, dueOn: '2026-11-21' });
  // 1 January is a holiday of the banks, 2 and 3 January are a weekend.
  await server.sql("update charge set method = 'sepa', due_on = '2027-01-01' where course_id = $1", [course.courseId]);
  const [sum] = await server.sql<{ charges: number; cents: number }>(
    'select count(*)::int as charges, sum(cents)::int as cents from charge where course_id = $1',
    [course.courseId],
  );
  const { body } = await anton.get<SepaProposal>('/api/sepa-runs/proposal?collectionDate=2026-12-30');
  expect(body.nextDue).toEqual({ day: '2027-01-04', ...sum });
  await server.sql("update charge set method = 'transfer' where course_id = $1", [course.courseId]);
});

test('a discarded run releases its charges and a one-off mandate, and no mandate counts as used', async () => {
  const anton = await server.signedIn('admin');
  await charged(anton);
  const { collectionDate, totalCents } = await proposal(anton);
  const used = () => server.sql(`select id, last_used_on from sepa_mandate where club = 'RWA' order by id`);
  const before = await used();
  const run = (await create(anton, collectionDate)).body;
  const { rows } = (await anton.get<{ rows: ListedCharge[] }>('/api/charges?state=in_collection')).body;
  expect(codeOf(await anton.post('/api/charges/state', { items: [{ id: rows[0]?.id, version: rows[0]?.version }], to: 'paid' }))).toEqual([
    409,
    'wrong-state',
  ]);
  expect((await setState(anton, run, 'cancelled')).body.state).toBe('cancelled');
  expect(await proposal(anton)).toMatchObject({ totalCents });
  // Nothing was collected: a mandate lapses as if the run had not been.
  expect(await used()).toEqual(before);
  expect(codeOf(await fileOf(anton, run))).toEqual([409, 'wrong-state']);
});

test('returned debits become transfers, are notified with their reason, and pause the mandate if the reason requires it', async () => {
  const anton = await server.signedIn('admin');
  const [first] = await charged(anton);
  const { collectionDate } = await proposal(anton);
  const run = (await create(anton, collectionDate)).body;
  await fileOf(anton, run);
  const [signed] = await server.sql<{ reference: string }>('select reference from sepa_mandate where payer_person_id = $1', [first]);
  const reference = signed?.reference;
  const back = (more: object) => anton.post(`/api/sepa-runs/${run.id}/returns`, { mandate: reference, code: 'MS03', ...more });
  expect(codeOf(await back({}))).toEqual([409, 'wrong-state']);
  await setState(anton, { ...run, version: run.version + 1 }, 'submitted');
  expect(codeOf(await back({ on: '2030-01-01' }))).toEqual([422, 'invalid-input']);
  expect((await Promise.all([1, 2].map(() => back({ withFee: true, feeCents: 410 })))).map(({ status }) => status).toSorted()).toEqual([
    200, 409,
  ]);
  const owed = await server.sql(
    "select source, state, cents, method, due_on = current_date + 14 as later from charge where payer_person_id = $1 and state <> 'paid' order by cents",
    [first],
  );
  expect(owed).toEqual([
    { source: 'return_fee', state: 'open', cents: 410, method: 'transfer', later: true },
    { source: 'other', state: 'returned', cents: 1001, method: 'transfer', later: true },
    { source: 'course', state: 'returned', cents: 3333, method: 'transfer', later: true },
  ]);
  const mail = await server.latestMail('zahler@example.org');
  for (const words of ['ohne Angabe von Gründen', '47,44', 'IBAN: DE', 'Verwendungszweck: RWA-']) expect(mail).toContain(words);
  expect(mail).toMatch(/IBAN: DE\d\d( \d{4}){4} \d\d$/m);
  const rests = async () => (await server.sql('select is_paused from sepa_mandate where reference = $1', [reference]))[0];
  expect(await rests()).toEqual({ is_paused: false });

  // The board collects it once more, and the bank returns it again without a reason.
  const ids = (await server.sql<{ id: string }>("select id from charge where payer_person_id = $1 and state = 'returned'", [first])).map(
    ({ id }) => id,
  );
  const change = (client: Client, method: string) => client.post('/api/sepa-runs/methods', { chargeIds: ids, method });
  expect((await change(await server.signedIn('editor'), 'sepa')).status).toBe(403);
  expect((await change(await server.signedIn('admin', 'SCB'), 'sepa')).status).toBe(404);
  expect((await change(anton, 'sepa')).body).toEqual({ changed: 2 });
  await server.sql("update charge set due_on = '2026-11-21' where id = any($1)", [ids]);
  const second = (await create(anton, collectionDate)).body;
  expect(codeOf(await change(anton, 'transfer'))).toEqual([409, 'wrong-state']);
  await fileOf(anton, second);
  await setState(anton, { ...second, version: second.version + 1 }, 'submitted');
  const again = await anton.post<SepaRun>(`/api/sepa-runs/${second.id}/returns`, { mandate: reference, code: 'MS03' });
  expect(again.status).toBe(200);
  expect(await rests()).toEqual({ is_paused: true });
  await server.sql(
    "update charge set state = 'paid', paid_on = '2026-11-20', settled_cents = cents where state in ('in_collection', 'returned')",
  );
});

test('credit is set off first, in the preview as in the run, and only the selection is collected', async () => {
  const anton = await server.signedIn('admin');
  await server.sql("update charge set method = 'transfer' where method = 'sepa' and state = 'open'");
  const [first] = await charged(anton);
  await server.sql("update charge set due_on = '2026-11-25' where payer_person_id = $1 and source = 'course'", [first]);
  const before = (await anton.get<SepaProposal>('/api/sepa-runs/proposal')).body;
  expect(before).toMatchObject({ totalCents: 7667, creditCents: 0 });
  // A transfer arrived while nothing was open: 40.00 of credit are available.
  await server.sql(
    `insert into payment (id, club, payer_person_id, kind, cents, booked_on, created_by, created_at)
     values (gen_random_uuid(), 'RWA', $1, 'transfer', 1500, '2026-11-20', 'Anton', now())`,
    [first],
  );
  expect(await proposal(anton)).toMatchObject({ totalCents: 6167, creditCents: 1500 });
  const only = (query: string) => anton.get<SepaProposal>(`/api/sepa-runs/proposal?${query}`);
  expect((await only('source=other')).body).toMatchObject({ totalCents: 0, creditCents: 1001 });
  expect((await only('source=membership')).body).toMatchObject({ totalCents: 0, creditCents: 0 });
  expect((await only('dueUntil=2026-11-24')).body).toMatchObject({ totalCents: 3333, creditCents: 1001 });
  const run = await anton.post<SepaRun>('/api/sepa-runs', { collectionDate: before.collectionDate, source: 'course' });
  expect(run.body).toMatchObject({ items: 2, totalCents: 5166 });
  const rows = await server.sql('select source, state, settled_cents from charge where payer_person_id = $1 order by cents', [first]);
  expect(rows).toEqual([
    { source: 'other', state: 'open', settled_cents: 0 },
    { source: 'course', state: 'in_collection', settled_cents: 1500 },
  ]);
  await setState(anton, run.body, 'cancelled');
});

test('a debit requires a notice of its day with at least its sum; payers notified in time are not notified twice, those without an address are listed', async () => {
  const anton = await server.signedIn('admin');
  await server.sql("update charge set method = 'transfer' where method = 'sepa' and state = 'open'");
  const [first] = await charged(anton);
  const mails = async () =>
    (await server.sql<{ n: number }>("select count(*)::int as n from outbox_mail where recipient = 'zahler@example.org'"))[0]?.n ?? 0;
  const told = (of: readonly Debit[]) => of.map(({ sequence, notice }) => `${sequence} ${notice}`).toSorted();
  const { collectionDate, debits } = await proposal(anton);
  expect(told(debits)).toEqual(['OOFF letter', 'RCUR mail']);
  const sent = await mails();
  const run = (await create(anton, collectionDate)).body;
  expect(run.letters).toEqual([{ holder: 'Einmalig Zahlende', cents: 3333, postedOn: null }]);
  expect(told((await debitsOf(anton, run)).rows)).toEqual(['OOFF letter', 'RCUR mail']);
  expect(await mails()).toBe(sent + 1);
  await setState(anton, run, 'cancelled');
  // The letter of the discarded run was never posted.
  const second = (await create(anton, collectionDate)).body;
  expect(told((await debitsOf(anton, second)).rows)).toEqual(['OOFF letter', 'RCUR told']);
  const posted = await anton.send<SepaRun>('PUT', `/api/sepa-runs/${second.id}/letters`, { isPosted: true });
  expect(posted.body.letters).toEqual([{ holder: 'Einmalig Zahlende', cents: 3333, postedOn: expect.any(String) }]);
  await setState(anton, second, 'cancelled');
  const again = (await create(anton, collectionDate)).body;
  expect(told((await debitsOf(anton, again)).rows)).toEqual(['OOFF told', 'RCUR told']);
  expect(await mails()).toBe(sent + 1);
  await setState(anton, again, 'cancelled');
  // A larger amount must be announced again.
  await server.sql(
    'update sepa_notice set cents = cents - 1 where mandate_id in (select id from sepa_mandate where payer_person_id = $1)',
    [first],
  );
  expect(told((await proposal(anton)).debits)).toEqual(['OOFF told', 'RCUR mail']);
  // A day earlier than the notice period is only possible for those who were notified before.
  const today = localOf(new Date()).date;
  const sooner = nextBankDay(addDays(today, 8));
  await server.sql(
    'update sepa_notice set due_on = $2, told_on = $3, cents = cents + 1 where mandate_id in (select id from sepa_mandate where payer_person_id = $1)',
    [first, sooner, addDays(today, -20)],
  );
  const soon = await proposal(anton);
  expect(soon).toMatchObject({ earliest: sooner, collectionDate: sooner, debits: [{ sequence: 'RCUR', notice: 'told' }] });
  expect(soon.faults.map(({ reason }) => reason)).toEqual([expect.stringContaining('Nicht rechtzeitig angekündigt, frühestens am')]);
  const early = (await create(anton, sooner)).body;
  expect(early).toMatchObject({ items: 2, totalCents: 4334 });
  await setState(anton, early, 'cancelled');
  await server.sql('delete from sepa_notice');
});

test('payers without an email address get a letter with all data of a notice, one for all mandates of a payer; only the club sees and records it', async () => {
  const anton = await server.signedIn('admin');
  await server.sql("update charge set method = 'transfer' where method = 'sepa' and state = 'open'");
  const [, second] = await charged(anton);
  await server.sql("update person set street = 'Am Bach', house_no = '3', postcode = '59999', city = 'Auenfeld' where id = $1", [second]);
  const run = (await create(anton, (await proposal(anton)).collectionDate)).body;
  const read = (client: Client) => client.get<LettersOfRun>(`/api/sepa-runs/${run.id}/letters`);
  const post = (client: Client, isPosted: boolean) => client.send<SepaRun>('PUT', `/api/sepa-runs/${run.id}/letters`, { isPosted });
  for (const client of [await server.signedIn('admin', 'SCB'), await server.signedIn('editor'), server.visitor()]) {
    expect([401, 403, 404]).toContain((await read(client)).status);
    expect([401, 403, 404]).toContain((await post(client, true)).status);
  }
  const { body } = await read(anton);
  expect(body).toMatchObject({ messageId: run.messageId, collectionDate: run.collectionDate, postedOn: null });
  expect(body.creditorId).toMatch(/^DE/);
  const [letter, ...others] = body.letters;
  expect(others).toEqual([]);
  expect(letter?.payerId).toBe(second);
  const told = await server.sql(`select content from audit where after -> 'listed' ? $1`, [second]);
  expect(told).toContainEqual({ content: `Ankündigung einer Lastschrift als Brief geöffnet: ${run.messageId}` });
  expect(letter?.address.slice(1)).toEqual(['Am Bach 3', '59999 Auenfeld']);
  expect(letter?.debits.map(({ cents, lines }) => [cents, lines.map((line) => line.cents)])).toEqual([[3333, [3333]]]);
  expect(letter?.debits[0]?.account).toMatch(/^DE•• •••• \d{4}$/);
  expect((await post(anton, true)).body.letters[0]?.postedOn).toMatch(/^\d{4}-/);
  expect((await post(anton, false)).body.letters[0]?.postedOn).toBeNull();
  await setState(anton, run, 'cancelled');
  expect(codeOf(await post(anton, true))).toEqual([409, 'wrong-state']);
  await server.sql('delete from sepa_notice');
});

test('with dual control the creator of a run neither downloads nor submits it', async () => {
  const anton = await server.signedIn('admin');
  const svea = await server.signedIn('super');
  await charged(anton);
  const { version } =
    (await svea.get<{ name: string; version: number }[]>('/api/config')).body.find(({ name }) => name === 'sepa.fourEyes') ?? {};
  expect((await svea.send('PUT', '/api/config/sepa.fourEyes', { value: true, version })).status).toBe(200);
  const run = (await create(anton, (await proposal(anton)).collectionDate)).body;
  expect(run.needsOther).toBe(true);
  expect(codeOf(await fileOf(anton, run))).toEqual([409, 'second-person']);
  expect((await svea.get<{ rows: SepaRun[] }>('/api/sepa-runs')).body.rows.find(({ id }) => id === run.id)).toMatchObject({
    needsOther: false,
    state: 'draft',
  });
  expect((await fileOf(svea, run)).status).toBe(200);
  const downloaded = { ...run, version: run.version + 1 };
  expect(codeOf(await setState(anton, downloaded, 'submitted'))).toEqual([409, 'second-person']);
  expect((await setState(svea, downloaded, 'submitted')).body.state).toBe('submitted');
  await server.sql("delete from config_parameter where name = 'sepa.fourEyes'");
  await server.sql("update charge set state = 'paid', paid_on = '2026-11-20', settled_cents = cents where state = 'in_collection'");
});

test('without a mandate, with an invalid account or an expired one nothing is collected, and the reason is shown', async () => {
  const anton = await server.signedIn('admin');
  const [first] = await charged(anton);
  await server.sql("update sepa_mandate set signed_on = '2019-01-01' where payer_person_id = $1", [first]);
  const { faults, collectionDate } = await proposal(anton);
  expect(faults.map(({ reason }) => reason)).toContain('Das Mandat ist erloschen (36 Monate nicht genutzt).');
  await server.sql("update club_account set creditor_id = '' where club = 'RWA' and is_collect");
  expect((await proposal(anton)).missing).toEqual(['Gläubiger-Identifikationsnummer']);
  expect(codeOf(await create(anton, collectionDate))).toEqual([409, 'not-ready']);
});

test('the debits of a file are sorted by their reference, in whatever order the rows are', () => {
  const row = (endToEndId: string, mandateId = endToEndId) =>
    ({ endToEndId, mandateId, iban: 'DE1', remittance: '', chargeId: mandateId }) as ItemRow;
  const order = (rows: ItemRow[]) => groupedByMandate(rows).map(([first, ...rest]) => [first.endToEndId, rest.length]);
  const rows = [row('C'), row('A'), row('B'), row('A')];
  expect(order(rows)).toEqual([
    ['A', 1],
    ['B', 0],
    ['C', 0],
  ]);
  expect(order(rows.toReversed())).toEqual(order(rows));
});

type Node = { name: string; children: Node[]; text: string };

/** Parses the file again and checks the element order and the limits of the schema. */
function checkFile(xml: string, collectionDate: string): void {
  expect(xml).toContain('xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.08"');
  expect(xml).not.toMatch(/AdrLine|PstlAdr/);
  const root = parse(xml.replace(/^<\?xml[^>]*>/, ''));
  const initiation = root.children[0] as Node;
  const names = (node: Node) => node.children.map(({ name }) => name);
  expect(names(initiation)).toEqual(['GrpHdr', 'PmtInf', 'PmtInf']);
  const [header, ...batches] = initiation.children as [Node, ...Node[]];
  expect(names(header)).toEqual(['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty']);
  expect([textOf(header, 'NbOfTxs'), textOf(header, 'CtrlSum')]).toEqual(['2', '76.67']);
  for (const batch of batches) {
    const debits = batch.children.filter(({ name }) => name === 'DrctDbtTxInf');
    expect(names(batch).filter((name) => name !== 'DrctDbtTxInf')).toEqual(
      'PmtInfId PmtMtd BtchBookg NbOfTxs CtrlSum PmtTpInf ReqdColltnDt Cdtr CdtrAcct CdtrAgt ChrgBr CdtrSchmeId'.split(' '),
    );
    expect(textOf(batch, 'ReqdColltnDt')).toBe(collectionDate);
    expect(textOf(batch, 'NbOfTxs')).toBe(String(debits.length));
    const sum = debits.reduce((total, one) => total + Math.round(Number(textOf(one, 'InstdAmt')) * 100), 0);
    expect(textOf(batch, 'CtrlSum')).toBe((sum / 100).toFixed(2));
    for (const one of debits) {
      expect(names(one)).toEqual(['PmtId', 'InstdAmt', 'DrctDbtTx', 'DbtrAgt', 'Dbtr', 'DbtrAcct', 'RmtInf']);
      expect(textOf(one, 'DtOfSgntr')).toBe('2026-01-31');
      expect(textOf(one, 'EndToEndId')).toMatch(new RegExp(`^${textOf(one, 'MndtId')}-[0-9A-Z]{8}$`));
      expect(isIban(textOf(one, 'IBAN'))).toBe(true);
      expect(textOf(one, 'Ustrd').length).toBeLessThanOrEqual(140);
    }
  }
  expect(batches.map((batch) => textOf(batch, 'SeqTp'))).toEqual(['RCUR', 'OOFF']);
  expect(textOf(batches[0] as Node, 'CdtrSchmeId')).toBe('DE98ZZZ09999999999SEPA');
  expect(xml).toContain('<Nm>Juergen Groessmann-Celik</Nm>');
  for (const text of leaves(root)) expect(text).toMatch(/^[A-Za-z0-9 +?/\-:().,']*$/);
  for (const [, id = ''] of xml.matchAll(/<(?:MsgId|PmtInfId|InstrId|EndToEndId|MndtId)>([^<]*)</g))
    expect(id.length).toBeLessThanOrEqual(35);
}

function parse(xml: string): Node {
  const stack: Node[] = [{ name: '', children: [], text: '' }];
  for (const [, close, name = '', text = ''] of xml.matchAll(/<(\/?)([A-Za-z]+)[^>]*>([^<]*)/g)) {
    if (close) stack.pop();
    else {
      const node = { name, children: [], text: text.replaceAll('&apos;', "'").replaceAll('&amp;', '&') };
      stack.at(-1)?.children.push(node);
      stack.push(node);
    }
  }
  expect(stack).toHaveLength(1);
  return stack[0]?.children[0] as Node;
}

function leaves(node: Node): string[] {
  return node.children.length === 0 ? [node.text] : node.children.flatMap(leaves);
}

function textOf(node: Node, name: string): string {
  const find = (one: Node): Node | undefined => (one.name === name ? one : one.children.map(find).find(Boolean));
  const found = find(node);
  return found ? leaves(found).join('') : '';
}

test('runs are paged, none twice and none missing', async () => {
  const anton = await server.signedIn('admin');
  await server.sql(
    `insert into sepa_run (id, club, message_id, collection_date, creditor_id, creditor_name, creditor_iban, state, items, total_cents, created_by, created_at)
     select gen_random_uuid(), 'RWA', 'RWA-SEITE-' || n, '2025-01-15', 'DE98ZZZ09999999999', 'RWA', 'DE02120300000000202051', 'settled', 1, 100, 'Anton',
       timestamptz '2025-01-01' + (n / 2) * interval '1 day' from generate_series(1, 25) n`,
  );
  type Page = { rows: SepaRun[]; next: string | null };
  const all: string[] = [];
  let next: string | null = '';
  for (let pages = 0; next !== null && pages < 20; pages++) {
    const { body }: { body: Page } = await anton.get<Page>(`/api/sepa-runs?limit=10${next && `&cursor=${next}`}`);
    all.push(...body.rows.map(({ messageId }) => messageId));
    ({ next } = body);
  }
  expect(all.filter((one) => one.startsWith('RWA-SEITE-')).toSorted()).toEqual(
    Array.from({ length: 25 }, (_, at) => `RWA-SEITE-${at + 1}`).toSorted(),
  );
  expect(new Set(all).size).toBe(all.length);
  expect((await anton.get('/api/sepa-runs?cursor=x')).status).toBe(400);
});
