import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentsOf } from '#test/contents.ts';
import { query, runCommandLine, temporaryFolder, type Sql } from '#test/processes.ts';
import { nativeFolder, startPostgres } from '#server/platform/database/embedded/embeddedPostgres.ts';
import { projectRoot } from '#server/platform/process/root.ts';
import { finishSwap, majorOf, swapIn, upgradedFolder } from '#server/platform/database/embedded/majorVersion.ts';

/** One embedded database for all tests of this file; each test restores its state. */
const folder = temporaryFolder();
const data = path.join(folder, 'postgres');
const native = nativeFolder();
const run = (name: string, ...words: string[]) => runCommandLine(name, words, { DATA_DIR: folder });
const databases = () => fs.readdirSync(folder).filter((name) => name.startsWith('postgres'));

beforeAll(async () => {
  expect(await run('audit')).toMatchObject({ code: 0, errors: '' });
  await within(data, async (sql) => {
    await sql("insert into outbox_mail (kind, club, recipient, subject, body) values ('notice', 'RWA', 'a@x.test', $1, '')", [
      'Zeile\tmit\\N \\. "Zeichen";\r\nÄ € 🏑',
    ]);
    await sql("insert into erasure values ('user', gen_random_uuid()::text, now())");
  });
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

test('an upgrade copies every row, sequence and migration of the embedded database, and keeps the old data', async () => {
  const everything = (sql: Sql) => Promise.all([contentsOf(sql), sql('select * from drizzle.step_note order by name')]);
  const before = await within(data, everything);
  expect(Object.keys(before[0]).length).toBeGreaterThan(100);
  const kept = `${data}.${majorOf(native)}`;
  const said = new RegExp(`^PostgreSQL \\d+ -> \\d+: \\d+ Tabellen, \\d+ Zeilen\\. Die bisherigen Daten bleiben in ${kept}\\.\n$`);
  expect(await underAnUpdate('--from', native)).toEqual({ code: 0, output: expect.stringMatching(said) });
  expect(databases()).toEqual(['postgres', path.basename(kept)]);
  expect(await within(data, everything)).toEqual(before);
  expect(await run('audit')).toMatchObject({ code: 0, errors: '' });
  fs.rmSync(kept, { recursive: true });
});

test('data of another major version are refused at the start with one sentence that names the remedy, and so is an upgrade without the old program', async () => {
  const version = fs.readFileSync(path.join(data, 'PG_VERSION'));
  fs.writeFileSync(path.join(data, 'PG_VERSION'), '12\n');
  expect((await run('audit')).errors).toMatch(
    /^Die Datenbank in .* ist die von PostgreSQL 12, dieses Programm bringt \d+ mit: Bitte `npm run upgrade-database` ausführen/,
  );
  expect((await run('upgradeDatabase')).errors).toMatch(/^Ein Programm mit PostgreSQL 12 ist hier nicht eingerichtet: Bitte mit --from/);
  expect((await run('upgradeDatabase', '--from', folder)).errors).toMatch(/ist kein PostgreSQL 12\.\n$/);
  fs.writeFileSync(path.join(data, 'PG_VERSION'), version);
  expect((await run('upgradeDatabase')).output).toMatch(/^Die Datenbank ist schon die von PostgreSQL \d+\.\n$/);
  expect(databases()).toEqual(['postgres']);
});

test('a failed upgrade leaves the old data untouched', async () => {
  const rename = (from: string, to: string) =>
    within(data, (sql) => sql('update drizzle.__drizzle_migrations set name = $2 where name = $1', [from, to]));
  const [{ name } = { name: '' }] = await within(data, (sql) =>
    sql<{ name: string }>('select max(name) as name from drizzle.__drizzle_migrations'),
  );
  await rename(name, 'of_a_newer_program');
  const { code, errors } = await run('upgradeDatabase', '--from', native);
  expect([code, errors]).toEqual([1, expect.stringMatching(/^Die Datenbank hat eine neuere Programmversion/)]);
  expect(databases()).toEqual(['postgres']);
  await rename('of_a_newer_program', name);
});

test('a swap interrupted between its two steps is completed by the next start, and a partial upgrade is never used', () => {
  const place = path.join(temporaryFolder(), 'postgres');
  const make = (where: string, content: string) => {
    fs.mkdirSync(where);
    fs.writeFileSync(path.join(where, content), '');
  };
  make(place, 'old');
  make(upgradedFolder(place), 'half');
  finishSwap(place);
  expect(fs.readdirSync(place)).toEqual(['old']);
  fs.renameSync(place, `${place}.17`);
  finishSwap(place);
  expect(fs.existsSync(place)).toBe(false);
  fs.writeFileSync(path.join(upgradedFolder(place), 'upgraded'), '');
  finishSwap(place);
  expect(fs.readdirSync(place)).toEqual(['half']);
  make(upgradedFolder(place), 'new');
  swapIn(place, `${place}.17`);
  expect([fs.readdirSync(place), fs.readdirSync(`${place}.17`)]).toEqual([['new'], ['half']]);
});

/** Runs the upgrade as a child process of an update, with an IPC channel. */
async function underAnUpdate(...words: string[]) {
  const file = path.join(projectRoot, 'src/server/commands/upgradeDatabase.ts');
  const env = { PATH: process.env['PATH'], DATA_DIR: folder };
  const child = spawn(process.execPath, [file, ...words], { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  let output = '';
  child.stdout?.on('data', (text: Buffer) => (output += text.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

/** Queries a database that is not running, by starting it temporarily. */
async function within<T>(where: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const postgres = await startPostgres(native, where);
  try {
    return await work((text, values) => query({ ...postgres.connection, user: 'postgres' }, text, values));
  } finally {
    await postgres.stop();
  }
}
