import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../src/server/platform/database/embedded/embeddedPostgres.ts';
import { Client } from '../harness.ts';
import { eventually, runCommandLine } from '../processes.ts';
import { endWithTests, expectRefusal, newDatabase, newFolder, postgresOf, start, stop, usedFolder } from '../starts.ts';

endWithTests();

const isRoot = process.getuid?.() === 0;

test('demonstration data are refused by whatever setting others can reach the server, until their password is no known one or they are gone', async () => {
  const data = newFolder();
  await expectRefusal({ DATA_DIR: data, HOST: '0.0.0.0' }, /DEMO_PASSWORD/);
  await expectRefusal({ DATA_DIR: data, TRUSTED_PROXIES: '127.0.0.1' }, /DEMO_PASSWORD/);
  await expectRefusal({ DATA_DIR: data, CLUB_HOSTS_RWA: 'www.rot-weiss.example' }, /DEMO_PASSWORD/);
  for (const DEMO_PASSWORD of ['geheim', 'Probetraining-2026', 'RWA-SCB-GSV'])
    await expectRefusal({ DATA_DIR: data, HOST: '0.0.0.0', DEMO_PASSWORD }, /eigenes DEMO_PASSWORD/);
  expect(postgresOf(data)).toBeUndefined();
  const used = await usedFolder();
  await expectRefusal({ DATA_DIR: used, HOST: '0.0.0.0', DEMO: 'off' }, /demo -- --clear/);
  expect(await runCommandLine('demo', ['--clear', '--yes'], { DATA_DIR: used })).toMatchObject({ code: 0, errors: '' });
  const real = await start({ DATA_DIR: used, HOST: '0.0.0.0' });
  expect(real.output()).not.toContain('Passwort');
});
test.runIf(isRoot)('a user without rights runs the server as well, but not in the folder of another', async () => {
  const nobody = 65_534;
  const data = newFolder();
  fs.chmodSync(data, 0o755);
  await expectRefusal({ DATA_DIR: data }, /kann dieser Benutzer nicht schreiben/, nobody);
  fs.chownSync(data, nobody, nobody);
  const server = await start({ DATA_DIR: data }, nobody);
  expect((await new Client(server.port, 'localhost').signIn('super@gsv.test')).status).toBe(200);
  expect(await stop(server)).toMatchObject({ code: 0, errors: '' });
});

test.runIf(isRoot)('a user whom the system does not know by name is told so, with what to do', async () => {
  const unknown = 54_321;
  const data = newFolder();
  fs.chownSync(data, unknown, unknown);
  await expectRefusal(
    { DATA_DIR: data },
    /Den Benutzer mit der Nummer 54321 kennt dieser Rechner nicht mit Namen\. Bitte .*useradd/,
    unknown,
  );
});

test('a PostgreSQL that is dead, or one of another folder, holds no data folder', async () => {
  const data = await usedFolder();
  const program = path.join(newFolder(), 'postgres');
  fs.copyFileSync('/bin/sleep', program);
  fs.chmodSync(program, 0o755);
  const held = (pid: string) =>
    fs.writeFileSync(path.join(data, 'postgres/postmaster.pid'), `${pid}\n${data}/postgres\n1\n5432\n/tmp\n\n\nready\n`);
  // The first process is not reaped and remains as a zombie; the second is running.
  const parent = spawn('sh', ['-c', `'${program}' 0.5 & echo $!; '${program}' 120 & echo $!; exec sleep 120`], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  parent.stdout.on('data', (text: Buffer) => (said += text.toString()));
  const [dead = '', other = ''] = await eventually(() => /^(\d+)\n(\d+)\n/.exec(said)?.slice(1));
  try {
    await eventually(() => fs.readFileSync(`/proc/${dead}/stat`, 'utf8').includes(' Z '));
    for (const pid of [dead, other]) {
      held(pid);
      const server = await start({ DATA_DIR: data });
      expect(await stop(server)).toMatchObject({ code: 0, errors: '' });
    }
  } finally {
    process.kill(Number(other));
    parent.kill();
  }
});

test('two first starts at once on one database fill the demonstration once', async () => {
  const env = { DATABASE_URL: (await newDatabase()).url(), DEMO: 'on' };
  const both = await Promise.all([start(env), start(env)]);
  for (const { port } of both) expect((await new Client(port, 'localhost').signIn('super@gsv.test')).status).toBe(200);
});

test('a database in another encoding than UTF8 is refused', async () => {
  const database = await newDatabase();
  const name = `${database.name}_ascii`;
  await database.sql(`create database ${name} encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`);
  await expectRefusal({ DATABASE_URL: database.url().replace(database.name, name) }, /Zeichenkodierung SQL_ASCII, gebraucht wird UTF8/);
  await database.sql(`drop database ${name} with (force)`);
});

test('a database that sorts umlauts behind z is told at the start, and served', async () => {
  const database = await newDatabase();
  const name = `${database.name}_c`;
  await database.sql(`create database ${name} encoding 'UTF8' locale_provider libc locale 'C' template template0`);
  const server = await start({ DATABASE_URL: database.url().replace(database.name, name) });
  expect((await stop(server)).errors).toMatch(/^Die Datenbank sortiert Umlaute falsch \(Locale C\): Bitte mit locale_provider icu.*\n$/);
  await database.sql(`drop database ${name} with (force)`);
});

test('a command beside a server that is still starting waits for its database and for the tables', async () => {
  const data = newFolder();
  const starting = await startEmbeddedPostgres(data);
  try {
    const file = path.join(data, 'postgres/postmaster.pid');
    const ready = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, ready.replace(starting.connection.host, '/nowhere').replace('ready   ', 'starting'));
    const command = runCommandLine('audit', [], { DATA_DIR: data });
    await new Promise((resolve) => setTimeout(resolve, 2500));
    fs.writeFileSync(file, ready);
    expect(await command).toMatchObject({ code: 0, errors: '' });
  } finally {
    await starting.stop();
  }
});

test('with a migrator of its own, the server works as a user who can change neither tables nor the audit log', async () => {
  const [owner, app] = [`owner_${randomBytes(6).toString('hex')}`, `app_${randomBytes(6).toString('hex')}`];
  await (await newDatabase()).sql(`create role ${owner} login; create role ${app} login`);
  const database = await newDatabase({ content: 'bare', owner });
  const env = { DATABASE_MIGRATOR_URL: database.url(owner), DATABASE_URL: database.url(app), DEMO: 'on' };
  const server = await start(env);
  const client = new Client(server.port, 'rwa.localhost');
  await client.signIn('admin@rwa.test');
  expect((await client.send('PATCH', '/api/profile', { firstname: 'Anton', lastname: 'Neu' })).status).toBe(200);
  for (const statement of [
    'create table own (id int)',
    'alter table club add column own int',
    'drop table audit',
    "update audit set content = 'x'",
    'delete from audit',
    'truncate audit',
    'delete from erasure',
    'alter table app_user disable row level security',
    `insert into audit select * from audit limit 1`,
  ])
    await expect(database.sqlAs(app, statement), statement).rejects.toMatchObject({ code: '42501' });
  expect(await database.sqlAs(app, 'select count(*)::int as rows from app_user')).toEqual([{ rows: 0 }]);
  expect(await runCommandLine('audit', [], env)).toMatchObject({ code: 0, errors: '' });
});
