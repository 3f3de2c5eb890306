import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { programVersion, projectRoot } from '../process/root.ts';
import { makeDatabase, runCommandLine, temporaryFolder, type OwnDatabase } from '#test/processes.ts';
import { stepsIn } from './newerSteps.ts';

let database: OwnDatabase;
const folder = temporaryFolder();
beforeAll(async () => {
  database = await makeDatabase();
});
afterAll(async () => {
  await database.drop();
  fs.rmSync(folder, { recursive: true });
});

const run = () => runCommandLine('audit', [], { DATABASE_URL: database.url(), DATA_DIR: folder });

test('a database changed by a newer program is refused in one sentence, which names that program', async () => {
  await database.sql("insert into drizzle.__drizzle_migrations (hash, created_at, name) values ('later', 1, '29991231235959_later')");
  await database.sql("insert into drizzle.step_note values ('29991231235959_later', '9.9.9', false)");
  const refused = await run();
  expect(refused.errors).toMatch(/neuere Programmversion \(9\.9\.9\) mit einem Schritt geändert, den Version/);
  expect(refused.errors).toContain(`die mit ${programVersion} gemacht wurde`);
  expect([refused.code, refused.errors.trim().split('\n').length]).toEqual([1, 1]);
});

test('a migration compatible with the previous program does not prevent a start', async () => {
  await database.sql("update drizzle.step_note set is_compatible = true where name = '29991231235959_later'");
  expect(await run()).toMatchObject({ code: 0, errors: '' });
});

test('an unknown migration is refused', async () => {
  await database.sql("delete from drizzle.step_note where name = '29991231235959_later'");
  expect((await run()).errors).toMatch(/eine neuere Programmversion mit einem Schritt/);
});

test('a migration is compatible if its first line says so', () => {
  for (const [name, text] of [
    ['20300101000000_one', '-- compatible: a new table\ncreate table one (id int);'],
    ['20300102000000_two', 'drop table one;\n-- compatible'],
  ] as const) {
    fs.mkdirSync(path.join(folder, 'steps', name), { recursive: true });
    fs.writeFileSync(path.join(folder, 'steps', name, 'migration.sql'), text);
  }
  expect(stepsIn(path.join(folder, 'steps'))).toEqual([
    { name: '20300101000000_one', isCompatible: true },
    { name: '20300102000000_two', isCompatible: false },
  ]);
});

test('each migration says whether the previous program can continue with it, so that an update can be rolled back', () => {
  const migrations = path.join(projectRoot, 'src/server/db/migrations');
  const steps = fs.readdirSync(migrations).filter((name) => name > '20261123130000');
  expect(steps.length).toBeGreaterThan(2);
  const first = (name: string) => fs.readFileSync(path.join(migrations, name, 'migration.sql'), 'utf8').split('\n')[0] ?? '';
  expect(steps.filter((name) => !/^-- (compatible\b|incompatible: \S)/.test(first(name)))).toEqual([]);
});
