import { inArray, sql, type SQL } from 'drizzle-orm';
import { expenseFolder, largestBytes, nameInPath, ownVoucherFolder, pictureTypes } from '#shared/kernel/storage.ts';
import { deleteFilesBelow, deleteStoredFiles, filesAt, filesBelow, moveFile } from '#server/files/objects/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, type Problem } from '#server/platform/http/problem.ts';
import { expense, type ExpenseRow } from './table.ts';

const types: readonly string[] = [...pictureTypes, 'application/pdf'];

type Of = Pick<ExpenseRow, 'id' | 'club'>;

/** Makes these files the vouchers of an expense: uploads of the account are moved to its folder, and other vouchers are deleted. */
export async function setVouchers(tx: Transaction, of: Of, userId: string, paths: readonly string[]): Promise<void> {
  const folder = expenseFolder(of.club, of.id);
  const before = (await filesBelow(tx, [folder])).map(({ path }) => path);
  const kept = before.filter((path) => paths.includes(path));
  const added = [...new Set(paths)].filter((path) => !kept.includes(path));
  await checkUploads(tx, userId, added);
  await deleteStoredFiles(
    tx,
    before.filter((path) => !kept.includes(path)),
  );
  for (const path of added) if (!(await moveFile(tx, path, `${folder}${nameInPath(path)}`, of.club))) throw goneVoucher();
}

/** Throws unless the files are uploads of the account, each a picture or PDF. */
async function checkUploads(tx: Transaction, userId: string, paths: readonly string[]): Promise<void> {
  const folder = ownVoucherFolder(userId);
  const found = paths.every((path) => path.startsWith(folder)) ? await filesAt(tx, paths) : [];
  if (found.length < paths.length) throw goneVoucher();
  if (found.some(({ contentType }) => !types.includes(contentType))) throw fieldProblem('vouchers', 'Bitte nur Fotos oder PDF-Dateien.');
  if (found.some(({ sizeBytes }) => sizeBytes > largestBytes.vouchers))
    throw fieldProblem('vouchers', `Je Beleg höchstens ${largestBytes.vouchers / 1024 / 1024} MB.`);
}

function goneVoucher(): Problem {
  return fieldProblem('vouchers', 'Ein Beleg ist nicht mehr da. Bitte nehmen Sie ihn neu auf.');
}

/** The vouchers of the expenses of some persons, for the export of their data. */
export async function vouchersOf(tx: Transaction, personIds: readonly string[]) {
  const rows = await tx
    .select({ id: expense.id, club: expense.club })
    .from(expense)
    .where(inArray(expense.personId, [...personIds]));
  const files = await filesBelow(
    tx,
    rows.map(({ club, id }) => expenseFolder(club, id)),
  );
  return files.map(({ path, contentType, sizeBytes, timeCreated }) => ({
    name: nameInPath(path),
    content_type: contentType,
    size_bytes: sizeBytes,
    created_at: timeCreated.toISOString(),
  }));
}

/** Deletes expenses with their vouchers; returns their number. */
export async function deleteExpenses(tx: Transaction, where: SQL | undefined): Promise<number> {
  const gone = await tx.delete(expense).where(where).returning({ id: expense.id, club: expense.club });
  await deleteFilesBelow(
    tx,
    gone.map(({ club, id }) => expenseFolder(club, id)),
  );
  return gone.length;
}

/** SQL: the year of an expense, by which its vouchers are kept. */
export const yearOfExpense = sql`extract(year from ${expense.submittedAt} at time zone 'Europe/Berlin')`;
