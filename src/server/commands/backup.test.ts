import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { backup, endWithTests, filesOf, filledProduct, ledger, newDatabase, password, restore, without } from '#test/backups.ts';
import { contentsOf } from '#test/contents.ts';
import { dataKey } from '#test/dataKey.ts';
import { runCommandLine } from '#test/processes.ts';
import { backupJob } from '#server/office/backup/schedule.ts';
import { finishRestore } from '#server/office/backup/stagedFiles.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { openLog } from '#server/platform/database/open.ts';
import { readSettings } from '#server/platform/process/settings.ts';

endWithTests();
afterEach(() => void vi.unstubAllEnvs());

test('after a backup, a total loss and a restore, every row and every file is as before', async () => {
  const { database, data, file } = await filledProduct();
  const before = await contentsOf(database.sql);
  const filesBefore = filesOf(data);
  expect(await backup(database, data, file)).toMatchObject({ code: 0, errors: '' });
  await database.drop();
  fs.rmSync(data, { recursive: true });

  const other = await newDatabase();
  const answer = await restore(other, data, file);
  expect(answer).toMatchObject({ code: 0, errors: '' });
  const after = await contentsOf(other.sql);
  expect(Object.keys(before).length).toBeGreaterThan(20);
  expect(without(after, ledger)).toEqual(without(before, ledger));
  const entries = await other.sql<{ content: string }>('select content from audit order by id');
  expect(entries.map(({ content }) => content.replace(/ \(.*/, ''))).toEqual(['Demonstrationsdaten angelegt', 'Sicherung eingespielt']);
  expect(filesOf(data)).toEqual(filesBefore);
  expect(await runCommandLine('audit', [], { DATABASE_URL: other.url(), DATA_DIR: data })).toMatchObject({ code: 0 });
  // Sequences continue.
  await other.sql("insert into outbox_mail (kind, club, recipient, subject, body) values ('notice', 'RWA', 'b@x.test', 's', 'b')");
});

test('a backup without a name goes into the default folder, where the newest ones are kept', async () => {
  const { database, data } = await filledProduct();
  const folder = path.join(data, 'nights');
  const env = { DATABASE_URL: database.url(), DATA_DIR: data, BACKUP_PASSWORD: password, BACKUP_TO: folder, BACKUP_KEEP: '2' };
  fs.mkdirSync(folder);
  const others = ['von-hand.sicherung', 'nachts-2026-01-01-0230.sicherung', 'nachts-2026-01-02-0230.sicherung'];
  for (const name of [...others, 'nachts-2026-01-03-0230.sicherung.part']) fs.writeFileSync(path.join(folder, name), '');
  const answer = await runCommandLine('backup', [], env);
  expect(answer).toMatchObject({ code: 0, errors: '' });
  expect(answer.output).toContain('1 ältere gelöscht');
  expect(fs.readdirSync(folder).sort()).toEqual([others[2], expect.stringMatching(/^nachts-2\d{3}-/), others[0]]);
  // By hand, and then by the system's timer within the same minute.
  expect(await runCommandLine('backup', [], env)).toMatchObject({ code: 0, errors: '' });
});

test('the job makes one backup after each planned time, catches up a missed night, and reports a failure as its error', async () => {
  const { database, data } = await filledProduct();
  const folder = path.join(data, 'nights');
  fs.mkdirSync(folder);
  const env = { DATABASE_URL: database.url(), DATA_DIR: data, BACKUP_PASSWORD: password, BACKUP_TO: folder, DATA_KEY: dataKey };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const settings = readSettings({ ...env, BACKUP_AT: '02:30' });
  const keep = openDatabase({ host: database.host, database: database.name }, { user: 'vereinsportal', connections: 2 });
  const job = backupJob({ settings, database: keep, log: openLog({ LOG_LEVEL: 'silent' }) });
  expect(job).toMatchObject({ name: 'backup', cron: '30 * * * *' });
  await job?.work();
  const [first = ''] = fs.readdirSync(folder);
  await job?.work();
  expect(fs.readdirSync(folder)).toEqual([first]);
  await database.sql("update system_value set value = (now() - interval '1 day')::text where name = 'backup.last'");
  fs.renameSync(path.join(folder, first), path.join(folder, 'older'));
  await job?.work();
  expect(fs.readdirSync(folder)).toHaveLength(2);
  await database.sql("update system_value set value = (now() - interval '1 day')::text where name = 'backup.last'");
  vi.stubEnv('BACKUP_TO', '/proc/nowhere');
  await expect(job?.work()).rejects.toThrow(/backup ended with 1: .*nowhere/);
  await keep.close();
  expect(backupJob({ settings: readSettings(env), database: keep, log: openLog({ LOG_LEVEL: 'silent' }) })).toBeUndefined();
});

test('a restore killed between its commit and its files is completed by the next start, at whatever step it was', async () => {
  const { database, data, file } = await filledProduct();
  const before = filesOf(data);
  expect(await backup(database, data, file)).toMatchObject({ code: 0, errors: '' });
  const folder = path.join(data, 'files');
  const orm = openDatabase({ host: database.host, database: database.name }, { user: 'vereinsportal', connections: 2 });
  const stage = (place: string) => {
    fs.cpSync(folder, `${folder}.copy`, { recursive: true });
    fs.renameSync(`${folder}.copy`, path.join(folder, place));
  };
  const move = (place: string) => {
    const [first = '', ...others] = fs.readdirSync(folder);
    fs.mkdirSync(path.join(folder, place));
    expect([first, ...others]).not.toContain('');
    for (const name of others.length > 0 ? others : [first]) fs.renameSync(path.join(folder, name), path.join(folder, place, name));
  };
  const steps: (() => void)[] = [
    // The stages: not started; started, with the old files partly moved; old files moved, new ones partly in place; all but the last step.
    () => (stage('.restored'), fs.writeFileSync(path.join(folder, 'stale'), 'x')),
    () => (
      stage('.restored'),
      fs.mkdirSync(path.join(folder, '.replaced')),
      fs.writeFileSync(path.join(folder, '.replaced', 'stale'), 'x')
    ),
    () => (move('.taking'), fs.mkdirSync(path.join(folder, '.replaced'))),
    () => fs.mkdirSync(path.join(folder, '.replaced')),
  ];
  for (const step of steps) {
    step();
    await database.sql("insert into system_value values ('restore.files', 'staged')");
    expect(await finishRestore(orm, folder)).toBe(true);
    expect(filesOf(data)).toEqual(before);
    expect(fs.readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
    expect(await finishRestore(orm, folder)).toBe(false);
  }
  await orm.close();
});

test('a folder for files in which nobody can write, e.g. that of another machine, is refused with one sentence, and nothing changes', async () => {
  const { database, data, file } = await filledProduct();
  await backup(database, data, file);
  const before = await contentsOf(database.sql);
  const env = { DATABASE_URL: database.url(), DATA_DIR: data, BACKUP_PASSWORD: password, FILES_DIR: file };
  const answer = await runCommandLine('restore', [file, '--yes'], env);
  expect(answer).toMatchObject({ code: 1, errors: expect.stringMatching(/^Im Ordner der Dateien .* FILES_DIR.*\n$/) });
  expect(await contentsOf(database.sql)).toEqual(before);
});

test('a missing folder of backups, e.g. an unmounted disk, is an error, and is not created', async () => {
  const { database, data } = await filledProduct();
  const folder = path.join(data, 'share', 'nightly');
  fs.mkdirSync(path.dirname(folder));
  const env = { DATABASE_URL: database.url(), DATA_DIR: data, BACKUP_PASSWORD: password, BACKUP_TO: folder };
  expect(await runCommandLine('backup', [], env)).toMatchObject({ code: 1, errors: expect.stringContaining('nightly') });
  expect(fs.existsSync(folder)).toBe(false);
});

test('a wrong password or a truncated, altered or foreign file is refused with one sentence, and nothing changes', async () => {
  const { database, data, file } = await filledProduct();
  await backup(database, data, file);
  await database.sql("update club set slogan = 'nach der Sicherung'");
  const before = await contentsOf(database.sql);
  const bytes = fs.readFileSync(file);
  const altered = Buffer.from(bytes);
  altered.writeUInt8(altered.readUInt8(bytes.length - 40) ^ 1, bytes.length - 40);
  const cases: [Buffer, string, RegExp][] = [
    [bytes, 'ein anderes langes Passwort', /^Das Passwort passt nicht/],
    [bytes.subarray(0, bytes.length - 1), password, /beschädigt oder unvollständig/],
    [bytes.subarray(0, 60), password, /beschädigt oder unvollständig/],
    [Buffer.concat([bytes, Buffer.from('x')]), password, /beschädigt oder unvollständig/],
    [altered, password, /beschädigt|verändert/],
    [randomBytes(1000), password, /keine Sicherung/],
  ];
  const spoilt = path.join(data, 'spoilt');
  for (const [content, secret, sentence] of cases) {
    fs.writeFileSync(spoilt, content);
    const answer = await restore(database, data, spoilt, secret);
    expect(answer.errors).toMatch(sentence);
    expect(answer.errors.trim().split('\n')).toHaveLength(1);
    expect(answer.code).toBe(1);
  }
  expect(await contentsOf(database.sql)).toEqual(before);
});

test('a backup names the key that it does not contain; without that key the restore ends with one sentence, and nothing changes', async () => {
  const { database, data, file } = await filledProduct();
  const saved = await backup(database, data, file);
  const id = /\(Schlüssel ([0-9a-f]{8})\)/.exec(saved.output)?.[1] ?? 'none named';
  const before = await contentsOf(database.sql);
  const env = {
    DATABASE_URL: database.url(),
    DATA_DIR: data,
    BACKUP_PASSWORD: password,
    DATA_KEY: 'ein anderer Schlüssel als der der Sicherung',
  };
  const answer = await runCommandLine('restore', [file, '--yes'], env);
  expect(answer.code).toBe(1);
  expect(answer.errors).toMatch(new RegExp(`^Die Sicherung enthält Angaben, die mit dem Schlüssel ${id} verschlüsselt sind; `));
  expect(answer.errors.trim().split('\n')).toHaveLength(1);
  expect(await contentsOf(database.sql)).toEqual(before);
});

test('a restore signs everybody out, whatever the secret of sessions is from now on, and resends no pending mails', async () => {
  const { database, data, file } = await filledProduct();
  await database.sql("insert into system_value (name, value) values ('auth.fingerprint', 'of the machine before')");
  await database.sql(
    `insert into auth_session (id, token, user_id, expires_at, created_at, updated_at)
       select gen_random_uuid(), 'stolen', id, now() + interval '7 days', now(), now() from app_user limit 1`,
  );
  await database.sql("insert into outbox_mail (kind, club, recipient, subject, body) values ('notice', 'RWA', 'b@x.test', 's', 'b')");
  await backup(database, data, file);
  const answer = await restore(database, data, file);
  expect(answer).toMatchObject({ code: 0, errors: '' });
  expect(answer.output).toMatch(/Beendete Sitzungen: 1,.*Angehaltene Mails, die damals warteten: 1,/);
  expect(await database.sql('select 1 from auth_session')).toEqual([]);
  // So that the first start on another machine does not warn of a second process with another secret.
  expect(await database.sql("select 1 from system_value where name = 'auth.fingerprint'")).toEqual([]);
  const mails = await database.sql("select recipient, state from outbox_mail where recipient like '_@x.test' order by id");
  expect(mails).toEqual([
    { recipient: 'a@x.test', state: 'sent' },
    { recipient: 'b@x.test', state: 'held' },
  ]);
});

test('a backup never overwrites an older one, nor a restore a database in use or without confirmation', async () => {
  const { database, data, file } = await filledProduct();
  await backup(database, data, file);
  expect((await backup(database, data, file)).errors).toMatch(/gibt es schon/);
  const env = { DATABASE_URL: database.url(), DATA_DIR: data, BACKUP_PASSWORD: password };
  expect((await runCommandLine('restore', [file], env)).errors).toMatch(/--yes/);
  const server = openDatabase({ host: database.host, database: database.name }, { user: 'vereinsportal', connections: 2 });
  await server.pool.query('select 1');
  expect((await restore(database, data, file)).errors).toMatch(/zuerst den Server beenden/);
  await server.close();
});
