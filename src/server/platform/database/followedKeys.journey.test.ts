import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test('every foreign key except clubs has an index for deleting the referenced row', async () => {
  // The index may be partial, without the rows whose key is null: no lookup needs those.
  const missing = await server.sql<{ name: string }>(
    `select c.conname as name from pg_constraint c
     where c.contype = 'f' and c.conparentid = 0 and c.connamespace = 'public'::regnamespace and c.confrelid <> 'club'::regclass
       and not exists (select 1 from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
         where i.indrelid = c.conrelid and i.indkey[0] = any (c.conkey)
           and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)'))
     order by 1`,
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
  const [{ count } = { count: 0 }] = await server.sql<{ count: number }>(
    "select count(*)::int as count from pg_constraint where contype = 'f'",
  );
  expect(count).toBeGreaterThan(200);
});

test.each([
  ['facility', 'public_detail'],
  ['facility', 'kind'],
  ['course', 'visibility'],
  ['course', 'registration'],
  ['course_price', 'per'],
  ['course_trainer', 'role'],
])('%s.%s accepts no value unknown to its pages', async (table, column) => {
  await expect(server.sql(`update ${table} set ${column} = 'sonstwas'`)).rejects.toThrow(/check constraint/);
});
