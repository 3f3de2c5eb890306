import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBlobs, type BlobSettings } from '../../src/server/files/bytes/openBlobs.ts';
import { fetchBackup } from '../../src/server/office/backup/place.ts';
import { openShelf } from '../../src/server/office/backup/shelf.ts';
import { makeDatabase, runCommandLine, temporaryFolder, type OwnDatabase } from '../processes.ts';

/** Backups to an S3 server in this process, through the commands that an administrator uses. */
let s3: S3rver;
let store: { S3_ENDPOINT: string; S3_REGION: string; S3_KEY: string; S3_SECRET: string };
let database: OwnDatabase;
const [shelfFolder, data] = [temporaryFolder(), temporaryFolder()];
const password = 'Sicherung-mit-langem-Passwort';
const nightly = { BACKUP_TO: 's3://sicherungen/verein', BACKUP_KEEP: '2' };
const address = { bucket: 'sicherungen', folder: 'verein/' };

beforeAll(async () => {
  const configureBuckets = [address.bucket, 'bytes', 'other-bytes'].map((name) => ({ name, configs: [] }));
  s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: shelfFolder, configureBuckets });
  const { port } = await s3.run();
  store = { S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_REGION: 'us-east-1', S3_KEY: 'S3RVER', S3_SECRET: 'S3RVER' };
  database = await makeDatabase({ content: 'demonstration' });
});
afterAll(async () => {
  await s3.close();
  await database.drop();
  for (const folder of [shelfFolder, data]) fs.rmSync(folder, { recursive: true, force: true });
});

const shelf = () => openShelf(store, address);
const run = (command: string, words: string[], env: { [name: string]: string } = {}) =>
  runCommandLine(command, words, { DATABASE_URL: database.url(), DATA_DIR: data, BACKUP_PASSWORD: password, ...store, ...nightly, ...env });
/** Temporary files of a backup in the data folder; there must be none after it. */
const onTheWay = () => fs.readdirSync(data).filter((name) => name.startsWith('backup'));

test('a backup of a night goes to the store, the newest ones stay, and a restore brings everything back from there', async () => {
  const mine = path.join(temporaryFolder(), 'alt');
  fs.writeFileSync(mine, 'alt');
  const others = ['nachts-2026-01-01-0230.sicherung', 'nachts-2026-01-02-0230.sicherung', 'von-hand.sicherung'];
  for (const name of others) await shelf().put(name, mine);
  await openShelf(store, { ...address, folder: 'verein/andere/' }).put('nachts-2026-01-01-0230.sicherung', mine);
  await database.sql("update club set slogan = 'vor der Sicherung'");

  const made = await run('backup', []);
  expect(made).toMatchObject({ code: 0, errors: '' });
  expect(made.output).toMatch(
    /kB in s3:\/\/sicherungen\/verein\/nachts-2\d{3}-.*\.sicherung\n2 Sicherungen bleiben in .*, 1 ältere gelöscht/,
  );
  expect(await shelf().list()).toEqual([others[1], expect.stringMatching(/^nachts-2\d{3}-/), others[2]]);
  expect(await openShelf(store, { ...address, folder: 'verein/andere/' }).list()).toHaveLength(1);
  expect(await database.sql("select 1 from system_value where name = 'backup.last'")).toHaveLength(1);
  expect(onTheWay()).toEqual([]);

  await database.sql("update club set slogan = 'nach der Sicherung'");
  const restored = await run('restore', ['s3://sicherungen/verein', '--yes']);
  expect(restored).toMatchObject({ code: 0, errors: '' });
  expect(await database.sql('select distinct slogan from club')).toEqual([{ slogan: 'vor der Sicherung' }]);
  expect(onTheWay()).toEqual([]);
});

test('a name in the store is taken once, and one that is not there is told with the newest that is', async () => {
  const name = 's3://sicherungen/hand/vor-dem-umzug.sicherung';
  expect(await run('backup', [name])).toMatchObject({ code: 0, errors: '' });
  expect((await run('backup', [name])).errors).toMatch(/gibt es schon/);
  expect((await run('restore', ['s3://sicherungen/hand', '--yes'])).errors).toMatch(/^s3:\/\/sicherungen\/hand\/ gibt es nicht\.$/m);
  expect(await run('restore', [name, '--yes'])).toMatchObject({ code: 0, errors: '' });
});

