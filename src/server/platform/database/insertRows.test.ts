import { randomUUID } from 'node:crypto';
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '#test/harness.ts';
import { everyClub } from './database.ts';
import { insertRows } from './insertRows.ts';
import { sealedJson } from './sealing.ts';

const sample = pgTable('insert_rows_sample', {
  name: text().primaryKey(),
  list: jsonb().$type<readonly unknown[]>(),
  changes: sealedJson<{ iban?: string; city?: string }>('changes', { label: 'change_request.iban', field: 'iban' }),
});

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await server.sql('create table insert_rows_sample (name text primary key, list jsonb, changes jsonb)');
  await server.sql('grant all on insert_rows_sample to vereinsportal');
});
afterAll(() => server.close());

const insert = (rows: (typeof sample.$inferInsert)[], known?: 'skipped') =>
  server.database.write(everyClub, ({ tx }) => insertRows(tx, sample, rows, known));

test('JSON is read back as it was given, also an empty list; a value that one row lacks is null', async () => {
  await insert([{ name: 'none', list: [] }, { name: 'some', list: [{ name: 'a.pdf' }, 'text', 1] }, { name: 'nothing' }]);
  const rows = await server.sql("select name, list from insert_rows_sample where name in ('none', 'some', 'nothing') order by name");
  expect(rows).toEqual([
    { name: 'none', list: [] },
    { name: 'nothing', list: null },
    { name: 'some', list: [{ name: 'a.pdf' }, 'text', 1] },
  ]);
});

test('an encrypted field of a JSON column is stored encrypted, and read back in clear', async () => {
  const iban = 'DE02120300000000202051';
  await insert([{ name: 'sealed', changes: { iban, city: 'Auenfeld' } }]);
  const [stored] = await server.sql<{ changes: { iban: string; city: string } }>(
    "select changes from insert_rows_sample where name = 'sealed'",
  );
  expect(stored?.changes.city).toBe('Auenfeld');
  expect(stored?.changes.iban).not.toContain(iban);
  expect(sample.changes.mapFromDriverValue(stored?.changes)).toEqual({ iban, city: 'Auenfeld' });
});

test('a row that is there already is refused, or skipped and not counted', async () => {
  const name = randomUUID();
  expect(await insert([{ name }])).toBe(1);
  await expect(insert([{ name }])).rejects.toThrow();
  expect(await insert([{ name }, { name: randomUUID() }], 'skipped')).toBe(1);
});
