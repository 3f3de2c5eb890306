import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KeptLine } from '#shared/money/bankLines.ts';
import type { SepaProposal, SepaRun } from '#shared/money/sepaRuns.ts';
import { billedCourse } from '#test/billing.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { idIn, type KnownRun } from './debitMatch.ts';
import type { StatementLine } from './bankFile.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const run = (...ids: string[]): KnownRun => ({
  messageId: 'R',
  ids,
  state: 'settled',
  collectionDate: '2027-02-01',
  totalCents: 1,
  accountId: null,
});

test.each([
  ['it is found in the words, also where the bank broke it', 'RUECKLASTSCHRIFT RWA-2 08-20270201 MS03', -12_410, 'RWA-208-20270201'],
  ['the longer one counts where it holds a shorter one', 'M-RWA-208-20270201', -12_410, 'M-RWA-208-20270201'],
  ['two different ones name none', 'RWA-208-20270201 RWA-209-20270201', -12_410, ''],
  ['an incoming payment is no return', 'RWA-208-20270201', 12_410, ''],
  ['other words name none', 'Miete', -12_410, ''],
])('the reference of a debit: %s', (_how, purpose, cents, id) => {
  const line = { purpose, cents } as StatementLine;
  expect(idIn(line, [run('RWA-208-20270201', 'RWA-209-20270201'), run('M-RWA-208-20270201')])).toBe(id);
});

/** Submits a run to the bank and returns the references of the debits in its file. */
async function submitted(client: Client, { id, version }: SepaRun): Promise<string[]> {
  const file = await client.get<string>(`/api/sepa-runs/${id}/file`);
  expect((await client.get<string>(`/api/sepa-runs/${id}/file`)).text).toBe(file.text);
  expect((await client.post(`/api/sepa-runs/${id}/state`, { to: 'submitted', version: version + 1 })).status).toBe(200);
  return [...file.text.matchAll(/<EndToEndId>([^<]*)</g)].map(([, found = '']) => found);
}

test('a return described only in the purpose is recorded from its line, with the reason and the fee', async () => {
  const anton = await server.signedIn('admin');
  const { courseId, personIds } = await billedCourse(server, { people: 1, priceCents: 7000 });
  await server.sql(
    `insert into sepa_mandate (id, club, payer_person_id, reference, signed_on, iban, account_holder)
     values (gen_random_uuid(), 'RWA', $1, 'WORTE-1', '2026-01-31', 'DE75512108001245126199', 'Ute Muster')`,
    personIds,
  );
  await anton.post('/api/charges', { courseId, dueOn: '2026-11-21' });
  const { collectionDate } = (await anton.get<SepaProposal>('/api/sepa-runs/proposal')).body;
  const made = (await anton.post<SepaRun>('/api/sepa-runs', { collectionDate })).body;
  const id = (await submitted(anton, made)).find((one) => one.startsWith('WORTE-1-'));
  const words = `RUECKLASTSCHRIFT MS03 EREF+${id}`;
  const file = ['Buchungstag;Verwendungszweck;Name;Betrag', `20.11.2026;${words};Ute Muster;-74,10`].join('\r\n');
  await anton.post('/api/bank-lines', { fileName: 'umsatz.csv', content: Buffer.from(file).toString('base64') });
  const { rows } = (await anton.get<{ rows: KeptLine[] }>('/api/bank-lines?state=open')).body;
  const line = rows.find(({ purpose }) => purpose === words);
  expect(line?.action).toEqual({ kind: 'return', messageId: made.messageId, mandate: 'WORTE-1', code: 'MS03', feeCents: 410 });
  const back = { version: line?.version, code: 'MS03', withFee: true, feeCents: 410 };
  expect((await anton.post(`/api/bank-lines/${line?.id}/return`, back)).status).toBe(200);
  const charges = await server.sql('select source, state, cents from charge where payer_person_id = $1 order by cents', personIds);
  expect(charges).toEqual([
    { source: 'return_fee', state: 'open', cents: 410 },
    { source: 'course', state: 'returned', cents: 7000 },
  ]);
  // The payer knows the day on which the bank took the money back, not that of the collection.
  const labels = await server.sql("select label from charge where payer_person_id = $1 and source = 'return_fee'", personIds);
  expect([collectionDate > '2026-11-20', labels]).toEqual([true, [{ label: 'Gebühr der Rücklastschrift vom 20.11.2026' }]]);
});

