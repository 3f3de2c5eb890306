import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KeptLine, KeptStatement } from '#shared/money/bankLines.ts';
import type { SepaProposal, SepaRun } from '#shared/money/sepaRuns.ts';
import { billedCourse } from '#test/billing.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { readStatement } from './bankFile.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await server.sql("update charge set method = 'transfer' where method = 'sepa'");
});
afterAll(() => server.close());

const own = 'DE02120300000000202051';

type Entry = { cents: string; side: 'CRDT' | 'DBIT'; ref: string; details?: string; state?: string; day?: string };

/** A statement of one day as banks export it, version 02 or 08. */
function camt(version: '02' | '08', entries: readonly Entry[], { iban = own, opening = '100.00', closing = '' } = {}): string {
  const balance = (code: string, amount: string) =>
    amount && `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`;
  const entry = ({ cents, side, ref, details = '', state = 'BOOK', day = '2026-11-20' }: Entry) =>
    `<Ntry><Amt Ccy="EUR">${cents}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts>${version === '08' ? `<Cd>${state}</Cd>` : state}</Sts>
     <BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><AcctSvcrRef>${ref}</AcctSvcrRef><NtryDtls>${details}</NtryDtls></Ntry>`;
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><Stmt>
    <Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${balance('OPBD', opening)}${balance('CLBD', closing)}${entries.map(entry).join('')}</Stmt></BkToCstmrStmt></Document>`;
}

const name = (version: string, party: string, of: string) =>
  version === '08' ? `<${party}><Pty><Nm>${of}</Nm></Pty></${party}>` : `<${party}><Nm>${of}</Nm></${party}>`;
const paid = (version: string, of: string, purpose: string, amount = '') =>
  `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>${amount}<RltdPties>${name(version, 'Dbtr', of)}<DbtrAcct><Id><IBAN>DE75512108001245126199</IBAN></Id></DbtrAcct></RltdPties>
   <RmtInf><Ustrd>${purpose}</Ustrd></RmtInf></TxDtls>`;
const returned = (version: string, id: string, code: string) =>
  `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs><AmtDtls><InstdAmt><Amt Ccy="EUR">70.00</Amt></InstdAmt></AmtDtls>
   <Chrgs>${version === '08' ? '<Rcrd><Amt Ccy="EUR">3.00</Amt></Rcrd><Rcrd><Amt Ccy="EUR">1.10</Amt></Rcrd>' : '<Amt Ccy="EUR">4.10</Amt>'}</Chrgs>
   <RltdPties>${name(version, 'Dbtr', 'Ute Muster')}</RltdPties><RtrInf><Rsn><Cd>${code}</Cd></Rsn></RtrInf></TxDtls>`;

const read = (text: string) => readStatement(Buffer.from(text));
const fileOf = (bytes: Buffer | string) => ({ fileName: 'auszug.xml', content: Buffer.from(bytes).toString('base64') });
const keep = (client: Client, bytes: Buffer | string) => client.post<KeptStatement>('/api/bank-lines', fileOf(bytes));
const open = async (client: Client) => (await client.get<{ rows: KeptLine[] }>('/api/bank-lines')).body.rows;

test.each(['02', '08'] as const)(
  'version %s: names, purposes, several payments in one booking, returns with their reason and charges',
  (version) => {
    const amount = (of: string) => `<AmtDtls><TxAmt><Amt Ccy="EUR">${of}</Amt></TxAmt></AmtDtls>`;
    const { lines, format, warnings } = read(
      camt(
        version,
        [
          { cents: '42.50', side: 'CRDT', ref: 'A1', details: paid(version, 'Jörg Müller &amp; S&#246;hne', 'Kurs &quot;Yoga&quot;') },
          {
            cents: '30.00',
            side: 'CRDT',
            ref: 'A2',
            details: paid(version, 'Ina', 'eins', amount('10.00')) + paid(version, 'Ida', 'zwei', amount('20.00')),
          },
          { cents: '74.10', side: 'DBIT', ref: 'A3', details: returned(version, 'M-1-20261215', 'MS03') },
          { cents: '9.00', side: 'CRDT', ref: 'A4', state: 'PDNG' },
        ],
        { closing: '98.40' },
      ),
    );
    expect([format, warnings]).toEqual(['camt.053', []]);
    expect(lines.map((line) => [line.cents, line.name, line.purpose, line.day])).toEqual([
      [4250, 'Jörg Müller & Söhne', 'Kurs "Yoga"', '2026-11-20'],
      [1000, 'Ina', 'eins', '2026-11-20'],
      [2000, 'Ida', 'zwei', '2026-11-20'],
      [-7410, 'Ute Muster', '', '2026-11-20'],
    ]);
    expect(lines[3]).toMatchObject({ endToEndId: 'M-1-20261215', returnCode: 'MS03', feeCents: 410 });
    expect(new Set(lines.map(({ fingerprint }) => fingerprint)).size).toBe(4);
  },
);

const umlauts = camt('08', [{ cents: '42.50', side: 'CRDT', ref: 'U', details: paid('08', 'Jörg Müller', 'Übung') }]);
test.each([
  ['that calls itself UTF-8 and is Windows-1252', Buffer.from(umlauts, 'latin1')],
  ['that calls itself ISO-8859-1', Buffer.from(umlauts.replace('UTF-8', 'ISO-8859-1'), 'latin1')],
  ['in UTF-16 with its mark', Buffer.from(`\uFEFF${umlauts.replace('UTF-8', 'UTF-16')}`, 'utf16le')],
  ['in UTF-8 with its mark', Buffer.from(`\uFEFF${umlauts}`)],
])('a statement %s keeps its umlauts', (_name, bytes) => {
  expect(readStatement(bytes).lines).toMatchObject([{ name: 'Jörg Müller', purpose: 'Übung', cents: 4250 }]);
});

test('a broken, a malicious and a foreign file are refused in German, and nothing is stored', async () => {
  const anton = await server.signedIn('admin');
  const told = async (bytes: Buffer | string) => {
    const answer = await anton.post('/api/bank-lines', fileOf(bytes));
    return [answer.status, answer.body.fields?.[0]?.message];
  };
  const noCamt = [422, expect.stringContaining('kein vollständiger Kontoauszug im Format camt')];
  expect(await told('<Document><BkToCstmrStmt></Document>')).toEqual(noCamt);
  expect(await told('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><Document/>')).toEqual(noCamt);
  expect(await told('<html><body>Anmeldung</body></html>')).toEqual(noCamt);
  expect(await told(camt('08', []))).toEqual([422, 'In dieser Datei steht keine Buchung.']);
  expect(await told(camt('08', [{ cents: '1.00', side: 'CRDT', ref: 'F' }], { iban: 'DE75512108001245126199' }))).toEqual([
    422,
    'Das ist der Auszug eines anderen Kontos (•••• 6199).',
  ]);
  const bomb = zip([['a.xml', Buffer.alloc(60 * 1024 * 1024, 32)]]);
  expect(bomb.length).toBeLessThan(200_000);
  expect((await told(bomb))[0]).toBe(422);
  expect(await open(anton)).toEqual([]);
});

test('an archive imports its statements, each line once, and warns if the balances do not add up', async () => {
  const anton = await server.signedIn('admin');
  const one = camt('02', [{ cents: '5.00', side: 'CRDT', ref: 'Z1', details: paid('02', 'Zoe', 'Spende') }], { closing: '120.00' });
  const two = camt('08', [{ cents: '6.00', side: 'CRDT', ref: 'Z2', details: paid('08', 'Zoe', 'Spende zwei') }], { closing: '106.00' });
  const archive = zip([
    ['b.xml', Buffer.from(two)],
    ['a.xml', Buffer.from(one)],
  ]);
  expect((await keep(anton, archive)).body).toMatchObject({ kept: 2, known: 0, warnings: [expect.stringContaining('Endsaldo')] });
  expect((await keep(anton, archive)).body).toMatchObject({ kept: 0, known: 2 });
  expect((await keep(anton, two)).body).toMatchObject({ kept: 0, known: 1 });
  expect((await open(anton)).map(({ name: of, account }) => [of, account])).toEqual([
    ['Zoe', '•••• 6199'],
    ['Zoe', '•••• 6199'],
  ]);
});

test('whatever files contain the lines of an account, in any order and however often, each line is stored once', async () => {
  const alma = await server.signedIn('admin', 'SCB');
  const count = 12;
  const part = fc
    .tuple(fc.nat(count - 1), fc.integer({ min: 1, max: count }))
    .map(([from, length]) => ({ from, to: Math.min(count, from + length) }));
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 6 }), fc.boolean(), async (parts, isNew) => {
      const purpose = `Folge${++run}`;
      // Lines of equal sum, name and purpose: only the bank's number tells them apart.
      const lines = Array.from({ length: count }, (_line, at): Entry => ({
        cents: '5.00',
        side: 'CRDT',
        ref: `${purpose}-${at}`,
        details: paid(isNew ? '08' : '02', 'Ute Muster', purpose),
      }));
      for (const { from, to } of parts)
        await keep(alma, camt(isNew ? '08' : '02', lines.slice(from, to), { iban: 'DE02500105170137075030' }));
      const wanted = new Set(parts.flatMap(({ from, to }) => Array.from({ length: to - from }, (_one, at) => from + at)));
      const kept = await server.sql('select id from bank_line where purpose = $1', [purpose]);
      expect(kept).toHaveLength(wanted.size);
    }),
    { numRuns: 8 },
  );
});

test('a run is settled by the line of its collection, and a return recorded by its own line, with the reason and the fee of the bank', async () => {
  const anton = await server.signedIn('admin');
  const { courseId, personIds } = await billedCourse(server, { people: 2, priceCents: 7000 });
  for (const [at, id] of personIds.entries())
    await server.sql(
      `insert into sepa_mandate (id, club, payer_person_id, reference, signed_on, iban, account_holder)
       values (gen_random_uuid(), 'RWA', $1, $2, '2026-01-31', 'DE75512108001245126199', 'Ute Muster')`,
      [id, `CAMT-${at}`],
    );
  await anton.post('/api/charges', { courseId, dueOn: '2026-11-21' });
  const { collectionDate } = (await anton.get<SepaProposal>('/api/sepa-runs/proposal')).body;
  const run = (await anton.post<SepaRun>('/api/sepa-runs', { collectionDate })).body;
  const pain = await anton.get<string>(`/api/sepa-runs/${run.id}/file`);
  await anton.post(`/api/sepa-runs/${run.id}/state`, { to: 'submitted', version: run.version + 1 });
  await server.sql("update sepa_run set collection_date = '2026-11-20' where id = $1", [run.id]);
  const batch = `<Btch><MsgId>${run.messageId}</MsgId><PmtInfId>${run.messageId}-RCUR</PmtInfId><NbOfTxs>2</NbOfTxs></Btch>`;
  const id = /<EndToEndId>(CAMT-0-[^<]*)</.exec(pain.text)?.[1] ?? '';
  await keep(
    anton,
    camt('08', [
      { cents: '140.00', side: 'CRDT', ref: 'L1', details: batch },
      { cents: '74.10', side: 'DBIT', ref: 'L2', details: returned('08', id, 'AC04') },
    ]),
  );
  const of = async (cents: number) => (await open(anton)).find((row) => row.cents === cents) as KeptLine;
  const [settles, returns] = [await of(14_000), await of(-7410)];
  expect(settles.action).toEqual({ kind: 'settle', messageId: run.messageId });
  expect(returns.action).toEqual({ kind: 'return', messageId: run.messageId, mandate: 'CAMT-0', code: 'AC04', feeCents: 410 });
  const settle = () => anton.post(`/api/bank-lines/${settles.id}/settle`, { version: settles.version });
  const back = (client: Client) =>
    client.post(`/api/bank-lines/${returns.id}/return`, {
      version: returns.version,
      code: 'AC04',
      withFee: true,
      feeCents: returns.action?.kind === 'return' ? returns.action.feeCents : 0,
    });
  expect((await back(await server.signedIn('editor'))).status).toBe(403);
  expect((await back(await server.signedIn('admin', 'SCB'))).status).toBe(404);
  expect((await Promise.all([settle(), settle()])).map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await Promise.all([back(anton), back(anton)])).map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const rows = await server.sql('select source, state, cents from charge where payer_person_id = any($1) order by cents, state', [
    personIds,
  ]);
  expect(rows).toEqual([
    { source: 'return_fee', state: 'open', cents: 410 },
    { source: 'course', state: 'paid', cents: 7000 },
    { source: 'course', state: 'returned', cents: 7000 },
  ]);
  const money = await server.sql(
    'select kind, cents, booked_on::text as day from payment where payer_person_id = any($1) order by kind, cents',
    [personIds],
  );
  expect(money).toEqual([
    { kind: 'debit', cents: 7000, day: '2026-11-20' },
    { kind: 'debit', cents: 7000, day: '2026-11-20' },
    { kind: 'debit_return', cents: -7000, day: '2026-11-20' },
  ]);
  expect(await server.sql("select is_paused from sepa_mandate where reference = 'CAMT-0'")).toEqual([{ is_paused: true }]);
  const { rows: done } = (await anton.get<{ rows: KeptLine[] }>('/api/bank-lines?state=booked')).body;
  expect(done.map(({ mayReopen }) => mayReopen)).toEqual([false, false]);

  // A run that is settled, by another line or by hand, is settled once: its line says so and is no income.
  await keep(anton, camt('08', [{ cents: '140.00', side: 'CRDT', ref: 'L3', details: batch }]));
  const again = await of(14_000);
  expect([again.message, again.action]).toEqual([
    `Gutschrift des Lastschriftlaufs ${run.messageId}, schon als eingezogen vermerkt. Bitte ignorieren.`,
    null,
  ]);
});

/** An archive as banks pack it. */
function zip(files: readonly [string, Buffer][]): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [fileName, content] of files) {
    const packed = deflateRawSync(content);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04_03_4b_50, 0);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(content.length, 22);
    head.writeUInt16LE(fileName.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02_01_4b_50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(content.length, 24);
    entry.writeUInt16LE(fileName.length, 28);
    entry.writeUInt32LE(at, 42);
    parts.push(head, Buffer.from(fileName), packed);
    list.push(entry, Buffer.from(fileName));
    at += 30 + fileName.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(Buffer.concat(list).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...list, end]);
}
