import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { filesContract, type ListedFile } from '#shared/files/files.ts';
import { nameInPath, userPicturePath } from '#shared/kernel/storage.ts';
import { deleteToBin } from '#server/club/bin/service.ts';
import { allow, clubAsked, signedIn, targetOf } from '#server/platform/http/context.ts';
import { fromCursor, toCursor } from '#server/platform/database/cursor.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { issueAppToken } from '../protocol/appCheck.ts';
import { recordWrite } from '../uploads/commit.ts';
import { foldersIn } from './folders.ts';
import { collectLater } from '../uploads/garbage.ts';
import type { ObjectRow } from '../protocol/metadata.ts';
import { binnedBytes, usedBytes } from '../uploads/quota.ts';
import { bytesOf, holdBytes, partsOfFiles } from '../objects/service.ts';
import type { Storage } from '../objects/storage.ts';
import { storageObject } from '../objects/table.ts';
import type { FileUse, FindUses } from './uses.ts';
import { containing } from '#server/platform/database/columns.ts';

const os = implementing(filesContract);
const path = sql`${storageObject.path} collate "C"`;

/** The file manager, and endpoints for browsers that are not part of the storage protocol. */
export const filesApi = (storage: Storage, findUses: readonly FindUses[]) =>
  os.router({ ...reading(findUses), ...deleting(storage, findUses), ...beside(storage) });

/** Lists the files and folders of a folder, and the space used by a club. */
const reading = (findUses: readonly FindUses[]) => ({
  list: os.list.handler(({ context, input }) => {
    const club = clubAsked(context, 'files.list', input.club);
    const { folder, search, limit } = input;
    if (folder !== '' && !folder.endsWith('/')) throw new Problem('invalid-argument');
    return context.read(async (tx) => {
      const mine = and(eq(storageObject.club, club), startsWith(folder));
      const after = input.cursor ? fromCursor(input.cursor, z.tuple([z.string().max(1024)]))[0] : undefined;
      const rows = await tx
        .select()
        .from(storageObject)
        .where(
          and(
            mine,
            search
              ? sql`${storageObject.path} ilike ${containing(search)}`
              : sql`position('/' in substr(${storageObject.path}, ${folder.length + 1})) = 0`,
            after === undefined ? undefined : sql`${path} > ${after}`,
          ),
        )
        .orderBy(asc(path))
        .limit(limit + 1);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const uses = await usesOf(
        findUses,
        tx,
        shown.map((row) => row.path),
      );
      return {
        folders: search || after !== undefined ? [] : await foldersIn(tx, club, folder),
        rows: shown.map((row) => toListed(row, uses)),
        next: rows.length > limit && last ? toCursor([last.path]) : null,
      };
    });
  }),
  usage: os.usage.handler(({ context, input }) => {
    const club = clubAsked(context, 'files.list', input.club);
    return context.read(async (tx) => {
      const areas = await tx.execute<{
        area: 'public' | 'members' | 'mandates' | 'expenses' | 'mails' | 'users';
        files: number;
        bytes: string;
      }>(sql`
        select case when owner_id is not null then 'users' else split_part(path, '/', 2) end as area,
          count(*)::int as files, coalesce(sum(size_bytes), 0)::text as bytes
        from storage_object where club = ${club} group by 1 order by 1`);
      const deleted = await tx.execute<{ bytes: string }>(sql`select ${binnedBytes(club)}::text as bytes`);
      return {
        quotaBytes: context.settings.STORAGE_QUOTA_BYTES,
        usedBytes: await usedBytes(tx, club),
        areas: areas.rows.map(({ area, files, bytes }) => ({ area, files, sizeBytes: Number(bytes) })),
        deletedBytes: Number(deleted.rows[0]?.bytes ?? 0),
      };
    });
  }),
});

/** Deletes a file; refused if it is in use, unless `evenIfUsed` is set. */
const deleting = (storage: Storage, findUses: readonly FindUses[]) => ({
  delete: os.delete.handler(async ({ context, input }) => {
    const viewer = signedIn(context);
    await context.write(async (write) => {
      const [row] = await write.tx.select().from(storageObject).where(eq(storageObject.id, input.id)).for('update');
      if (!row) throw new Problem('not-found');
      allow(context, 'files.delete', targetOf(context, row.club));
      if (!input.evenIfUsed && (await usesOf(findUses, write.tx, [row.path])).length > 0) throw new Problem('file-in-use');
      if (isForGood(row)) await write.tx.delete(storageObject).where(eq(storageObject.id, row.id));
      else {
        const segments = await bytesOf(write.tx, [row.path]);
        const record = { id: row.id, club: row.club, kind: 'files', name: nameInPath(row.path), permission: 'files.delete' } as const;
        const [, sizes] = partsOfFiles([row.path]);
        await deleteToBin(write.tx, context, record, [
          { table: storageObject, where: eq(storageObject.id, row.id) },
          ...(sizes ? [sizes] : []),
        ]);
        await holdBytes(write.tx, row.id, segments);
      }
      recordWrite(write, viewer, row, 'Datei gelöscht', 'delete');
    });
    collectLater(storage);
    return { ok: true };
  }),
});

/** Documents of members and files of accounts are deleted permanently, without the bin. */
function isForGood({ path, club, ownerId }: typeof storageObject.$inferSelect): boolean {
  return (
    ownerId !== null || path.startsWith(`${club}/members/`) || path.startsWith(`${club}/mandates/`) || path.startsWith(`${club}/expenses/`)
  );
}

/** Endpoints for browsers that are not part of the storage protocol. */
const beside = (storage: Storage) => ({
  picture: os.picture.handler(async ({ context }) => {
    const own = userPicturePath(signedIn(context).userId);
    const [row] = await context.database.orm.select().from(storageObject).where(eq(storageObject.path, own));
    return { path: own, generation: row?.width ? String(row.generation) : null };
  }),
  appToken: os.appToken.handler(() => issueAppToken(storage.secret)),
});

/** The uses of files, collected from all modules that store paths. */
async function usesOf(findUses: readonly FindUses[], tx: Transaction, paths: readonly string[]): Promise<FileUse[]> {
  const found: FileUse[] = [];
  for (const find of findUses) found.push(...(await find(tx, paths)));
  return found;
}

function startsWith(folder: string): SQL | undefined {
  return folder === '' ? undefined : sql`starts_with(${storageObject.path}, ${folder})`;
}

function toListed(row: ObjectRow, uses: readonly FileUse[]): ListedFile {
  return {
    id: row.id,
    path: row.path,
    name: nameInPath(row.path),
    contentType: row.contentType,
    sizeBytes: row.sizeBytes,
    width: row.width,
    height: row.height,
    generation: String(row.generation),
    updatedAt: row.updated.toISOString(),
    uses: uses.filter((use) => use.path === row.path).map(({ what, link = null }) => ({ what, link })),
  };
}
