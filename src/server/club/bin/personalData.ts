import { inArray, lt, or, sql } from 'drizzle-orm';
import { binDays, binKindOf } from '#shared/club/bin.ts';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { now } from '#server/platform/process/clock.ts';
import { lastDayOf } from './service.ts';
import { deletedRecord } from './table.ts';

const shownAtMost = 1000;
const dayMs = 24 * 60 * 60 * 1000;

/** Deleted records that name a person or belonged to their account. Erasing the person deletes those that name them. */
export const binData: PersonalData = {
  beside: [
    {
      title: 'Gelöschtes, das sich wiederherstellen lässt',
      tables: [deletedRecord],
      read: async (tx, { people, accountIds }) => {
        const { kind, name, deletedAt, parts, ownerId } = deletedRecord;
        const patterns = people.map(({ id }) => `%${id}%`);
        const rows = await tx
          .select({ kind, name, deletedAt })
          .from(deletedRecord)
          .where(or(sql`${parts}::text like any(${sql.param(patterns)}::text[])`, inArray(ownerId, [...accountIds])))
          .orderBy(deletedAt)
          .limit(shownAtMost);
        return rows.map((row) => ({ kind: binKindOf(row.kind).name, name: row.name, until: lastDayOf(row) }));
      },
    },
  ],
  erase: async (tx, { id, mergedIds, loggedAs }) => {
    const patterns = [...new Set([id, ...mergedIds, ...loggedAs])].map((one) => `%${one}%`);
    await tx.delete(deletedRecord).where(sql`${deletedRecord.parts}::text like any(${sql.param(patterns)}::text[])`);
  },
  // References of deleted records to the merged person change to the kept one.
  afterMerge: async (tx, { kept, other }) => {
    const text = sql`${deletedRecord.parts}::text`;
    await tx
      .update(deletedRecord)
      .set({ parts: sql`replace(${text}, ${other}, ${kept})::jsonb` })
      .where(sql`${text} like ${`%${other}%`}`);
  },
  retention: [
    {
      name: 'bin',
      forget: async ({ tx }) => {
        const over = new Date(now().getTime() - (binDays + 1) * dayMs);
        const gone = await tx.delete(deletedRecord).where(lt(deletedRecord.deletedAt, over)).returning({ id: deletedRecord.id });
        return gone.length;
      },
    },
  ],
  accounts: [deletedRecord.ownerId],
  mayName: [deletedRecord.name, deletedRecord.parts, deletedRecord.deletedBy],
};
