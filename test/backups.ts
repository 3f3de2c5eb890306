import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect } from 'vitest';
import { listFiles } from '../src/server/office/backup/save.ts';
import { makeDatabase, runCommandLine, temporaryFolder, type OwnDatabase } from './processes.ts';

export const password = 'Sicherung-mit-langem-Passwort';
/** The restore itself is logged and announced, so these tables have one more entry. */
export const ledger = ['public.audit', 'public.audit_head', 'public.notice', 'public.notice_id_seq', 'public.collection_version'];
const databases: OwnDatabase[] = [];
const folders: string[] = [];

/** What a test of this file makes ends with it; called once by each file. */
export function endWithTests(): void {
  afterEach(async () => {
    for (const database of databases.splice(0)) await database.drop();
    for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
  });
}

export function newFolder(): string {
  const folder = temporaryFolder();
  folders.push(folder);
  return folder;
}

/** An installation with the demo data, rows that are difficult to copy, and files. */
export async function filledProduct(owner?: string): Promise<{ database: OwnDatabase; data: string; file: string }> {
  const database = await newDatabase(owner ? { owner, content: 'bare' } : { content: 'demonstration' });
  const data = newFolder();
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
  return { database, data, file: path.join(newFolder(), 'sicherung') };
}

export async function newDatabase(options: Parameters<typeof makeDatabase>[0] = {}): Promise<OwnDatabase> {
  const database = await makeDatabase(options);
  databases.push(database);
  return database;
}

export function backup(database: OwnDatabase, data: string, file: string, user?: string) {
  return runCommandLine('backup', [file], { DATABASE_URL: database.url(user), DATA_DIR: data, BACKUP_PASSWORD: password });
}

export function restore(database: OwnDatabase, data: string, file: string, secret = password, user?: string) {
  return runCommandLine('restore', [file, '--yes'], { DATABASE_URL: database.url(user), DATA_DIR: data, BACKUP_PASSWORD: secret });
}

export function without<T>(all: { [name: string]: T }, names: string[]): { [name: string]: T } {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)));
}

export function filesOf(data: string): { [file: string]: string } {
  const folder = path.join(data, 'files');
  const md5 = (file: string) =>
    createHash('md5')
      .update(fs.readFileSync(path.join(folder, file)))
      .digest('hex');
  return Object.fromEntries(listFiles(folder).map((file) => [file, md5(file)]));
}
