import { drizzle } from 'drizzle-orm/node-postgres';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { endAllSessions, eraseUsers } from '#server/accounts/sessions/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { commandLine } from '#server/platform/process/commandLine.ts';
import { noteErasures, readErasureLog, readErasures, type Erasure } from '#server/platform/database/erasures.ts';
import { recordEntries } from '#server/platform/database/auditAndNotices.ts';
import { StartError } from '#server/platform/process/startError.ts';
import { holdMails } from '#server/platform/mail/outbox.ts';
import { proveArchive, readArchive, type Entry, type Header, type Summary } from './archive.ts';
import { finishRestore, StagedFiles } from './stagedFiles.ts';
import { columnsOf, nameOf, readForeignKeys, readMigrations, readPartitions, readTables, type Client, type Table } from './catalogue.ts';

/** Erases persons from a restored database; the modules with their data are passed in. */
type ErasePeople = (tx: Transaction, ids: readonly string[]) => Promise<void>;

/** Reads the whole file and throws if it cannot be restored here; changes nothing. */
export async function checkBackup(client: Client, file: string, password: string): Promise<{ header: Header; summary: Summary }> {
  const proved = await proveArchive(file, password);
  const here = await readMigrations(client);
  if (here.join() !== proved.header.migrations.join()) {
    const [there, own] = [proved.header.migrations.length, here.length];
    throw new StartError(
      `Die Sicherung stammt von Programmversion ${proved.header.app} mit ${there} Datenbankschritten, hier sind es ${own === there ? 'andere' : own}: ` +
        'Bitte erst die passende Programmversion einspielen, wiederherstellen und danach aktualisieren.',
    );
  }
  return proved;
}

export type Restoring = {
  dataFolder: string;
  filesFolder: string;
  /** Stores one file if files are not kept in the folder. Files of a failed restore are unreferenced and deleted by the orphan job. */
  keepFile?: KeepFile;
  file: string;
  password: string;
  erasePeople: ErasePeople;
};
type KeepFile = (path: string, bytes: AsyncIterable<Buffer>) => Promise<void>;

/**
 * Replaces all data with a verified backup, in one transaction. Persons erased according to this database, the log in the data folder or
 * the backup stay erased. All sessions end, and queued e-mails of the backup are not sent again.
 */
export async function restoreBackup(
  client: Client,
  { dataFolder, filesFolder, keepFile, file, password, erasePeople }: Restoring,
): Promise<Restored> {
  const orm = drizzle({ client });
  await finishRestore({ orm }, filesFolder);
  const files = keepFile ? undefined : new StagedFiles(filesFolder);
  try {
    const restored = await orm.transaction(async (tx) => {
      await configureTransaction(client);
      await refuseOthers(client);
      const known = [...(await readErasures(tx)), ...readErasureLog(dataFolder)];
      const { header } = await replaceRows(client, readArchive(file, password), keepFile ?? files?.keep);
      const erased = await eraseAgain(tx, known, erasePeople);
      const { ended, held } = await endWhatWaited(tx);
      const content = `Sicherung eingespielt (Stand ${header.createdAt})`;
      await recordEntries(tx, [{ ...commandLine, club: 'RWA', content, action: 'backup.restore', entity: 'config' }], []);
      await files?.promise({ orm: tx });
      return { erased, ended, held };
    });
    await finishRestore({ orm }, filesFolder);
    return restored;
  } catch (error) {
    // After a lost connection it is unknown whether the commit succeeded; the next start resolves it.
    await finishRestore({ orm }, filesFolder).then(
      (did) => did || files?.discard(),
      () => undefined,
    );
    throw error;
  }
}

/** The number of persons that stay erased, of ended sessions and of held e-mails. */
export type Restored = { erased: number; ended: number; held: number };

/** Sessions, links and e-mails of the backup may have been ended, used or sent since, so all of them are invalidated. */
async function endWhatWaited(tx: Transaction): Promise<{ ended: number; held: number }> {
  return { ended: await endAllSessions(tx), held: await holdMails(tx) };
}

/** Throws if other connections exist: a running server would show and write inconsistent data. */
async function refuseOthers(client: Client): Promise<void> {
  const { rows } = await client.query(
    'select 1 from pg_stat_activity where datname = current_database() and usename is not null and pid <> pg_backend_pid() limit 1',
  );
  if (rows.length > 0) throw new StartError('Die Datenbank ist in Benutzung: Bitte zuerst den Server beenden. Es wurde nichts geändert.');
}