test('a transfer with the sum and on the day of a run is no collection if it names another charge or an account', async () => {
  const anton = await server.signedIn('admin');
  const { courseId, personIds } = await billedCourse(server, { people: 2, priceCents: 4300 });
  await server.sql(
    `insert into sepa_mandate (id, club, payer_person_id, reference, signed_on, iban, account_holder)
     values (gen_random_uuid(), 'RWA', $1, 'SUMME-1', '2026-01-31', 'DE75512108001245126199', 'Ute Muster')`,
    [personIds[0]],
  );
  await server.outdate();
  await anton.post('/api/charges', { courseId, dueOn: '2026-11-21' });
  const { collectionDate } = (await anton.get<SepaProposal>('/api/sepa-runs/proposal')).body;
  const made = (await anton.post<SepaRun>('/api/sepa-runs', { collectionDate })).body;
  await anton.get(`/api/sepa-runs/${made.id}/file`);
  await anton.post(`/api/sepa-runs/${made.id}/state`, { to: 'submitted', version: made.version + 1 });
  await server.sql("update sepa_run set collection_date = '2026-11-20', total_cents = 4300 where id = $1", [made.id]);
  const [collected, other] = await server.sql<{ reference: string; account: string }>(
    `select c.reference, c.club || '-K' || q.account_no as account from charge c join person q on q.id = c.payer_person_id
     where c.course_id = $1 order by c.state`,
    [courseId],
  );
  const lines = [other?.reference, other?.account, collected?.reference, 'Sammelgutschrift'].map(
    (purpose) => `20.11.2026;${purpose};Ute Muster;43,00`,
  );
  const text = ['Buchungstag;Verwendungszweck;Begünstigter/Zahlungspflichtiger;Betrag', ...lines].join('\n');
  await anton.post('/api/bank-lines', { fileName: 'umsaetze.csv', content: Buffer.from(text).toString('base64') });
  const { rows } = (await anton.get<{ rows: KeptLine[] }>('/api/bank-lines')).body;
  const kindOf = (purpose: string | undefined) => rows.find((row) => row.purpose === purpose)?.action?.kind;
  expect([other?.reference, other?.account, collected?.reference, 'Sammelgutschrift'].map(kindOf)).toEqual([
    undefined,
    undefined,
    'settle',
    'settle',
  ]);
});

