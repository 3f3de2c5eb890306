import { drizzle } from 'drizzle-orm/node-postgres';
import fs from 'node:fs';
import path from 'node:path';
import { to as copyTo } from 'pg-copy-streams';
import { programVersion } from '#server/platform/process/root.ts';
import { now } from '#server/platform/process/clock.ts';
import { bytesLock } from '#server/files/objects/table.ts';
import { readKeyIds } from '#server/platform/database/keyRing.ts';
import { chunksOf } from '#server/platform/process/chunks.ts';
import { isSystemError } from '#server/platform/process/systemError.ts';
import { isStaged, ofDisk } from './stagedFiles.ts';
import { proveArchive, writeArchive, type Entry, type Summary } from './archive.ts';
import { columnsOf, nameOf, readMigrations, readPartitions, readSequences, readTables, type Client } from './catalogue.ts';

/**
 * Writes all tables of one snapshot and all files into one encrypted file, and reads it again for verification. The server may keep
 * running.
 */
export async function saveBackup(client: Client, files: BackupFiles, file: string, password: string): Promise<Saved> {
  // While this lock is held, bytes released after the snapshot are not deleted.
  await client.query('select pg_advisory_lock($1)', [bytesLock]);
  try {
    await inSnapshot(client, () => writeArchive(file, password, readAll(client, files)));
  } finally {
    await client.query('select pg_advisory_unlock($1)', [bytesLock]);
  }
  const { header, summary } = await proveArchive(file, password);
  return { ...summary, keyIds: header.keyIds ?? [] };
}

type Saved = Summary & { keyIds: string[] };

/** Runs `work` in a snapshot transaction with access to the rows of all clubs, in UTC and without a statement timeout. */
export async function inSnapshot<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin isolation level repeatable read read only');
  try {
    await client.query(`select set_config('app.club', '*', true), set_config('timezone', 'UTC', true), set_config('statement_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true)`);
    return await work();
  } finally {
    await client.query('rollback');
  }
}

/** All data of a database, and its files if given. */
export async function* readAll(client: Client, files?: BackupFiles): AsyncGenerator<Entry> {
  const migrations = await readMigrations(client);
  const [partitions, keyIds] = [await readPartitions(client), await readKeyIds(drizzle({ client }))];
  yield { kind: 'header', header: { app: programVersion, createdAt: now().toISOString(), migrations, partitions, keyIds } };
  const summary = { tables: 0, rows: 0, files: 0, missing: 0 };
  for (const { schema, name, columns } of await readTables(client)) {
    yield { kind: 'table', schema, name, columns };
    const stream = client.query(copyTo(`copy ${nameOf(client, { schema, name })} (${columnsOf(client, columns)}) to stdout`));
    for await (const bytes of chunksOf(stream)) yield { kind: 'bytes', bytes };
    // The command completion follows the rows, possibly in a separate packet; this query waits for it.
    await client.query('select 1');
    yield { kind: 'tableEnd', rows: stream.rowCount };
    summary.tables++;
    summary.rows += stream.rowCount;
  }
  yield { kind: 'sequences', sequences: await readSequences(client) };
  if (files)
    for await (const file of files.list(client)) {
      if (yield* readFile(file)) summary.files++;
      else summary.missing++;
    }
  yield { kind: 'end', summary };
}

/** Returns whether the file existed. */
async function* readFile(file: BackupFile): AsyncGenerator<Entry, boolean> {
  yield { kind: 'file', path: file.path };
  let size = 0;
  let isThere = true;
  try {
    for await (const bytes of file.read()) {
      size += bytes.length;
      yield { kind: 'bytes', bytes };
    }
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) throw error;
    isThere = false;
  }
  yield { kind: 'fileEnd', size };
  return isThere;
}

type BackupFile = { path: string; read(): AsyncIterable<Buffer> };

/** The files of a backup, as seen by the transaction of `client`. */
export type BackupFiles = { list(client: Client): AsyncIterable<BackupFile> };

/** All files of a folder. A file that is deleted while the backup runs is skipped. */
export function folderFiles(folder: string): BackupFiles {
  return {
    async *list() {
      for (const file of listFiles(folder).filter((one) => !isStaged(one)))
        yield { path: file, read: () => chunksOf(fs.createReadStream(path.join(folder, file))) };
    },
  };
}

/**
 * The files of a folder and its subfolders, with / as the path separator; without the file system's own folder, which the server's user may
 * not be allowed to read.
 */
export function listFiles(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  const below = (entry: fs.Dirent): fs.Dirent[] =>
    entry.isDirectory() ? fs.readdirSync(path.join(folder, entry.name), { recursive: true, withFileTypes: true }) : [entry];
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== ofDisk)
    .flatMap(below)
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}
