import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import { oneOf } from '#server/platform/database/columns.ts';
import { assignmentSets, helperListSets } from '#shared/helpers/helperListWords.ts';
import { instantOf, localOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { actingAccess } from '#server/people/persons/table.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Services } from '#server/platform/http/context.ts';
import { everyClub, type Transaction } from '#server/platform/database/database.ts';
import { linkHash } from '#server/platform/secretLinks.ts';
import { clubOfHelperToken } from './access.ts';
import { isOpenShift } from './openShifts.ts';
import { postAssignmentEmail } from './emails.ts';
import { changeHelper, inLine, withShift } from '../signUp/seats.ts';
import { helperList, assignment, shift } from './table.ts';

const dayMs = 24 * 60 * 60 * 1000;
const actor = { name: 'System' };
const guestsKeptDays = 30;

export { clubOfHelperToken, isOpenShift };

/** Releases seats whose hold expired without confirmation, and promotes standbys. A job calls it every minute. */
export async function expireHolds({ database, settings, log }: Pick<Services, 'database' | 'settings' | 'log'>): Promise<void> {
  const isOver = and(eq(assignment.state, 'unverified'), lte(assignment.holdExpiresAt, now()));
  const shifts = await database.read(everyClub, (tx) =>
    tx.selectDistinct({ shiftId: assignment.shiftId }).from(assignment).where(isOver).limit(500),
  );
  for (const { shiftId } of shifts) {
    try {
      await inLine(shiftId, () =>
        database.write(everyClub, (write) =>
          withShift(
            { write, settings, actor },
            shiftId,
            () => undefined,
            async (seats) => {
              const due = await write.tx
                .select()
                .from(assignment)
                .where(and(eq(assignment.shiftId, shiftId), isOver));
              for (const row of due) await changeHelper(seats, row, 'cancelled', { isSilent: true });
            },
          ),
        ),
      );
    } catch (error) {
      // A failed shift must not block the others; the job retries it after a minute.
      log.warn({ err: error, shiftId }, 'holds of a shift did not run out');
    }
  }
}

/**
 * Sends reminders of shifts, as many days ahead as the list specifies; helpers who joined later were notified when they did. Called by a
 * job.
 */
export async function remindHelpers({ database, settings }: Pick<Services, 'database' | 'settings'>): Promise<void> {
  await database.write(everyClub, async (write) => {
    const lead = sql`make_interval(days => ${helperList.reminderDays})`;
    const rows = await write.tx
      .select({ row: assignment, shift: shift, list: helperList })
      .from(assignment)
      .innerJoin(shift, eq(shift.id, assignment.shiftId))
      .innerJoin(helperList, eq(helperList.id, shift.helperListId))
      .where(
        and(
          eq(assignment.state, 'confirmed'),
          isNull(assignment.remindedAt),
          gt(helperList.reminderDays, 0),
          inArray(helperList.state, helperListSets.running),
          gt(assignment.startsAt, now()),
          sql`${assignment.startsAt} - ${lead} <= ${now()}::timestamptz`,
          sql`${assignment.createdAt} < ${assignment.startsAt} - ${lead}`,
        ),
      )
      .orderBy(asc(assignment.startsAt))
      .limit(500)
      .for('update', { of: assignment, skipLocked: true });
    for (const { row, shift, list } of rows) {
      await postAssignmentEmail({ write, settings, list, shift }, row, 'reminder');
      await write.tx.update(assignment).set({ remindedAt: now() }).where(eq(assignment.id, row.id));
    }
  });
}

/** Anonymises the guests of shifts that ended long ago; their hours are kept without a name. */
export async function forgetGuests({ database }: Pick<Services, 'database'>): Promise<void> {
  const lastDay = localOf(new Date(now().getTime() - guestsKeptDays * dayMs)).date;
  await database.write(everyClub, (write) =>
    write.tx.execute(sql`update item_pledge p set guest_name = 'Gast', guest_email = null from item i
      join helper_list o on o.id = i.helper_list_id
      where i.id = p.item_id and p.person_id is null and p.guest_email is not null and o.ends_on < ${lastDay}`),
  );
  await database.write(everyClub, (write) =>
    write.tx
      .update(assignment)
      .set({
        guestName: 'Gast',
        guestEmail: null,
        guestPhone: null,
        comment: '',
        helperKey: sql`'forgotten:' || ${assignment.id}`,
      })
      .where(
        and(
          isNull(assignment.personId),
          lt(assignment.endsAt, new Date(now().getTime() - guestsKeptDays * dayMs)),
          or(isNotNull(assignment.guestEmail), sql`${assignment.guestName} <> 'Gast'`),
        ),
      ),
  );
}

/** The shifts for a calendar: those of a list, one own assignment, or all of a user and their children. */
export async function assignmentsFor(tx: Transaction, which: { token: string } | { id: string } | { userId: string }) {
  const since = new Date(now().getTime() - 60 * dayMs);
  const isShown = and(gt(shift.endsAt, since), inArray(helperList.state, helperListSets.shown));
  const of = 'token' in which ? isInLink(which.token) : 'id' in which ? hasServing(sql`a.id = ${which.id}`) : isOwnOf(tx, which.userId);
  return tx
    .select({ shift: shift, title: helperList.title })
    .from(shift)
    .innerJoin(helperList, eq(helperList.id, shift.helperListId))
    .where(and(isShown, of))
    .orderBy(asc(shift.startsAt), asc(shift.id))
    .limit(500);
}

/** The confirmed minutes of helpers of a club in a year, by person id; guests are excluded. */
export async function creditedMinutes(tx: Transaction, club: ClubName, year: number): Promise<Map<string, number>> {
  const rows = await tx
    .select({ personId: assignment.personId, minutes: sql<number>`sum(${assignment.creditedMinutes})::int` })
    .from(assignment)
    .where(and(isDoneIn(club, year), isNotNull(assignment.personId)))
    .groupBy(assignment.personId);
  return new Map(rows.flatMap(({ personId, minutes }) => (personId === null ? [] : [[personId, minutes]])));
}

/** The guests who helped a club in a year and their minutes, which are not credited to any person. */
export async function guestMinutes(tx: Transaction, club: ClubName, year: number): Promise<{ name: string; minutes: number }[]> {
  return tx
    .select({ name: sql<string>`coalesce(${assignment.guestName}, '')`, minutes: sql<number>`sum(${assignment.creditedMinutes})::int` })
    .from(assignment)
    .where(and(isDoneIn(club, year), isNull(assignment.personId), sql`${assignment.creditedMinutes} > 0`))
    .groupBy(assignment.guestName)
    .orderBy(assignment.guestName)
    .limit(200);
}

function isDoneIn(club: ClubName, year: number): SQL | undefined {
  return and(
    eq(assignment.club, club),
    eq(assignment.state, 'done'),
    sql`${assignment.startsAt} >= ${instantOf(`${year}-01-01`, '00:00')}`,
    sql`${assignment.startsAt} < ${instantOf(`${year + 1}-01-01`, '00:00')}`,
  );
}

function isInLink(token: string): SQL | undefined {
  const own = hasServing(sql`a.link_hashes @> array[${linkHash(token)}::text]`);
  return or(and(eq(helperList.publicToken, token), eq(helperList.visibility, 'link')), own);
}

function hasServing(which: SQL): SQL {
  return sql`exists (select 1 from assignment a where a.shift_id = ${shift.id} and ${which} and a.state in ${oneOf(assignmentSets.serving)})`;
}

function isOwnOf(tx: Transaction, userId: string): SQL {
  const access = tx
    .select({ one: sql`1` })
    .from(actingAccess)
    .where(and(eq(actingAccess.personId, assignment.personId), eq(actingAccess.userId, userId)));
  return exists(
    tx
      .select({ one: sql`1` })
      .from(assignment)
      .where(
        and(
          eq(assignment.shiftId, shift.id),
          inArray(assignment.state, assignmentSets.serving),
          or(exists(access), and(isNull(assignment.personId), eq(assignment.createdBy, userId))),
        ),
      ),
  );
}
