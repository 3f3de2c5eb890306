import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import { localOf } from '#shared/kernel/calendar.ts';
import { personAccess } from '#server/people/persons/table.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Services } from '#server/platform/http/context.ts';
import { everyClub, type Transaction } from '#server/platform/database/database.ts';
import { clubOfHelperToken } from './access.ts';
import { postDutyLetter } from './letters.ts';
import { changeHelper, inLine, withDuty } from '../signUp/places.ts';
import { operational, operationalAssignment, operationalShift } from './table.ts';

const dayMs = 24 * 60 * 60 * 1000;
const actor = { name: 'System' };
const guestsKeptDays = 30;

export { clubOfHelperToken };

/** Lets places go that nobody confirmed in time; whoever stands by moves up. A job calls it each minute. */
export async function expireHolds({ database, settings, log }: Pick<Services, 'database' | 'settings' | 'log'>): Promise<void> {
  const isOver = and(eq(operationalAssignment.state, 'unverified'), lte(operationalAssignment.holdExpiresAt, now()));
  const duties = await database.read(everyClub, (tx) =>
    tx.selectDistinct({ shiftId: operationalAssignment.shiftId }).from(operationalAssignment).where(isOver).limit(500),
  );
  for (const { shiftId } of duties) {
    try {
      await inLine(shiftId, () =>
        database.write(everyClub, (deed) =>
          withDuty(
            { deed, settings, actor },
            shiftId,
            () => undefined,
            async (duty) => {
              const due = await deed.tx
                .select()
                .from(operationalAssignment)
                .where(and(eq(operationalAssignment.shiftId, shiftId), isOver));
              for (const row of due) await changeHelper(duty, row, 'cancelled', { isSilent: true });
            },
          ),
        ),
      );
    } catch (error) {
      // One duty that cannot be served now must not keep the others waiting; it comes again in a minute.
      log.warn({ err: error, shiftId }, 'holds of a duty did not run out');
    }
  }
}

/** Reminds of duties as many days before as their list says; who came later than that was told then. A job calls it. */
export async function remindHelpers({ database, settings }: Pick<Services, 'database' | 'settings'>): Promise<void> {
  await database.write(everyClub, async (deed) => {
    const lead = sql`make_interval(days => ${operational.reminderDays})`;
    const rows = await deed.tx
      .select({ row: operationalAssignment, shift: operationalShift, list: operational })
      .from(operationalAssignment)
      .innerJoin(operationalShift, eq(operationalShift.id, operationalAssignment.shiftId))
      .innerJoin(operational, eq(operational.id, operationalShift.operationalId))
      .where(
        and(
          eq(operationalAssignment.state, 'confirmed'),
          isNull(operationalAssignment.remindedAt),
          gt(operational.reminderDays, 0),
          inArray(operational.state, ['open', 'closed']),
          gt(operationalAssignment.startsAt, now()),
          sql`${operationalAssignment.startsAt} - ${lead} <= ${now()}::timestamptz`,
          sql`${operationalAssignment.createdAt} < ${operationalAssignment.startsAt} - ${lead}`,
        ),
      )
      .orderBy(asc(operationalAssignment.startsAt))
      .limit(500)
      .for('update', { of: operationalAssignment, skipLocked: true });
    for (const { row, shift, list } of rows) {
      await postDutyLetter({ deed, settings, list, shift }, row, 'reminder');
      await deed.tx.update(operationalAssignment).set({ remindedAt: now() }).where(eq(operationalAssignment.id, row.id));
    }
  });
}

/** Forgets the guests of duties that are long over; what they did stays without a name (domain.md 6.10). */
export async function forgetGuests({ database }: Pick<Services, 'database'>): Promise<void> {
  const lastDay = localOf(new Date(now().getTime() - guestsKeptDays * dayMs)).date;
  await database.write(everyClub, (deed) =>
    deed.tx.execute(sql`update operational_item_pledge p set guest_name = 'Gast', guest_email = null from operational_item i
      join operational o on o.id = i.operational_id
      where i.id = p.item_id and p.person_id is null and p.guest_email is not null and o.ends_on < ${lastDay}`),
  );
  await database.write(everyClub, (deed) =>
    deed.tx
      .update(operationalAssignment)
      .set({
        guestName: 'Gast',
        guestEmail: null,
        guestPhone: null,
        comment: '',
        helperKey: sql`'forgotten:' || ${operationalAssignment.id}`,
      })
      .where(
        and(
          isNull(operationalAssignment.personId),
          lt(operationalAssignment.endsAt, new Date(now().getTime() - guestsKeptDays * dayMs)),
          or(isNotNull(operationalAssignment.guestEmail), sql`${operationalAssignment.guestName} <> 'Gast'`),
        ),
      ),
  );
}

/** Duties for a calendar: those of a whole list, one own duty, or all of a user and his children. */
export async function dutiesFor(tx: Transaction, which: { token: string } | { userId: string }) {
  const since = new Date(now().getTime() - 60 * dayMs);
  const isShown = and(gt(operationalShift.endsAt, since), inArray(operational.state, ['open', 'closed', 'done']));
  const of = 'token' in which ? isOpenedBy(which.token) : isOwnOf(tx, which.userId);
  return tx
    .select({ shift: operationalShift, title: operational.title })
    .from(operationalShift)
    .innerJoin(operational, eq(operational.id, operationalShift.operationalId))
    .where(and(isShown, of))
    .orderBy(asc(operationalShift.startsAt), asc(operationalShift.id))
    .limit(500);
}

function isOpenedBy(token: string): SQL | undefined {
  const own = sql`exists (select 1 from operational_assignment a where a.shift_id = ${operationalShift.id} and a.manage_token = ${token}
    and a.state in ('confirmed', 'done'))`;
  return or(and(eq(operational.publicToken, token), eq(operational.visibility, 'link')), own);
}

function isOwnOf(tx: Transaction, userId: string): SQL {
  const access = tx
    .select({ one: sql`1` })
    .from(personAccess)
    .where(
      and(eq(personAccess.personId, operationalAssignment.personId), eq(personAccess.userId, userId), isNotNull(personAccess.verifiedAt)),
    );
  return exists(
    tx
      .select({ one: sql`1` })
      .from(operationalAssignment)
      .where(
        and(
          eq(operationalAssignment.shiftId, operationalShift.id),
          inArray(operationalAssignment.state, ['confirmed', 'done']),
          or(exists(access), and(isNull(operationalAssignment.personId), eq(operationalAssignment.createdBy, userId))),
        ),
      ),
  );
}