test('two runs of one day collect from one mandate by different references: a return reopens the charge that it names, and no other', async () => {
  const anton = await server.signedIn('admin');
  const [first, second] = [
    await billedCourse(server, { people: 2, priceCents: 3100 }),
    await billedCourse(server, { people: 1, priceCents: 3100 }),
  ];
  const [payer = '', neighbour = ''] = first.personIds;
  // Long references that only differ in the middle are different debits, too.
  for (const [id, reference] of [
    [payer, 'VEREINSSOFTWARE-000111-MITGLIED-001'],
    [neighbour, 'VEREINSSOFTWARE-000222-MITGLIED-001'],
  ])
    await server.sql(
      `insert into sepa_mandate (id, club, payer_person_id, reference, signed_on, iban, account_holder)
       values (gen_random_uuid(), 'RWA', $1, $2, '2026-01-31', 'DE75512108001245126199', 'Ute Muster')`,
      [id, reference],
    );
  await server.outdate();
  await anton.post('/api/charges', { courseId: first.courseId, dueOn: '2026-11-21' });
  await anton.post('/api/charges', { courseId: second.courseId, dueOn: '2026-11-21' });
  await server.sql("update charge set payer_person_id = $1, method = 'transfer' where course_id = $2", [payer, second.courseId]);
  const { collectionDate } = (await anton.get<SepaProposal>('/api/sepa-runs/proposal')).body;
  const make = async () => (await anton.post<SepaRun>('/api/sepa-runs', { collectionDate })).body;
  const one = await make();
  await server.sql("update charge set method = 'sepa' where course_id = $1", [second.courseId]);
  const other = await make();
  const [ids, [again = '']] = [await submitted(anton, one), await submitted(anton, other)];
  expect([ids.length, other.items]).toEqual([2, 1]);
  expect(new Set([...ids, again]).size).toBe(3);
  for (const id of [...ids, again]) expect(id).toMatch(/^VEREINSSOFTW-[A-Z0-9-]{1,22}$/);
  const file = ['Buchungstag;Verwendungszweck;Name;Betrag', `20.11.2026;RUECKLASTSCHRIFT MS03 EREF+${again};Ute Muster;-31,00`];
  await anton.post('/api/bank-lines', { fileName: 'umsatz.csv', content: Buffer.from(file.join('\r\n')).toString('base64') });
  const { rows } = (await anton.get<{ rows: KeptLine[] }>('/api/bank-lines?state=open')).body;
  const line = rows.find(({ purpose }) => purpose.includes(again));
  expect(line?.action).toMatchObject({ kind: 'return', messageId: other.messageId, mandate: 'VEREINSSOFTWARE-000111-MITGLIED-001' });
  expect((await anton.post(`/api/bank-lines/${line?.id}/return`, { version: line?.version, code: 'MS03', withFee: false })).status).toBe(
    200,
  );
  const charges = await server.sql('select course_id, state from charge where payer_person_id = $1 order by state', [payer]);
  expect(charges).toEqual([
    { course_id: first.courseId, state: 'in_collection' },
    { course_id: second.courseId, state: 'returned' },
  ]);
});

test('a reference that two debits of the past share names neither: both runs are named, and the treasurer decides', async () => {
  const anton = await server.signedIn('admin');
  const { courseId, personIds } = await billedCourse(server, { people: 1, priceCents: 2900 });
  await server.sql(
    `insert into sepa_mandate (id, club, payer_person_id, reference, signed_on, iban, account_holder)
     values (gen_random_uuid(), 'RWA', $1, 'GETEILT-1', '2026-01-31', 'DE75512108001245126199', 'Ute Muster')`,
    personIds,
  );
  const runs: SepaRun[] = [];
  for (const label of ['eins', 'zwei']) {
    await server.outdate();
    await anton.post('/api/charges', { courseId, dueOn: '2026-11-21' });
    if (label === 'zwei')
      await server.sql(
        `insert into charge select gen_random_uuid(), club, reference || '-2', person_id, payer_person_id, 'other', null, '', course_id, null, 'Leihgebühr', 2900,
           due_on, 'sepa', 'open', null, '', tax_sphere, created_at, 1 from charge where course_id = $1`,
        [courseId],
      );
    const { collectionDate } = (await anton.get<SepaProposal>('/api/sepa-runs/proposal')).body;
    const made = (await anton.post<SepaRun>('/api/sepa-runs', { collectionDate })).body;
    await submitted(anton, made);
    runs.push(made);
  }
  await server.sql("update sepa_run_item set end_to_end_id = 'GETEILT-1-20261215' where mandate_reference = 'GETEILT-1'");
  const file = ['Buchungstag;Verwendungszweck;Name;Betrag', '20.11.2026;RUECKLASTSCHRIFT MS03 EREF+GETEILT-1-20261215;Ute Muster;-29,00'];
  await anton.post('/api/bank-lines', { fileName: 'umsatz.csv', content: Buffer.from(file.join('\r\n')).toString('base64') });
  const { rows } = (await anton.get<{ rows: KeptLine[] }>('/api/bank-lines?state=open')).body;
  const line = rows.find(({ purpose }) => purpose.includes('GETEILT-1'));
  expect(line?.action).toBeNull();
  for (const { messageId } of runs) expect(line?.message).toContain(messageId);
});
