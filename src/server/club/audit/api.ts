import { and, desc, eq, getColumns, gte, ilike, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { auditContract } from '#shared/club/audit.ts';
import { wordOfCollection } from '#shared/club/auditWords.ts';
import { allow, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { csvFile } from '#server/platform/formats/csv.ts';
import { fromCursor, toCursor } from '#server/platform/database/cursor.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { audit } from '#server/platform/database/auditTables.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { verifyStretch, type ChainPlace } from './chain.ts';
import { containing } from '#server/platform/database/columns.ts';

const os = implementing(auditContract);
const exportLimit = 50_000;
/** The time in German format, to the second. */
const berlinTime = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Europe/Berlin' });
const position = z.tuple([z.int()]);
const chainPosition = z.tuple([z.string(), z.int(), z.string()]);

type Filter = {
  club?: string | undefined;
  search?: string | undefined;
  entity?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** The audit log, for the super only. */
export const auditApi = os.router({
  list: os.list.handler(({ context, input: { limit, cursor, ...filter } }) =>
    context.read(async (tx) => {
      checkClub(context, filter);
      const before = cursor ? lt(audit.id, fromCursor(cursor, position)[0]) : undefined;
      const rows = await entries(tx, filter, before, limit + 1);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        rows: shown.map((row) => ({ ...row, time: row.time.toISOString() })),
        next: rows.length > limit && last ? toCursor([last.id]) : null,
      };
    }),
  ),

  verify: os.verify.handler(async ({ context, input: { cursor } }) => {
    const { next, ...found } = await verifyStretch(context.database, cursor ? placeOf(cursor) : undefined);
    return { ...found, next: next ? toCursor([next.club, next.id, next.hash]) : null };
  }),

  export: os.export.handler(({ context, input }) =>
    context.write(async (write) => {
      const viewer = signedIn(context);
      checkClub(context, input);
      const rows = await entries(write.tx, input, undefined, exportLimit);
      write.audit('audit.list', { club: viewer.club }, `Protokoll exportiert (${rows.length})`);
      const lines = rows.map((row) => ({
        Nr: row.id,
        Zeit: berlinTime.format(row.time),
        Name: row.name,
        Verein: row.club,
        Inhalt: row.content,
        App: row.app,
        Bereich: wordOfCollection(row.entity),
        Kennung: row.entityId,
      }));
      return csvFile('protokoll.csv', lines, ['Nr', 'Zeit', 'Name', 'Verein', 'Inhalt', 'App', 'Bereich', 'Kennung']);
    }),
  ),
});

function placeOf(cursor: string): ChainPlace {
  const [club, id, hash] = fromCursor(cursor, chainPosition);
  return { club, id, hash };
}

function checkClub(context: Context, { club }: Filter): void {
  if (club) allow(context, 'audit.list', targetOf(context, club));
}

/** The column `after` without the id list of an export: it can hold thousands of ids, which are for lookups only. */
const shown = { ...getColumns(audit), after: sql<typeof audit.$inferSelect.after>`${audit.after} - 'listed'` };

function entries(tx: Transaction, filter: Filter, before: SQL | undefined, limit: number) {
  const pattern = filter.search && containing(filter.search);
  return tx
    .select(shown)
    .from(audit)
    .where(
      and(
        before,
        filter.club ? eq(audit.club, filter.club) : undefined,
        filter.entity ? eq(audit.entity, filter.entity) : undefined,
        filter.from ? gte(audit.time, new Date(filter.from)) : undefined,
        filter.to ? lte(audit.time, new Date(filter.to)) : undefined,
        pattern ? or(ilike(audit.name, pattern), ilike(audit.content, pattern)) : undefined,
      ),
    )
    .orderBy(desc(audit.id))
    .limit(limit);
}
