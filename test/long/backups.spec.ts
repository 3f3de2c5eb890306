import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { deleteAccount } from '../../src/server/accounts/sessions/service.ts';
import { listFiles } from '../../src/server/office/backup/save.ts';
import { everyClub, openDatabase } from '../../src/server/platform/database/database.ts';
import { appendErasures } from '../../src/server/platform/database/erasures.ts';
import { backup, endWithTests, filesOf, filledProduct, ledger, newDatabase, newFolder, password, restore, without } from '../backups.ts';
import { contentsOf } from '../contents.ts';
import { dataKey } from '../dataKey.ts';
import { runCommandLine, type OwnDatabase } from '../processes.ts';

endWithTests();

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

test("a practice restore uses an empty folder with a database of its own and leaves the service's data, files and copies alone", async () => {
  const { database, data, file } = await filledProduct();
  expect(await backup(database, data, file)).toMatchObject({ code: 0, errors: '' });
  const [files, rows] = [filesOf(data), await contentsOf(database.sql)];
  const practice = newFolder();
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

async function accounts({ sql }: OwnDatabase): Promise<{ app: number; auth: number; erased: number } | undefined> {
  const [row] = await sql<{ app: number; auth: number; erased: number }>(`select
    (select count(*)::int from app_user) as app, (select count(*)::int from auth_user) as auth,
    (select count(*)::int from erasure where id not in (select id::text from app_user) and erased_at > now() - interval '1 hour') - 1 as erased`);
  return row;
}
