import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { assignmentSets } from '#shared/helpers/helperListWords.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import type { HelperListView, shiftChange, shiftInput } from '#shared/helpers/helperListShapes.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { sqlState, type Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { postAssignmentEmail } from './emails.ts';
import { changeable, mayChange, mustBeEditable } from './lists.ts';
import { inLine, notifyChanged, withShift, type HelperListRow, type ShiftRow } from '../signUp/seats.ts';
import { recordList } from './record.ts';
import { assignment, shift } from './table.ts';
import { toView } from './view.ts';

const board = { isBoard: true, personIds: [] } as const;
const shiftsAtMost = 500;

export function addShift(context: Context, { id, ...values }: z.output<typeof shiftInput>): Promise<HelperListView> {
  return context.write(async (write) => {
    const list = await changeable(context, write.tx, id, 'operational.update');
    mustBeEditable(list);
    const times = timesOf(list, values);
    const [{ count } = { count: 0 }] = await write.tx
      .select({ count: sql<number>`count(*)::int` })
      .from(shift)
      .where(eq(shift.helperListId, id));
    if (count >= shiftsAtMost) throw fieldProblem('task', `Höchstens ${shiftsAtMost} Dienste je Liste.`);
    await write.tx.insert(shift).values({ ...values, ...times, id: randomUUID(), club: list.club, helperListId: id });
    notifyChanged(write, list);
    recordList(write, list, 'operational.update', `Dienst „${values.task}“ angelegt`);
    return toView(write.tx, list, board);
  });
}

/** Changes a shift. Additional seats go to standbys; helpers are notified of a new time or location. */
export function updateShift(context: Context, { id, version, ...values }: z.output<typeof shiftChange>): Promise<HelperListView> {
  return inLine(id, () =>
    context.write((write) =>
      withShift(
        { write, settings: context.settings, actor: { name: signedIn(context).name } },
        id,
        async (list, shift) => {
          await mayChange(context, list, 'operational.update');
          mustBeEditable(list);
          if (shift.version !== version) throw new Problem('conflict');
        },
        async (seats) => {
          const before = seats.shift;
          const times = timesOf(seats.list, values);
          const [after] = await write.tx
            .update(shift)
            .set({ ...values, ...times, version: version + 1 })
            .where(eq(shift.id, id))
            .returning()
            .catch((error: unknown) => {
              // The new time is copied to the assignments by the foreign key; one of the helpers has another shift at that time.
              throw sqlState(error) === '23P01' ? new Problem('duty-overlaps', { cause: error }) : error;
            });
          if (!after) throw new Problem('not-found');
          seats.shift = after;
          if (isMoved(before, after)) await notifyHelpers(write.tx, seats, 'moved');
          recordList(write, seats.list, 'operational.update', `Dienst „${after.task}“ geändert`, { before, after });
          return toView(write.tx, seats.list, board);
        },
      ),
    ),
  );
}

/** Deletes a shift; throws if it has helpers. */
export function deleteShift(context: Context, id: string): Promise<{ ok: true }> {
  return context.write(async (write) => {
    const [row] = await write.tx.select().from(shift).where(eq(shift.id, id)).for('update');
    if (!row) throw new Problem('not-found');
    const list = await changeable(context, write.tx, row.helperListId, 'operational.update');
    mustBeEditable(list);
    const [helper] = await write.tx
      .select({ id: assignment.id })
      .from(assignment)
      .where(and(eq(assignment.shiftId, row.id), ne(assignment.state, 'cancelled')))
      .limit(1);
    if (helper) throw new Problem('wrong-state', { fields: [{ path: 'shift', message: 'Bitte tragen Sie zuerst alle aus.' }] });
    await write.tx.delete(shift).where(eq(shift.id, row.id));
    notifyChanged(write, list);
    recordList(write, list, 'operational.update', `Dienst „${row.task}“ gelöscht`, { before: row });
    return { ok: true } as const;
  });
}

/** Sends an e-mail to all helpers of a shift, including standbys and unconfirmed ones. */
export async function notifyHelpers(
  tx: Transaction,
  about: Parameters<typeof postAssignmentEmail>[0],
  occasion: 'moved' | 'called-off',
): Promise<void> {
  const rows = await tx
    .select()
    .from(assignment)
    .where(and(eq(assignment.shiftId, about.shift.id), inArray(assignment.state, assignmentSets.active)));
  // Adding the version of the shift gives a second change its own e-mail key.
  for (const row of rows) await postAssignmentEmail(about, { ...row, version: row.version + about.shift.version }, occasion);
}

/** A shift begins on one of the days of its list and may end after midnight. */
function timesOf({ startsOn, endsOn }: HelperListRow, values: { startsAt: string; endsAt: string }): { startsAt: Date; endsAt: Date } {
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
