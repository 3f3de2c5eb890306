import { inArray, sql } from 'drizzle-orm';
import { folderName } from '#shared/files/folderNames.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { accountName } from '#shared/kernel/user.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { memberNames } from '#server/people/members/service.ts';
import { appUser } from '#server/accounts/users/table.ts';

export type Folder = { path: string; label: string; files: number; sizeBytes: number };

/** The direct subfolders of `folder`, with the number and total bytes of all files below them; at most 500. */
export async function foldersIn(tx: Transaction, club: ClubName, folder: string): Promise<Folder[]> {
  const { rows } = await tx.execute<{ name: string; files: number; bytes: string }>(sql`
    select split_part(substr(path, ${folder.length + 1}), '/', 1) as name, count(*)::int as files, sum(size_bytes)::text as bytes
    from storage_object
    where club = ${club} and starts_with(path, ${folder}) and position('/' in substr(path, ${folder.length + 1})) > 0
    group by 1 order by 1 limit 500`);
  const names = await namesOf(
    tx,
    folder,
    rows.map(({ name }) => name),
  );
  return rows.map(({ name, files, bytes }) => ({
    path: `${folder}${name}/`,
    label: names.get(name) ?? folderName(name),
    files,
    sizeBytes: Number(bytes),
  }));
}

/** The names of the persons or users whose ids are the folder names. */
async function namesOf(tx: Transaction, folder: string, ids: string[]): Promise<Map<string, string>> {
  if (ids.length > 0 && /^[A-Z]+\/members\/$/.test(folder)) return memberNames(tx, ids);
  if (ids.length === 0 || folder !== 'users/') return new Map();
  const users = await tx.select().from(appUser).where(inArray(appUser.id, ids));
  return new Map(users.map((user) => [user.id, accountName(user)]));
}