/** Configures the transaction: access to the rows of all clubs, UTC, no statement timeout, but a short lock timeout. */
export async function configureTransaction(client: Client): Promise<void> {
  await client.query(`select set_config('app.club', '*', true), set_config('timezone', 'UTC', true), set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true), set_config('lock_timeout', '10s', true)`);
}

/** Replaces all rows with those of `entries`, and passes the files on. */
export async function replaceRows(client: Client, entries: AsyncGenerator<Entry>, keepFile?: KeepFile): Promise<{ header: Header }> {
  const first = await entries.next();
  if (first.done || first.value.kind !== 'header') throw new Error('The archive has no header.');
  const { header } = first.value;
  await makePartitions(client, header);
  const tables = await readTables(client);
  const foreignKeys = await readForeignKeys(client);
  // Rows violate foreign keys until the end; recreating a key checks all of its rows.
  for (const key of foreignKeys) await client.query(`alter table ${key.table} drop constraint ${client.escapeIdentifier(key.name)}`);
  for (const table of tables) await openTable(client, table);
  await client.query(`truncate ${tables.map((table) => nameOf(client, table)).join(', ')}`);
  for await (const entry of entries) await restoreEntry(client, entry, entries, keepFile);
  for (const table of tables) await closeTable(client, table);
  for (const key of foreignKeys)
    await client.query(`alter table ${key.table} add constraint ${client.escapeIdentifier(key.name)} ${key.definition}`);
  return { header };
}

async function restoreEntry(client: Client, entry: Entry, entries: AsyncGenerator<Entry>, keepFile: KeepFile | undefined): Promise<void> {
  if (entry.kind === 'table') {
    const stream = client.query(copyFrom(`copy ${nameOf(client, entry)} (${columnsOf(client, entry.columns)}) from stdin`));
    const end = await pour(entries, (bytes) => pipeline(Readable.from(bytes, { objectMode: false }), stream));
    if (end.kind !== 'tableEnd' || end.rows !== stream.rowCount) throw new Error(`The rows of ${entry.name} did not arrive.`);
  }
  if (entry.kind === 'sequences') {
    for (const { schema, name, value, isCalled } of entry.sequences)
      await client.query('select setval($1::regclass, $2, $3)', [nameOf(client, { schema, name }), value, isCalled]);
  }
  if (entry.kind === 'file' && keepFile) {
    const end = await pour(entries, (bytes) => keepFile(entry.path, bytes));
    if (end.kind !== 'fileEnd') throw new Error(`The file ${entry.path} did not arrive.`);
  }
}

/** Passes the following bytes to `take`, and returns the entry that ends them. */
async function pour(entries: AsyncGenerator<Entry>, take: (bytes: AsyncIterable<Buffer>) => Promise<void>): Promise<Entry> {
  let end: Entry | undefined;
  const bytes = async function* (): AsyncGenerator<Buffer> {
    for (let next = await entries.next(); !next.done; next = await entries.next()) {
      if (next.value.kind === 'bytes') yield next.value.bytes;
      else return void (end = next.value);
    }
  };
  await take(bytes());
  if (!end) throw new Error('The archive ends too early.');
  return end;
}

async function makePartitions(client: Client, header: Header): Promise<void> {
  const here = new Set((await readPartitions(client)).map((one) => nameOf(client, one)));
  for (const one of header.partitions) {
    const name = nameOf(client, one);
    if (!here.has(name)) await client.query(`create table ${name} partition of ${one.parent} ${one.bound}`);
  }
}

/**
 * Prepares a table for COPY: disables triggers and row-level security, since COPY does not support the latter for an owner subject to it.
 */
async function openTable(client: Client, table: Table): Promise<void> {
  await client.query(`alter table ${nameOf(client, table)} disable trigger user`);
  if (table.isForced) await client.query(`alter table ${nameOf(client, table)} no force row level security`);
}

async function closeTable(client: Client, table: Table): Promise<void> {
  await client.query(`alter table ${nameOf(client, table)} enable trigger user`);
  if (table.isForced) await client.query(`alter table ${nameOf(client, table)} force row level security`);
}

async function eraseAgain(tx: Transaction, known: readonly Erasure[], erasePeople: ErasePeople): Promise<number> {
  await noteErasures(tx, known);
  const all = await readErasures(tx);
  const erasers: { readonly [kind in Erasure['kind']]: ErasePeople } = { user: eraseUsers, person: erasePeople };
  for (const [kind, erasures] of Map.groupBy(all, (one) => one.kind))
    await erasers[kind](
      tx,
      erasures.map(({ id }) => id),
    );
  return all.length;
}
