import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { localOf } from '#shared/kernel/calendar.ts';
import type { OperationalView, shiftChange, shiftInput } from '#shared/helpers/operationalShapes.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { sqlState, type Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { postDutyLetter } from './letters.ts';
import { changeable, mayChange, mustBeEditable } from './lists.ts';
import { inLine, tellChanged, withDuty, type OperationalRow, type ShiftRow } from '../signUp/places.ts';
import { recordList } from './record.ts';
import { operationalAssignment, operationalShift } from './table.ts';
import { toView } from './view.ts';

const board = { isBoard: true, personIds: [] } as const;
const shiftsAtMost = 500;

/** Adds a duty to a list. */
export function addShift(context: Context, { id, ...values }: z.output<typeof shiftInput>): Promise<OperationalView> {
  return context.write(async (deed) => {
    const list = await changeable(context, deed.tx, id, 'operational.update');
    mustBeEditable(list);
    const times = timesOf(list, values);
    const [{ count } = { count: 0 }] = await deed.tx
      .select({ count: sql<number>`count(*)::int` })
      .from(operationalShift)
      .where(eq(operationalShift.operationalId, id));
    if (count >= shiftsAtMost) throw fieldProblem('task', `Höchstens ${shiftsAtMost} Dienste je Liste.`);
    await deed.tx.insert(operationalShift).values({ ...values, ...times, id: randomUUID(), club: list.club, operationalId: id });
    tellChanged(deed, list);
    recordList(context, deed, list, 'operational.update', `Dienst „${values.task}“ angelegt`);
    return toView(deed.tx, list, board);
  });
}

/** Changes a duty; more places go to those who stand by, another time or place is told to its helpers. */
export function updateShift(context: Context, { id, version, ...values }: z.output<typeof shiftChange>): Promise<OperationalView> {
  return inLine(id, () =>
    context.write((deed) =>
      withDuty(
        { deed, settings: context.settings, actor: { name: signedIn(context).name } },
        id,
        async (list, shift) => {
          await mayChange(context, list, 'operational.update');
          mustBeEditable(list);
          if (shift.version !== version) throw new Problem('conflict');
        },
        async (duty) => {
          const before = duty.shift;
          const times = timesOf(duty.list, values);
          const [after] = await deed.tx
            .update(operationalShift)
            .set({ ...values, ...times, version: version + 1 })
            .where(eq(operationalShift.id, id))
            .returning()
            .catch((error: unknown) => {
              // The new time takes its helpers with it; one of them has another duty then.
              throw sqlState(error) === '23P01' ? new Problem('duty-overlaps', { cause: error }) : error;
            });
          if (!after) throw new Problem('not-found');
          duty.shift = after;
          if (isMoved(before, after)) await tellHelpers(deed.tx, duty, 'moved');
          recordList(context, deed, duty.list, 'operational.update', `Dienst „${after.task}“ geändert`, { before, after });
          return toView(deed.tx, duty.list, board);
        },
      ),
    ),
  );
}

/** Removes a duty on which nobody is. */
export function removeShift(context: Context, id: string): Promise<{ ok: true }> {
  return context.write(async (deed) => {
    const [shift] = await deed.tx.select().from(operationalShift).where(eq(operationalShift.id, id)).for('update');
    if (!shift) throw new Problem('not-found');
    const list = await changeable(context, deed.tx, shift.operationalId, 'operational.update');
    mustBeEditable(list);
    const [helper] = await deed.tx
      .select({ id: operationalAssignment.id })
      .from(operationalAssignment)
      .where(and(eq(operationalAssignment.shiftId, shift.id), ne(operationalAssignment.state, 'cancelled')))
      .limit(1);
    if (helper) throw new Problem('wrong-state', { fields: [{ path: 'shift', message: 'Bitte tragen Sie zuerst alle aus.' }] });
    await deed.tx.delete(operationalShift).where(eq(operationalShift.id, shift.id));
    tellChanged(deed, list);
    recordList(context, deed, list, 'operational.update', `Dienst „${shift.task}“ gelöscht`, { before: shift });
    return { ok: true } as const;
  });
}

/** Writes to everybody who is on a duty, stands by, or has yet to confirm. */
export async function tellHelpers(
  tx: Transaction,
  about: Parameters<typeof postDutyLetter>[0],
  occasion: 'moved' | 'called-off',
): Promise<void> {
  const rows = await tx
    .select()
    .from(operationalAssignment)
    .where(
      and(eq(operationalAssignment.shiftId, about.shift.id), inArray(operationalAssignment.state, ['unverified', 'confirmed', 'standby'])),
    );
  // The version of the duty makes a second change a second letter.
  for (const row of rows) await postDutyLetter(about, { ...row, version: row.version + about.shift.version }, occasion);
}

/** A duty begins on one of the days of its list; it may end after midnight. */
function timesOf({ startsOn, endsOn }: OperationalRow, values: { startsAt: string; endsAt: string }): { startsAt: Date; endsAt: Date } {
  const startsAt = new Date(values.startsAt);
  const day = localOf(startsAt).date;
  if (day < startsOn || day > endsOn) throw fieldProblem('startsAt', 'Der Dienst beginnt außerhalb der Tage der Liste.');
  return { startsAt, endsAt: new Date(values.endsAt) };
}

function isMoved(before: ShiftRow, after: ShiftRow): boolean {
  return (
    before.startsAt.getTime() !== after.startsAt.getTime() ||
    before.endsAt.getTime() !== after.endsAt.getTime() ||
    before.place !== after.place
  );
}
