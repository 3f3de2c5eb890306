import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { contentsOf } from '#test/contents.ts';
import { dataKey } from '#test/dataKey.ts';
import { makeDatabase, runCommandLine, temporaryFolder, type OwnDatabase } from '#test/processes.ts';
import { listFiles } from '#server/office/backup/save.ts';
import { backupJob } from '#server/office/backup/schedule.ts';
import { finishRestore } from '#server/office/backup/stagedFiles.ts';
import { deleteAccount } from '#server/accounts/sessions/service.ts';
import { everyClub, openDatabase } from '#server/platform/database/database.ts';
import { appendErasures } from '#server/platform/database/erasures.ts';
import { openLog } from '#server/platform/database/open.ts';
import { readSettings } from '#server/platform/process/settings.ts';

const password = 'Sicherung-mit-langem-Passwort';
/** The restore itself is logged and announced, so these tables have one more entry. */
const ledger = ['public.audit', 'public.audit_head', 'public.notice', 'public.notice_id_seq', 'public.collection_version'];
const databases: OwnDatabase[] = [];
const folders: string[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const database of databases.splice(0)) await database.drop();
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

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

test("a backup counts rows correctly if the end of a table's data is split over two chunks", async () => {
  const { database, data, file } = await filledProduct();
  const line = await openTornLine(database);
  expect(await runCommandLine('backup', [file], { DATABASE_URL: line.url, DATA_DIR: data, BACKUP_PASSWORD: password })).toMatchObject({
    code: 0,
    errors: '',
  });
  line.close();
  expect(line.torn()).toBeGreaterThan(50);
  expect(await restore(await newDatabase(), data, file)).toMatchObject({ code: 0, errors: '' });
});

