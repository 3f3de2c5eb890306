import { and, eq } from 'drizzle-orm';
import { assignmentSets, helperListSets } from '#shared/helpers/helperListWords.ts';
import type { HelperListView } from '#shared/helpers/helperListShapes.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { person } from '#server/people/persons/table.ts';
import { allow, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { postAssignmentEmail } from '../lists/emails.ts';
import { changeHelper, hasRoom, inLine, insertHelper, withShift, type AssignmentRow, type ShiftSeats, type Helper } from './seats.ts';
import { recordAssignment } from '../lists/record.ts';
import { guestFrom, helperFrom, refuseTooYoung } from './signUp.ts';
import { assignment } from '../lists/table.ts';
import { toView } from '../lists/view.ts';

type Assigned = { id: string; personId: string | null; name: string; email: string; phone: string; isStandby: boolean };

/** Assigns a helper to a shift manually: a person of the club, or a guest by name. */
export function assign(context: Context, { id, isStandby, ...who }: Assigned): Promise<HelperListView> {
  return onShift(context, id, 'operational.assign', async (seats) => {
    if (!helperListSets.staffed.includes(seats.list.state)) throw new Problem('registration-closed');
    const helper = await chosen(seats, who);
    if (!isStandby && !hasRoom(seats)) throw new Problem('places-taken');
    // No account: the assignment does not belong to the board member who creates it.
    const row = await insertHelper(seats, helper, isStandby ? 'standby' : 'confirmed', null);
    await postAssignmentEmail(seats, row);
    recordAssignment(seats, row, 'operational.assign', 'Eingetragen');
  });
}

/** Promotes a standby manually, e.g. after a phone call. */
export function promote(context: Context, id: string): Promise<HelperListView> {
  return onAssignment(context, id, 'operational.assign', async (seats, row) => {
    if (row.state !== 'standby') throw new Problem('wrong-state');
    if (!hasRoom(seats)) throw new Problem('places-taken');
    await changeHelper(seats, row, 'confirmed');
    recordAssignment(seats, row, 'operational.assign', 'Nachgerückt');
  });
}

export function remove(context: Context, id: string): Promise<HelperListView> {
  return onAssignment(context, id, 'operational.signOff', async (seats, row) => {
    if (!assignmentSets.active.includes(row.state)) throw new Problem('wrong-state');
    await changeHelper(seats, row, 'cancelled');
    recordAssignment(seats, row, 'operational.signOff', 'Ausgetragen');
  });
}

async function onAssignment(
  context: Context,
  id: string,
  permission: Permission,
  work: (seats: ShiftSeats, row: AssignmentRow) => Promise<void>,
): Promise<HelperListView> {
  const read = (tx: Transaction) => tx.select().from(assignment).where(eq(assignment.id, id));
  const [found] = await context.read(read);
  if (!found) throw new Problem('not-found');
  return onShift(context, found.shiftId, permission, async (seats) => {
    const [row] = await read(seats.write.tx);
    if (!row || row.shiftId !== seats.shift.id) throw new Problem('not-found');
    await work(seats, row);
  });
}

function onShift(
  context: Context,
  shiftId: string,
  permission: Permission,
  work: (seats: ShiftSeats) => Promise<void>,
): Promise<HelperListView> {
  const viewer = signedIn(context);
  return inLine(shiftId, () =>
    context.write(async (write) => {
      const list = await withShift(
        { write, settings: context.settings, actor: { userId: viewer.userId, name: viewer.name } },
        shiftId,
        async ({ club }) => {
          allow(context, permission, targetOf(context, club));
          await requireFeature(context, permission, club);
        },
        async (seats) => {
          await work(seats);
          return seats.list;
        },
      );
      return toView(write.tx, list, { isBoard: true, personIds: [] });
    }),
  );
}

async function chosen(
  { write, list, shift }: ShiftSeats,
  { personId, name, email, phone }: Omit<Assigned, 'id' | 'isStandby'>,
): Promise<Helper> {
  if (!personId) {
    if (name === '') throw fieldProblem('name', 'Bitte wählen Sie eine Person oder nennen Sie einen Namen.');
    return guestFrom({ name, email, phone });
  }
  const [row] = await write.tx
    .select()
    .from(person)
    .where(and(eq(person.id, personId), eq(person.club, list.club)));
  if (!row) throw new Problem('not-found');
  refuseTooYoung(shift, row.birthDate, true);
  return helperFrom(row);
}
