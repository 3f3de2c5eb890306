import { and, eq } from 'drizzle-orm';
import type { OperationalView } from '#shared/helpers/operationalShapes.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { person } from '#server/people/persons/table.ts';
import { allow, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { postDutyLetter } from '../lists/letters.ts';
import { changeHelper, hasRoom, inLine, insertHelper, withDuty, type AssignmentRow, type Duty, type Helper } from './places.ts';
import { recordDuty } from '../lists/record.ts';
import { guestFrom, helperFrom, refuseTooYoung } from './signUp.ts';
import { operationalAssignment } from '../lists/table.ts';
import { toView } from '../lists/view.ts';

type Assigned = { id: string; personId: string | null; name: string; email: string; phone: string; isStandby: boolean };

/** Puts somebody on a duty by hand: a person of the club, or whoever called, by name. */
export function assign(context: Context, { id, isStandby, ...who }: Assigned): Promise<OperationalView> {
  return onDuty(context, id, 'operational.assign', async (duty) => {
    if (!['draft', 'open', 'closed'].includes(duty.list.state)) throw new Problem('registration-closed');
    const helper = await chosen(duty, who);
    if (!isStandby && !hasRoom(duty)) throw new Problem('places-taken');
    // Nobody's account stands behind it: it is not the board member's own duty.
    const row = await insertHelper(duty, helper, isStandby ? 'standby' : 'confirmed', null);
    await postDutyLetter(duty, row);
    recordDuty(duty, row, 'operational.assign', 'Eingetragen');
  });
}

/** Lets somebody move up from the standby list by hand, e.g. after a call. */
export function promote(context: Context, id: string): Promise<OperationalView> {
  return onAssignment(context, id, 'operational.assign', async (duty, row) => {
    if (row.state !== 'standby') throw new Problem('wrong-state');
    if (!hasRoom(duty)) throw new Problem('places-taken');
    await changeHelper(duty, row, 'confirmed');
    recordDuty(duty, row, 'operational.assign', 'Nachgerückt');
  });
}

/** Takes somebody off a duty. */
export function remove(context: Context, id: string): Promise<OperationalView> {
  return onAssignment(context, id, 'operational.signOff', async (duty, row) => {
    if (!['unverified', 'confirmed', 'standby'].includes(row.state)) throw new Problem('wrong-state');
    await changeHelper(duty, row, 'cancelled');
    recordDuty(duty, row, 'operational.signOff', 'Ausgetragen');
  });
}

async function onAssignment(
  context: Context,
  id: string,
  permission: Permission,
  work: (duty: Duty, row: AssignmentRow) => Promise<void>,
): Promise<OperationalView> {
  const read = (tx: Duty['deed']['tx']) => tx.select().from(operationalAssignment).where(eq(operationalAssignment.id, id));
  const [found] = await context.read(read);
  if (!found) throw new Problem('not-found');
  return onDuty(context, found.shiftId, permission, async (duty) => {
    const [row] = await read(duty.deed.tx);
    if (!row || row.shiftId !== duty.shift.id) throw new Problem('not-found');
    await work(duty, row);
  });
}

function onDuty(context: Context, shiftId: string, permission: Permission, work: (duty: Duty) => Promise<void>): Promise<OperationalView> {
  const viewer = signedIn(context);
  return inLine(shiftId, () =>
    context.write(async (deed) => {
      const list = await withDuty(
        { deed, settings: context.settings, actor: { userId: viewer.userId, name: viewer.name } },
        shiftId,
        async ({ club }) => {
          allow(context, permission, targetOf(context, club));
          await requireFeature(context, permission, club);
        },
        async (duty) => {
          await work(duty);
          return duty.list;
        },
      );
      return toView(deed.tx, list, { isBoard: true, personIds: [] });
    }),
  );
}

async function chosen({ deed, list, shift }: Duty, { personId, name, email, phone }: Omit<Assigned, 'id' | 'isStandby'>): Promise<Helper> {
  if (!personId) {
    if (name === '') throw fieldProblem('name', 'Bitte wählen Sie eine Person oder nennen Sie einen Namen.');
    return guestFrom({ name, email, phone });
  }
  const [row] = await deed.tx
    .select()
    .from(person)
    .where(and(eq(person.id, personId), eq(person.club, list.club)));
  if (!row) throw new Problem('not-found');
  refuseTooYoung(shift, row.birthDate, true);
  return helperFrom(row);
}
