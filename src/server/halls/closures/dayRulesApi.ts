import { and, asc, eq, gte, inArray, lte, or, sql } from 'drizzle-orm';
import type { Target } from '#shared/kernel/rights.ts';
import { clubNames, type ClubName } from '#shared/kernel/clubs.ts';
import { dayRulesContract, dayRuleScopeNames, type DayRuleScope, type StoredDayRule } from '#shared/halls/dayRules.ts';
import { facilityTarget } from '#shared/halls/facilities.ts';
import { readFacility } from '../facilities/service.ts';
import { facility } from '../facilities/table.ts';
import { allow, signedIn, type Context } from '#server/platform/http/context.ts';
import type { Write, Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { changedDays, type CalendarChange, type CalendarFollower } from './changes.ts';
import { findChanges, applyCalendarChange } from './follow.ts';
import { parseHolidays } from './import.ts';
import { home } from './service.ts';
import { dropProposals } from './questions.ts';
import { calendarDayRule } from './table.ts';
import { today } from '#server/platform/process/clock.ts';

const os = implementing(dayRulesContract);
type Row = typeof calendarDayRule.$inferSelect;
type Place = Pick<Row, 'scope' | 'scopeId'>;
type Dates = 'follow' | 'stay';

/**
 * Holidays and closures: everybody may read them, since cancelled dates are visible to everybody. A preview shows which dates would be
 * cancelled and which restored; with the change they follow, or stay unchanged.
 */
export const dayRulesApi = (followers: readonly CalendarFollower[]) =>
  os.router({ ...reading(followers), ...writing(followers), ...importing(followers) });

/** Reading, and the preview of a change. */
const reading = (followers: readonly CalendarFollower[]) => ({
  list: os.list.handler(({ context, input }) =>
    context.read(async (tx) => {
      const rows = await tx
        .select()
        .from(calendarDayRule)
        .where(
          and(
            lte(calendarDayRule.startsOn, input.to),
            gte(calendarDayRule.endsOn, input.from),
            input.facility ? or(inArray(calendarDayRule.scope, ['state', 'town']), eq(calendarDayRule.scopeId, input.facility)) : undefined,
          ),
        )
        .orderBy(asc(calendarDayRule.startsOn), asc(calendarDayRule.id))
        .limit(500);
      return labelled(tx, rows);
    }),
  ),
  check: os.check.handler(({ context, input }) =>
    context.read(async (tx) => {
      const removed = input.replaces ? [await readRule(tx, input.replaces)] : [];
      for (const one of [...removed, ...input.rules]) await allowAt(context, tx, one);
      return findChanges(signedIn(context), tx, followers, { removed, added: input.rules });
    }),
  ),
});

/** Creating, changing and deleting a period. */
const writing = (followers: readonly CalendarFollower[]) => ({
  create: os.create.handler(({ context, input: { dates, ...values } }) =>
    context.write(async (write) => {
      await allowAt(context, write.tx, values);
      await change(followers, context, write, { removed: [], added: [values] }, dates);
      const [row] = await write.tx.insert(calendarDayRule).values(values).returning();
      if (!row) throw new Problem('conflict');
      record(context, write, row, `Zeitraum eingetragen: ${row.name}`, undefined, row);
      return labelledOne(write.tx, row);
    }),
  ),
  update: os.update.handler(({ context, input: { id, version, dates, ...values } }) =>
    context.write(async (write) => {
      const before = await changeable(context, write.tx, id);
      await allowAt(context, write.tx, values);
      if (before.version !== version) throw new Problem('conflict');
      await change(followers, context, write, { removed: [before], added: [values] }, dates);
      const [row] = await write.tx
        .update(calendarDayRule)
        .set({ ...values, version: version + 1 })
        .where(eq(calendarDayRule.id, id))
        .returning();
      if (!row) throw new Problem('not-found');
      record(context, write, row, `Zeitraum geändert: ${row.name}`, before, row);
      return labelledOne(write.tx, row);
    }),
  ),
  delete: os.delete.handler(({ context, input }) =>
    context.write(async (write) => {
      const row = await changeable(context, write.tx, input.id);
      await change(followers, context, write, { removed: [row], added: [] }, input.dates);
      await dropProposals(write.tx, row.id);
      await write.tx.delete(calendarDayRule).where(eq(calendarDayRule.id, row.id));
      record(context, write, row, `Zeitraum gelöscht: ${row.name}`, row, undefined);
      return { ok: true } as const;
    }),
  ),
});

/** Importing holidays from a file. */
const importing = (followers: readonly CalendarFollower[]) => ({
  import: os.import.handler(({ context, input }) =>
    context.write(async (write) => {
      await allowAt(context, write.tx, { scope: 'state', scopeId: home.state });
      const known = await write.tx.select().from(calendarDayRule).where(eq(calendarDayRule.scope, 'state')).limit(1000);
      const rows = parseHolidays(input.text, known);
      const fresh = rows
        .filter(({ result }) => result === 'new')
        .map(({ name, startsOn, endsOn }) => ({
          scope: 'state' as const,
          scopeId: home.state,
          kind: 'school_holiday' as const,
          name,
          startsOn,
          endsOn,
          source: input.source,
        }));
      if (!input.isDryRun && fresh.length > 0) {
        await change(followers, context, write, { removed: [], added: fresh }, input.dates);
        await write.tx.insert(calendarDayRule).values(fresh);
        record(context, write, { id: '', scope: 'state', scopeId: home.state }, `Ferien übernommen: ${fresh.length}`, undefined, undefined);
      }
      return { rows };
    }),
  ),
});

/** Changes the calendar, and updates the dates if that is requested. */
async function change(
  followers: readonly CalendarFollower[],
  context: Context,
  write: Write,
  change: CalendarChange,
  dates: Dates,
): Promise<void> {
  const days = dates === 'follow' ? await changedDays(write.tx, change, today()) : undefined;
  if (days) await applyCalendarChange(context, write, followers, days);
}

/** The days of the state and the town belong to GSV; all others to the club or the facility's manager. */
async function allowAt(context: Context, tx: Transaction, { scope, scopeId }: Place): Promise<void> {
  const { club } = signedIn(context);
  allow(context, 'calendar.update', await targetAt(tx, club, scope, scopeId));
}

async function targetAt(tx: Transaction, club: ClubName, scope: DayRuleScope, scopeId: string): Promise<Target> {
  if (scope === 'facility') {
    if (!/^[0-9a-f-]{36}$/i.test(scopeId)) throw fieldProblem('scopeId', 'Bitte die Sportstätte wählen.');
    return facilityTarget(club, await readFacility(tx, scopeId));
  }
  const expected: readonly string[] = { state: [home.state], town: [home.town], club: clubNames }[scope];
  if (!expected.includes(scopeId)) throw fieldProblem('scopeId', 'Bitte wählen Sie einen der angebotenen Werte.');
  if (scope === 'club') return scopeId === club ? 'club' : 'other';
  return club === 'GSV' ? 'club' : 'municipal';
}

async function readRule(tx: Transaction, id: string): Promise<Row> {
  const [row] = await tx.select().from(calendarDayRule).where(eq(calendarDayRule.id, id));
  if (!row) throw new Problem('not-found');
  return row;
}

async function changeable(context: Context, tx: Transaction, id: string): Promise<Row> {
  await tx.select({ id: calendarDayRule.id }).from(calendarDayRule).where(eq(calendarDayRule.id, id)).for('update');
  const row = await readRule(tx, id);
  await allowAt(context, tx, row);
  return row;
}

async function labelled(tx: Transaction, rows: readonly Row[]): Promise<StoredDayRule[]> {
  const ids = rows.filter(({ scope }) => scope === 'facility').map(({ scopeId }) => scopeId);
  const names =
    ids.length > 0
      ? await tx
          .select({ id: facility.id, name: facility.name })
          .from(facility)
          .where(inArray(sql`${facility.id}::text`, ids))
      : [];
  return rows.map((row) => ({
    ...row,
    source: row.source ?? '',
    scopeLabel:
      row.scope === 'facility'
        ? (names.find(({ id }) => id === row.scopeId)?.name ?? 'Sportstätte')
        : row.scope === 'club'
          ? row.scopeId
          : dayRuleScopeNames[row.scope],
  }));
}

async function labelledOne(tx: Transaction, row: Row): Promise<StoredDayRule> {
  const [shown] = await labelled(tx, [row]);
  if (!shown) throw new Problem('not-found');
  return shown;
}

function record(
  context: Context,
  write: Write,
  row: Place & { id: string },
  content: string,
  before: Row | undefined,
  after: Row | undefined,
): void {
  const viewer = signedIn(context);
  write.audit('calendar.update', { club: viewer.club, id: row.id || undefined, entity: 'facilities' }, content, { before, after });
  write.changed({ collection: 'facilities', club: viewer.club, ...(row.scope === 'facility' && { entityId: row.scopeId }) });
}
