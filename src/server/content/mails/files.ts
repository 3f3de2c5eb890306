import { and, asc, eq, inArray, notInArray } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { largestBytes, nameInPath } from '#shared/kernel/storage.ts';
import { filesAt, deleteStoredFiles } from '#server/files/objects/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import { mailFile } from './table.ts';

type Attached = Pick<typeof mailFile.$inferSelect, 'path' | 'name' | 'type' | 'bytes'>;

/** The attachments of an e-mail; throws if one is not in the club's folder for e-mails, or their total size is too large. */
export async function filesFor(tx: Transaction, club: ClubName, paths: readonly string[] = []): Promise<Attached[]> {
  const wanted = [...new Set(paths)];
  if (wanted.length === 0) return [];
  const found = wanted.every((path) => path.startsWith(`${club}/mails/`)) ? await filesAt(tx, wanted) : [];
  if (found.length < wanted.length) throw fieldProblem('files', 'Eine Datei ist nicht mehr da. Bitte hängen Sie sie neu an.');
  if (found.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > largestBytes.mails)
    throw fieldProblem('files', `Zusammen höchstens ${largestBytes.mails / 1024 / 1024} MB.`);
  return wanted.flatMap((path) => {
    const row = found.find((one) => one.path === path);
    return row ? [{ path, name: nameInPath(path), type: row.contentType, bytes: row.sizeBytes }] : [];
  });
}

/** The attachments of an e-mail. */
export function filesOf(tx: Transaction, messageId: string): Promise<Attached[]> {
  const { path, name, type, bytes } = mailFile;
  return tx
    .select({ path, name, type, bytes })
    .from(mailFile)
    .where(eq(mailFile.messageId, messageId))
    .orderBy(asc(name), asc(path))
    .limit(10);
}

/** Deletes stored files that are attached to these e-mails only. */
export async function deleteAttachments(tx: Transaction, messageIds: readonly string[]): Promise<void> {
  await deleteStoredFiles(tx, await filesOnlyOf(tx, messageIds));
}

/** The paths of files that are attached to no other e-mail. */
export async function filesOnlyOf(tx: Transaction, messageIds: readonly string[]): Promise<string[]> {
  if (messageIds.length === 0) return [];
  const ids = [...messageIds];
  const rows = await tx.selectDistinct({ path: mailFile.path }).from(mailFile).where(inArray(mailFile.messageId, ids));
  const paths = rows.map(({ path }) => path);
  if (paths.length === 0) return [];
  const others = await tx
    .selectDistinct({ path: mailFile.path })
    .from(mailFile)
    .where(and(inArray(mailFile.path, paths), notInArray(mailFile.messageId, ids)));
  const kept = new Set(others.map(({ path }) => path));
  return paths.filter((path) => !kept.has(path));
}
