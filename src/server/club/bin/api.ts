import { and, desc, eq, isNull, or } from 'drizzle-orm';
import { binContract, binDays, binKindOf, type Binned } from '#shared/club/bin.ts';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import { may } from '#shared/kernel/rights.ts';
import { enterScope } from '#server/platform/database/database.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { hasPart, requireFeature } from '#server/platform/http/features.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { bringBack } from './restore.ts';
import { deletedRecord } from './table.ts';

const os = implementing(binContract);
type Row = typeof deletedRecord.$inferSelect;
type Shown = Omit<Row, 'parts' | 'segments'>;

const listAtMost = 500;
const { id, club, kind, name, permission, ownerId, deletedAt, deletedById, deletedBy } = deletedRecord;
const shown = { id, club, kind, name, permission, ownerId, deletedAt, deletedById, deletedBy };

/** What was deleted within the last 30 days, and how it comes back. */
export const binApi = os.router({
  list: os.list.handler(({ context, input }) => {
    const asked = clubAsked(context, 'bin.restore', input.club);
    return context.read(async (tx) => {
      const rows = await tx
        .select(shown)
        .from(deletedRecord)
        .where(and(eq(club, asked), or(isNull(ownerId), eq(ownerId, signedIn(context).userId))))
        .orderBy(desc(deletedAt), desc(id))
        .limit(listAtMost);
      const found: Binned[] = [];
      for (const row of rows) if (mayRestore(context, row) && (await hasPart(context, row.permission, row.club))) found.push(toBinned(row));
      return found;
    });
  }),

  restore: os.restore.handler(({ context, input }) =>
    context.write(async (write) => {
      const [row] = await write.tx.select().from(deletedRecord).where(eq(id, input.id)).for('update');
      if (!row || (row.ownerId !== null && row.ownerId !== signedIn(context).userId)) throw new Problem('not-found');
      allow(context, 'bin.restore', targetOf(context, row.club));
      if (!mayRestore(context, row)) throw new Problem('forbidden');
      await requireFeature(context, row.permission, row.club);
      await enterScope(write.tx, row.club);
      await bringBack(write.tx, row);
      const { name: kindName, collection } = binKindOf(row.kind);
      write.audit(
        'bin.restore',
        { club: row.club, id: row.id, entity: collection ?? 'users' },
        `Gelöschtes wiederhergestellt: ${row.name} (${kindName})`,
      );
      if (collection) write.changed({ collection, club: row.club, entityId: row.id });
      return { kind: row.kind, name: row.name };
    }),
  ),
});

/** Who may delete such a record brings it back; outside the board only what they deleted themselves. */
function mayRestore(context: Context, row: Shown): boolean {
  const { userId, role } = signedIn(context);
  const target = targetOf(context, row.club);
  const extent = may({ role }, 'bin.restore', target);
  if (!extent || (extent === 'limited' && row.deletedById !== userId)) return false;
  return row.ownerId === userId || may({ role }, row.permission, target) !== undefined;
}

function toBinned(row: Shown): Binned {
  const until = addDays(localOf(row.deletedAt).date, binDays);
  return { id: row.id, kind: row.kind, name: row.name, deletedAt: row.deletedAt.toISOString(), deletedBy: row.deletedBy, until };
}