test('with BACKUP_S3_FILES the bytes of files in the store come along, also into another bucket or a folder, and what is missing there is told', async () => {
  const bytesOf = (bucket: string) =>
    openBlobs({ ...store, S3_BUCKET: bucket, FILES_DIR: path.join(data, 'files') } satisfies BlobSettings);
  const [whole, lost] = [randomBytes(20).toString('hex'), randomBytes(20).toString('hex')];
  const content = randomBytes(300_000);
  await bytesOf('bytes').write(whole, Readable.from([content]));
  await database.sql(
    `insert into storage_object (id, bucket, path, club, created_by, generation, metageneration, size_bytes, md5, content_type, metadata, download_tokens, segments, time_created, updated)
     select gen_random_uuid(), 'club-files', 'rwa/' || id, 'RWA', gen_random_uuid(), 1, 1, 300000, '', 'application/pdf', '{}', '{}',
       jsonb_build_array(jsonb_build_object('id', id, 'bytes', 300000)), now(), now() from unnest($1::text[]) as id`,
    [[whole, lost]],
  );
  const file = path.join(temporaryFolder(), 'mit-dateien');
  const without = await run('backup', [`${file}.ohne`], { S3_BUCKET: 'bytes' });
  expect(without.output).toMatch(/ 0 Dateien, [\s\S]*ist nicht in dieser Sicherung\. Mit BACKUP_S3_FILES=on kommt er hinein/);
  const made = await run('backup', [file], { S3_BUCKET: 'bytes', BACKUP_S3_FILES: 'on' });
  expect(made).toMatchObject({ code: 0, errors: '' });
  expect(made.output).toMatch(/ 1 Dateien, [\s\S]*Achtung: 1 Dateien, von denen die Datenbank weiß, fehlen im S3-Speicher/);

  expect(await run('restore', [file, '--yes'], { S3_BUCKET: 'other-bytes' })).toMatchObject({ code: 0, errors: '' });
  expect(await buffer(await bytesOf('other-bytes').read(whole, 0, content.length))).toEqual(content);
  // Restoring to the same bucket again: existing objects are kept.
  expect(await run('restore', [file, '--yes'], { S3_BUCKET: 'other-bytes' })).toMatchObject({ code: 0, errors: '' });
  expect(await run('restore', [file, '--yes'], { S3_ENDPOINT: '', S3_KEY: '', S3_SECRET: '', BACKUP_TO: './backups' })).toMatchObject({
    code: 0,
    errors: '',
  });
  expect(fs.readFileSync(path.join(data, 'files', whole.slice(0, 2), whole))).toEqual(content);
});

test('a store that refuses or is away is told in one sentence before the work, and no backup is noted', async () => {
  await database.sql("delete from system_value where name = 'backup.last'");
  for (const [env, sentence] of [
    [{ BACKUP_TO: 's3://no-such-bucket/x' }, /^Der S3-Speicher lehnt ab \(Bucket no-such-bucket, Antwort 404 NoSuchBucket\)/],
    [{ S3_KEY: 'wrong' }, /^Der S3-Speicher lehnt ab \(Bucket sicherungen, Antwort 403 /],
    [{ S3_ENDPOINT: 'http://127.0.0.1:9' }, /^Der S3-Speicher http:\/\/127\.0\.0\.1:9 antwortet nicht/],
  ] as const) {
    const { code, errors } = await run('backup', [], env);
    expect(code).toBe(1);
    expect(errors).toMatch(sentence);
    expect(errors.trim().split('\n')).toHaveLength(1);
  }
  expect(await database.sql("select 1 from system_value where name = 'backup.last'")).toEqual([]);
  expect(onTheWay()).toEqual([]);
});

test('a backup of several pieces comes back byte by byte, and what a killed one left on its way goes after a day', async () => {
  const bytes = randomBytes(20 * 1024 * 1024 + 7);
  const file = path.join(temporaryFolder(), 'gross');
  fs.writeFileSync(file, bytes);
  await shelf().put('gross.sicherung', file);
  const left = path.join(data, 'backup-on-its-way-left');
  fs.mkdirSync(left);
  fs.utimesSync(left, 0, 0);
  const settings = { ...store, DATA_DIR: data, BACKUP_TO: nightly.BACKUP_TO, hasOwnBackups: false };
  const fetched = await fetchBackup(settings, 's3://sicherungen/verein/gross.sicherung');
  const sum = (content: Buffer) => createHash('sha256').update(content).digest('hex');
  expect(sum(fs.readFileSync(fetched.file))).toBe(sum(bytes));
  expect(onTheWay()).toHaveLength(1);
  await fetched.close();
  expect(onTheWay()).toEqual([]);
});
