import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '#test/harness.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { inAllClubs, everyClub } from './database.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const ofClub = (club: 'RWA' | 'SCB') => ({
  id: randomUUID(),
  club,
  email: `${randomUUID()}@example.org`,
  createdAt: new Date(),
  updatedAt: new Date(),
});

test('the server works as a role that owns nothing and bypasses nothing', async () => {
  const { rows } = await server.database.pool.query(
    'select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user',
  );
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false }]);
  for (const statement of [
    'create table mine (id int)',
    'drop table app_user',
    'alter table app_user disable row level security',
    'drop policy app_user_scope on app_user',
  ]) {
    await expect(server.database.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  }
});

test('without a scope there are no people, before and after one was set', async () => {
  const count = async () => (await server.database.pool.query('select 1 from app_user')).rowCount;
  expect(await count()).toBe(0);
  const seen = await Promise.all(Array.from({ length: 8 }, () => server.database.read({ club: 'RWA' }, (tx) => tx.select().from(appUser))));
  for (const rows of seen) expect(new Set(rows.map(({ club }) => club))).toEqual(new Set(['RWA']));
  for (let i = 0; i < 8; i++) expect(await count()).toBe(0);
});

test('within the scope of a club another club is neither read nor written', async () => {
  const scope = { club: 'SCB' };
  const foreign = await server.database.read(everyClub, (tx) =>
    tx
      .select()
      .from(appUser)
      .where(sql`club = 'RWA'`),
  );
  expect(foreign).toHaveLength(5);
  await server.database.write(scope, async ({ tx }) => {
    expect(
      await tx
        .select()
        .from(appUser)
        .where(sql`club = 'RWA'`),
    ).toEqual([]);
    expect(
      await tx
        .update(appUser)
        .set({ firstname: 'X' })
        .where(sql`club = 'RWA'`)
        .returning(),
    ).toEqual([]);
    expect(
      await tx
        .delete(appUser)
        .where(sql`club = 'RWA'`)
        .returning(),
    ).toEqual([]);
  });
  for (const work of [
    () => server.database.write(scope, ({ tx }) => tx.insert(appUser).values(ofClub('RWA'))),
    () => server.database.write(scope, ({ tx }) => tx.update(appUser).set({ club: 'RWA' })),
  ]) {
    await expect(work()).rejects.toMatchObject({ cause: { code: '42501' } });
  }
  await server.database.write(scope, ({ tx }) => tx.insert(appUser).values(ofClub('SCB')));
  expect(await server.sql('select club, count(*)::int from app_user group by club order by club')).toEqual([
    { club: 'GSV', count: 5 },
    { club: 'RWA', count: 5 },
    { club: 'SCB', count: 6 },
  ]);
});

test('a wider scope ends with its query', async () => {
  await server.database.read({ club: 'SCB' }, async (tx) => {
    const all = await inAllClubs(tx, () => tx.select().from(appUser));
    expect(new Set(all.map(({ club }) => club)).size).toBe(3);
    expect(new Set((await tx.select().from(appUser)).map(({ club }) => club))).toEqual(new Set(['SCB']));
  });
});

test('a reading transaction writes nothing', async () => {
  await expect(server.database.read(everyClub, (tx) => tx.delete(appUser))).rejects.toMatchObject({ cause: { code: '25006' } });
});

test('a failed write leaves neither rows nor audit entries nor notices', async () => {
  const state =
    'select (select count(*) from app_user) as users, (select count(*) from audit) as audits, (select count(*) from notice) as notices';
  const before = await server.sql(state);
  const failing = server.database.write(everyClub, async ({ tx, audit, changed }) => {
    await tx.insert(appUser).values(ofClub('RWA'));
    audit('users.create', { club: 'RWA', by: { name: 'X' } }, 'X');
    changed({ collection: 'users', club: 'RWA' });
    throw new Error('on purpose');
  });
  await expect(failing).rejects.toThrow('on purpose');
  expect(await server.sql(state)).toEqual(before);
});