test('with an S3 store the backup says that the bytes of files are not included, and what to do', async () => {
  const { database, data, file } = await filledProduct();
  const store = { S3_ENDPOINT: 'http://127.0.0.1:9', S3_BUCKET: 'verein', S3_KEY: 'k', S3_SECRET: 's' };
  const env = { DATABASE_URL: database.url(), DATA_DIR: data, BACKUP_PASSWORD: password };
  const told = await runCommandLine('backup', [file], { ...env, ...store });
  expect(told).toMatchObject({ code: 0, errors: '' });
  expect(told.output).toMatch(/Bucket verein\) und ist nicht in dieser Sicherung/);
  expect((await runCommandLine('backup', [`${file}.2`], env)).output).not.toContain('Bucket');
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

test("a practice restore uses an empty folder with a database of its own and leaves the service's data, files and copies alone", async () => {
  const { database, data, file } = await filledProduct();
  expect(await backup(database, data, file)).toMatchObject({ code: 0, errors: '' });
  const [files, rows] = [filesOf(data), await contentsOf(database.sql)];
  const practice = temporaryFolder();
  folders.push(practice);
  // As on a separate disk.
  fs.mkdirSync(path.join(practice, 'lost+found'));
  const service = {
    DATABASE_URL: database.url(),
    DATA_DIR: data,
    FILES_DIR: path.join(data, 'files'),
    BACKUP_PASSWORD: password,
    DATA_KEY: dataKey,
  };
  const told = await runCommandLine('restore', [file, '--to', practice], service);
  expect(told).toMatchObject({ code: 0, errors: '' });
  expect(listFiles(path.join(practice, 'files'))).toEqual(listFiles(path.join(data, 'files')));
  expect([filesOf(data), await contentsOf(database.sql)]).toEqual([files, rows]);
  const again = await runCommandLine('restore', [file, '--to', practice], service);
  expect(again).toMatchObject({ code: 1, errors: expect.stringContaining('leeren Ordner') });
});

test('a restore writes files into a folder that is a mount point, and nothing of the previous content remains', async () => {
  const { database, data, file } = await filledProduct();
  expect(await backup(database, data, file)).toMatchObject({ code: 0, errors: '' });
  const before = filesOf(data);
  const folder = path.join(data, 'files');
  // As with a mounted disk: the folder itself is kept.
  const { ino } = fs.statSync(folder);
  fs.writeFileSync(path.join(folder, 'later'), 'x');
  fs.mkdirSync(path.join(folder, 'lost+found'));
  fs.writeFileSync(path.join(folder, 'lost+found', 'piece'), 'of the disk');
  expect(await restore(database, data, file)).toMatchObject({ code: 0, errors: '' });
  expect([filesOf(data), fs.statSync(folder).ino]).toEqual([before, ino]);
  expect(fs.readdirSync(folder)).toContain('lost+found');
  // Files of the disk itself are not backed up; that folder is accessible to root only.
  expect(listFiles(folder).filter((one) => one.includes('piece'))).toEqual([]);
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

test('a person erased after the backup stays erased, by the log in the data folder as well as by the present database', async () => {
  const { database, data, file } = await filledProduct();
  await backup(database, data, file);
  const [user] = await database.sql<{ id: string; club: string }>("select id, club from app_user where email = 'reader@scb.test'");
  if (!user) throw new Error('no user');
  const keep = openDatabase(
    { host: database.host, database: database.name },
    { user: 'vereinsportal', connections: 2, keepErasures: (rows) => appendErasures(data, rows) },
  );
  await keep.write(everyClub, (write) => deleteAccount(write, user));
  await keep.close();

  const other = await newDatabase();
  expect(await restore(other, data, file)).toMatchObject({ code: 0, errors: '' });
  expect(await accounts(other)).toEqual({ app: 14, auth: 14, erased: 1 });

  fs.rmSync(path.join(data, 'erasures.log'));
  expect(await restore(database, data, file)).toMatchObject({ code: 0, errors: '' });
  expect(await accounts(database)).toEqual({ app: 14, auth: 14, erased: 1 });
  expect(fs.readFileSync(path.join(data, 'erasures.log'), 'utf8')).toContain(user.id);
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

test('an owner without special rights, subject to row-level security, can back up and restore as well', async () => {
  const role = `owner_${randomBytes(6).toString('hex')}`;
  await (await newDatabase()).sql(`create role ${role} login`);
  const { database, data, file } = await filledProduct(role);
  const before = await contentsOf(database.sql);
  expect(before['public.app_user']).not.toBeNull();
  expect(await backup(database, data, file, role)).toMatchObject({ code: 0, errors: '' });
  expect(await restore(database, data, file, password, role)).toMatchObject({ code: 0, errors: '' });
  expect(without(await contentsOf(database.sql), ledger)).toEqual(without(before, ledger));
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

/** An installation with the demo data, rows that are difficult to copy, and files. */
async function filledProduct(owner?: string): Promise<{ database: OwnDatabase; data: string; file: string }> {
  const database = await newDatabase(owner ? { owner, content: 'bare' } : { content: 'demonstration' });
  const data = temporaryFolder();
  folders.push(data);
  if (owner) {
    const filled = await runCommandLine('demo', [], { DATABASE_URL: database.url(owner), DATA_DIR: data });
    expect(filled).toMatchObject({ code: 0, errors: '' });
  }
  const odd = 'Zeile\tmit\\N \\. "Zeichen";\r\nÄ € 🏑 \\';
  await database.sql(
    "insert into outbox_mail (kind, club, recipient, subject, body, state) values ('notice', 'RWA', 'a@x.test', $1, '', 'sent')",
    [odd],
  );
  await database.sql("insert into idempotency_key (owner, key, request_hash, answer, created_at) values ('x', 'k', 'h', $1, now())", [
    JSON.stringify({ odd, list: [1, null] }),
  ]);
  await database.sql("insert into erasure values ('user', gen_random_uuid()::text, now())");
  for (const [name, bytes] of [
    ['rwa/bild.jpg', randomBytes(700_000)],
    ['leer', Buffer.alloc(0)],
    ['Ä/ö ü.txt', Buffer.from(odd)],
  ] as const) {
    const target = path.join(data, 'files', name);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, bytes);
  }
  const shelf = temporaryFolder();
  folders.push(shelf);
  return { database, data, file: path.join(shelf, 'sicherung') };
}

/** A proxy to a database that delays the message between the end of a table's rows and their count. */
async function openTornLine({ host, name }: OwnDatabase): Promise<{ url: string; torn(): number; close(): void }> {
  let torn = 0;
  // CopyDone, and the first byte of CommandComplete (PostgreSQL's protocol, message formats).
  const seam = Buffer.from([0x63, 0, 0, 0, 4, 0x43]);
  const server = net.createServer((near) => {
    const far = net.connect(path.join(host, '.s.PGSQL.5432'));
    let passing = Promise.resolve();
    const pass = async (chunk: Buffer) => {
      const at = chunk.indexOf(seam);
      if (at < 0) return void near.write(chunk);
      torn++;
      near.write(chunk.subarray(0, at + 5));
      await setTimeout(10);
      near.write(chunk.subarray(at + 5));
    };
    far.on('data', (chunk: Buffer) => (passing = passing.then(() => pass(chunk))));
    near.on('data', (chunk: Buffer) => far.write(chunk));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `postgres://postgres@127.0.0.1:${port}/${name}`, torn: () => torn, close: () => void server.close() };
}

async function newDatabase(options: Parameters<typeof makeDatabase>[0] = {}): Promise<OwnDatabase> {
  const database = await makeDatabase(options);
  databases.push(database);
  return database;
}

function backup(database: OwnDatabase, data: string, file: string, user?: string) {
  return runCommandLine('backup', [file], { DATABASE_URL: database.url(user), DATA_DIR: data, BACKUP_PASSWORD: password });
}

function restore(database: OwnDatabase, data: string, file: string, secret = password, user?: string) {
  return runCommandLine('restore', [file, '--yes'], { DATABASE_URL: database.url(user), DATA_DIR: data, BACKUP_PASSWORD: secret });
}

function without<T>(all: { [name: string]: T }, names: string[]): { [name: string]: T } {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)));
}

async function accounts({ sql }: OwnDatabase): Promise<{ app: number; auth: number; erased: number } | undefined> {
  const [row] = await sql<{ app: number; auth: number; erased: number }>(`select
    (select count(*)::int from app_user) as app, (select count(*)::int from auth_user) as auth,
    (select count(*)::int from erasure where id not in (select id::text from app_user) and erased_at > now() - interval '1 hour') - 1 as erased`);
  return row;
}

function filesOf(data: string): { [file: string]: string } {
  const folder = path.join(data, 'files');
  const md5 = (file: string) =>
    createHash('md5')
      .update(fs.readFileSync(path.join(folder, file)))
      .digest('hex');
  return Object.fromEntries(listFiles(folder).map((file) => [file, md5(file)]));
}
