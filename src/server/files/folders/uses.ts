import { inArray } from 'drizzle-orm';
import { accountName } from '#shared/kernel/user.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { appUser } from '#server/accounts/users/table.ts';

/** A page or record that shows a file. */
export type FileUse = { path: string; /** For people, in German. */ what: string; /** Where one can look at it. */ link?: string };

/**
 * Port: returns the uses of these files. Each module that stores paths exports one from its service.ts, and app.ts
 * passes all of them; files in use cannot be deleted in the file manager.
 */
export type FindUses = (tx: Transaction, paths: readonly string[]) => Promise<FileUse[]>;

/** Uses of files as profile pictures. */
export const profilePictureUses: FindUses = async (tx, paths) => {
  const owners = new Map(
    paths.flatMap((path) => (/^users\/[^/]+\/picture$/.test(path) ? [[path.split('/')[1] ?? '', path] as const] : [])),
  );
  if (owners.size === 0) return [];
  const rows = await tx
    .select()
    .from(appUser)
    .where(inArray(appUser.id, [...owners.keys()]));
  return rows.map((row) => ({ path: owners.get(row.id) ?? '', what: `Profilbild von ${accountName(row)}` }));
};
