import { getColumnTable, getTableName } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { OwnPerson } from '#shared/people/people.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import type { Mandate } from '#shared/money/mandates.ts';
import { keyFileOf, openKeyRing, sealingKey } from '#server/platform/database/keyRing.ts';
import { countOpen, sealRows } from '#server/platform/database/sealRows.ts';
import { unseal } from '#server/platform/database/sealing.ts';
import { StartError } from '#server/platform/process/startError.ts';
import { sealedColumns } from './personalData.ts';
import { dataKey } from '#test/dataKey.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { runCommandLine, temporaryFolder } from '#test/processes.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  server = await startServer();
  anton = await server.signedIn('admin');
});
afterAll(() => server.close());

const iban = 'DE75512108001245126199';
const note = 'Asthma, Spray in der Sporttasche';

/** Every value of every table as text, as visible in a copy of the database. */
async function dump(): Promise<string> {
  const tables = await server.sql<{ name: string }>(
    "select schemaname || '.' || quote_ident(tablename) as name from pg_tables where schemaname in ('public', 'pgboss')",
  );
  const texts: string[] = [];
  for (const { name } of tables)
    texts.push((await server.sql<{ text: string | null }>(`select string_agg(t::text, chr(10)) as text from ${name} t`))[0]?.text ?? '');
  return texts.join('\n');
}

async function member(lastname: string): Promise<MemberRecord> {
  const values = { firstname: 'Ole', lastname, birthDate: '1980-05-04', joinedOn: '2026-01-01', memberNo: `S-${lastname}` };
  const answer = await anton.post<MemberRecord>('/api/members', values);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body;
}

async function mandate(lastname: string, account = iban): Promise<Mandate> {
  const { personId: payerPersonId } = await member(lastname);
  const values = { payerPersonId, iban: account, accountHolder: 'Ole Ohm', signedOn: '2026-01-02', reference: `S-${lastname}` };
  const answer = await anton.post<Mandate>('/api/mandates', values);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body;
}

const reveal = async ({ id }: Mandate) => (await anton.post<{ iban: string }>(`/api/mandates/${id}/iban`, {})).body.iban;

test('a copy of the database contains no account number and no health note in plain text, wherever it was entered', async () => {
  await mandate('Kopie');
  const toni = await server.signedIn('trainer');
  const [self] = (await toni.get<OwnPerson[]>('/api/people/mine')).body;
  const changes = { iban, accountHolder: 'Toni Kopie' };
  expect((await toni.post(`/api/people/${self?.id}/change-requests`, { changes })).status).toBe(200);
  // An import file, and a stored response for idempotent retries.
  const file = Buffer.from(`Nachname;Vorname;IBAN\r\nKopie;Ida;${iban}\r\n`).toString('base64');
  expect((await anton.post('/api/members/imports', { fileName: 'kopie.csv', content: file })).status).toBe(200);
  const [kept] = await server.sql<{ id: string }>("select id from sepa_mandate where state = 'active' order by reference limit 1");
  const again = () => anton.post<{ iban: string }>(`/api/mandates/${kept?.id}/iban`, {}, { 'idempotency-key': 'zweimal' });
  const [one, two] = [await again(), await again()];
  expect([one.status, two.text]).toEqual([200, one.text]);
  const text = await dump();
  expect(text).toContain('S-Kopie');
  expect(text).not.toContain(Buffer.from(file).toString('hex'));
  expect(text).not.toContain(file);
  expect(text).not.toContain(one.body.iban);
  // The accounts entered here, the demo application, and demo rows inserted by SQL, at a non-existent bank. A club tells its own to everybody.
  const clubs = await server.sql<{ row: string }>('select club_account::text as row from club_account');
  const open = text
    .split('\n')
    .filter((row) => !clubs.some((one) => one.row === row))
    .filter((row) => /DE75512108001245126199|DE89370400440532013000|Asthma|Erdnuss|DE\d\d99999999\d{10}/.test(row));
  expect(open).toEqual([]);
});

test('a copy of the database contains no hash against which a password of a repeatable request can be guessed', async () => {
  const client = await server.signedIn('editor');
  const asked = { currentPassword: 'Probetraining-2026', password: 'zwölf Boxkämpfer jagen' };
  const change = (body: object) => client.post<{ code?: string }>('/api/session/password', body, { 'idempotency-key': 'kennwort' });
  expect((await change(asked)).status).toBe(200);
  const guessed = createHash('sha256')
    .update(`POST /api/session/password\n${JSON.stringify(asked)}`)
    .digest('hex');
  const text = await dump();
  expect(text).toContain('kennwort');
  expect(text).not.toContain(guessed);
  // The key still recognises another input.
  const other = await change({ currentPassword: asked.password, password: 'dreizehn Boxkämpfer jagen' });
  expect([other.status, other.body.code]).toEqual([422, 'key-reused']);
});

test('a mandate is found by the full account number, as typed; not by a part of it', async () => {
  const made = await mandate('Suche', 'DE02100500000054540402');
  const found = async (text: string) =>
    (await anton.get<{ rows: Mandate[] }>(`/api/mandates?search=${encodeURIComponent(text)}`)).body.rows.map(({ id }) => id);
  expect(await found('de02 1005 0000 0054 5404 02')).toEqual([made.id]);
  expect(await found('100500000054')).toEqual([]);
});

