import { and, desc, eq, isNull, or } from 'drizzle-orm';
import { binContract, binKindOf, type Binned } from '#shared/club/bin.ts';
import { may } from '#shared/kernel/rights.ts';
import { earlierThan, pageByTime } from '#server/platform/database/cursor.ts';
import { enterScope, type Write } from '#server/platform/database/database.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { hasPart, requireFeature } from '#server/platform/http/features.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { reinsertRecord } from './restore.ts';
import { lastDayOf } from './service.ts';
import { deletedRecord } from './table.ts';

const os = implementing(binContract);
type Row = typeof deletedRecord.$inferSelect;
type Shown = Omit<Row, 'parts' | 'links' | 'segments'>;
type BinRight = 'bin.restore' | 'bin.erase';

const { id, club, kind, name, permission, ownerId, deletedAt, deletedById, deletedBy } = deletedRecord;
const shown = { id, club, kind, name, permission, ownerId, deletedAt, deletedById, deletedBy };

/**
 * Endpoints of the bin: deleted records that can still be restored, and restoring or purging them. After a purge `collectBytes` deletes
 * unreferenced bytes.
 */
export const binApi = (collectBytes: () => void) => os.router({ ...reading, ...deciding(collectBytes) });

const reading = {
  list: os.list.handler(({ context, input }) => {
    const asked = clubAsked(context, 'bin.restore', input.club);
    return context.read(async (tx) => {
      const { userId, role } = signedIn(context);
      const isBoard = may({ role }, 'bin.restore', targetOf(context, asked)) === 'all';
      const rows = await tx
        .select(shown)
        .from(deletedRecord)
        .where(
          and(
            eq(club, asked),
            or(isNull(ownerId), eq(ownerId, userId)),
            isBoard ? undefined : eq(deletedById, userId),
            input.kind && eq(kind, input.kind),
            earlierThan(deletedAt, id, input.cursor),
          ),
        )
        .orderBy(desc(deletedAt), desc(id))
        .limit(input.limit + 1);
      const { page, next } = pageByTime(rows, 'deletedAt', input.limit);
      const found: Binned[] = [];
      for (const row of page)
        if (reaches(context, 'bin.restore', row) && (await hasPart(context, row.permission, row.club))) found.push(toBinned(row));
      return { rows: found, next };
    });
  }),
};

/** Endpoints to restore or purge a record. */
const deciding = (collectBytes: () => void) => ({
  restore: os.restore.handler(({ context, input }) =>
    context.write(async (write) => {
      const row = await lockDeleted(context, write, 'bin.restore', input.id);
      await reinsertRecord(write.tx, row);
      note(write, 'bin.restore', row, 'Gelöschtes wiederhergestellt');
      return { kind: row.kind, name: row.name };
    }),
  ),

  erase: os.erase.handler(async ({ context, input }) => {
    await context.write(async (write) => {
      const row = await lockDeleted(context, write, 'bin.erase', input.id);
      // A trigger of the database releases the bytes of its files.
      await write.tx.delete(deletedRecord).where(eq(id, row.id));
      note(write, 'bin.erase', row, 'Endgültig gelöscht');
    });
    collectBytes();
    return { ok: true } as const;
  }),
});

/** A deleted record that the caller may handle, with its row locked; the transaction is then scoped to its club. */
async function lockDeleted(context: Context, { tx }: Write, operation: BinRight, asked: string): Promise<Row> {
  const [row] = await tx.select().from(deletedRecord).where(eq(id, asked)).for('update');
  if (!row || (row.ownerId !== null && row.ownerId !== signedIn(context).userId)) throw new Problem('not-found');
  allow(context, operation, targetOf(context, row.club));
  if (!reaches(context, operation, row)) throw new Problem('forbidden');
  await requireFeature(context, row.permission, row.club);
  await enterScope(tx, row.club);
  return row;
}

function note(write: Write, operation: BinRight, row: Row, words: string): void {
  const { name: kindName, collection } = binKindOf(row.kind);
  write.audit(operation, { club: row.club, id: row.id, entity: collection ?? 'users' }, `${words}: ${row.name} (${kindName})`);
  if (collection) write.changed({ collection, club: row.club, entityId: row.id });
}

/** Whether the caller may restore or purge a record: their own, or one that they may delete; outside the board only after their own deletion. */
function reaches(context: Context, operation: BinRight, row: Shown): boolean {
  const { userId, role } = signedIn(context);
  const target = targetOf(context, row.club);
  const extent = may({ role }, operation, target);
  if (!extent || (extent === 'limited' && row.deletedById !== userId)) return false;
  return row.ownerId === userId || may({ role }, row.permission, target) !== undefined;
}

function toBinned(row: Shown): Binned {
  const { id: recordId, kind: kindName, name: words, deletedBy: by } = row;
  return { id: recordId, kind: kindName, name: words, deletedAt: row.deletedAt.toISOString(), deletedBy: by, until: lastDayOf(row) };
}