test('existing values are encrypted in the background, once, and read as before', async () => {
  const made = await mandate('Alt');
  await server.sql('update sepa_mandate set iban = $2 where id = $1', [made.id, iban]);
  await server.sql(
    "update care_note set health_note = 'Heuschnupfen • Spray', allergies = '' where person_id = (select person_id from care_note limit 1)",
  );
  expect(await reveal(made)).toBe(iban);
  expect(await sealRows(server.database, sealedColumns)).toBe(2);
  expect(await sealRows(server.database, sealedColumns)).toBe(0);
  expect(await dump()).not.toContain('Heuschnupfen');
  expect(await reveal(made)).toBe(iban);
});

test('people read their note in their data export; of account numbers only the ends', async () => {
  const one = await mandate('Auskunft');
  await server.sql("insert into care_note (person_id, club, health_note, updated_at) values ($1, 'RWA', $2, now())", [
    one.payerPersonId,
    note,
  ]);
  await sealRows(server.database, sealedColumns);
  const { text } = await anton.get(`/api/privacy/people/${one.payerPersonId}/export`);
  expect(text).toContain(note);
  expect(text).toContain('DE•• •••• 6199');
  expect(text).not.toContain('s1:');
  expect(text).not.toContain(iban);
});

test('an encrypted value that was altered, or moved to another column, cannot be decrypted', async () => {
  const made = await mandate('Fest');
  const [row] = await server.sql<{ iban: string }>('select iban from sepa_mandate where id = $1', [made.id]);
  const value = row?.iban ?? '';
  expect(unseal('sepa_mandate.iban', value)).toBe(iban);
  expect(() => unseal('membership_application.iban', value)).toThrow();
  const at = value.length - 6;
  expect(() => unseal('sepa_mandate.iban', value.slice(0, at) + (value[at] === 'A' ? 'B' : 'A') + value.slice(at + 1))).toThrow();
});

test('a start without the key, or with another one, ends with one sentence and creates no second key', async () => {
  const DATA_DIR = temporaryFolder();
  for (const DATA_KEY of [undefined, 'ein anderer Schlüssel, lang genug für alle']) {
    const opening = openKeyRing({ DATA_DIR, DATA_KEY }, server.database);
    await expect(opening).rejects.toThrow(StartError);
    await expect(opening).rejects.toThrow(
      /^Die Datenbank enthält Angaben, die mit dem Schlüssel [0-9a-f]{8} verschlüsselt sind; .*docs\/operations\.md\)\.$/,
    );
  }
  expect(fs.readdirSync(DATA_DIR)).toEqual([]);
});

test('the list of members reads nothing encrypted: without access to those tables the response is the same', async () => {
  await mandate('Liste');
  const pages = ['/api/members?limit=50', '/api/members?search=liste', '/api/members?sort=joinedOn&descending=true'];
  const read = async () => Promise.all(pages.map(async (page) => (await anton.get(page)).text));
  const before = await read();
  expect(before[1]).toContain('Liste');
  const tables = [...new Set(sealedColumns.map(({ column }) => getTableName(getColumnTable(column))))];
  expect(tables).toEqual(expect.arrayContaining(['care_note', 'sepa_mandate']));
  await server.sql(`revoke select on ${tables.join(', ')} from vereinsportal`);
  try {
    expect(await read()).toEqual(before);
  } finally {
    await server.sql(`grant select on ${tables.join(', ')} to vereinsportal`);
  }
});

test('a new key re-encrypts everything while accounts are entered, and nothing is unreadable in between', async () => {
  const folder = temporaryFolder();
  const before = sealingKey().id;
  // From now on the server's keys come from a file, as without DATA_KEY.
  fs.writeFileSync(keyFileOf({ DATA_DIR: folder }), `${dataKey}\n`, { mode: 0o600 });
  await openKeyRing({ DATA_DIR: folder, DATA_KEY: undefined }, server.database);
  const [{ name } = { name: '' }] = await server.sql<{ name: string }>('select current_database() as name');
  const rotation = runCommandLine('rotateKey', [], {
    DATABASE_URL: `postgres://postgres@/${name}?host=${inject('postgres')}`,
    DATA_DIR: folder,
    DATA_KEY: '',
  });
  let isOver = false;
  const ended = rotation.finally(() => (isOver = true));
  const made: Mandate[] = [];
  while (!isOver) {
    made.push(await mandate(`Dreh${made.length}`));
    for (const one of made) expect(await reveal(one)).toBe(iban);
  }
  expect(await ended).toMatchObject({ code: 0, errors: '' });
  expect(made.length).toBeGreaterThan(0);
  for (const one of made) expect(await reveal(one)).toBe(iban);
  expect(sealingKey().id).not.toBe(before);
  expect(await countOpen(server.database, sealedColumns)).toBe(0);
  const entries = await server.sql("select name, content from audit where action = 'ops.rotateKey'");
  expect(entries).toMatchObject([{ name: 'Kommandozeile', content: expect.stringMatching(/^Neu verschlüsselt mit Schlüssel/) }]);
  expect(
    fs
      .readFileSync(keyFileOf({ DATA_DIR: folder }), 'utf8')
      .trim()
      .split('\n'),
  ).toHaveLength(2);
  expect(fs.statSync(keyFileOf({ DATA_DIR: folder })).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(folder)).toEqual([path.basename(keyFileOf({ DATA_DIR: folder }))]);
  // An older backup still needs the old key, a start only the new one.
  await expect(openKeyRing({ DATA_DIR: folder, DATA_KEY: dataKey }, server.database)).rejects.toThrow(StartError);
});
