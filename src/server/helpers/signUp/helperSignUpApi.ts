import { eq } from 'drizzle-orm';
import { assignmentSets } from '#shared/helpers/helperListWords.ts';
import type { OwnAssignment } from '#shared/helpers/helperListShapes.ts';
import { helperSignUpContract } from '#shared/helpers/helperLists.ts';
import { person } from '#server/people/persons/table.ts';
import { now } from '#server/platform/process/clock.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { assignmentByToken, listByToken, listViewerOf, requireOpened } from '../lists/access.ts';
import { postAssignmentEmail } from '../lists/emails.ts';
import { canLeave, myAssignments, ownAssignmentOf } from './own.ts';
import { changeHelper, hasRoom, inLine, insertHelper, withShift, type AssignmentRow, type ShiftSeats } from './seats.ts';
import { pledge, pledgeByToken, withdrawPledge } from './pledges.ts';
import { recordAssignment } from '../lists/record.ts';
import { mustBeOpen, refuseTooYoung, signUp } from './signUp.ts';
import { assignment, shift } from '../lists/table.ts';
import { toView } from '../lists/view.ts';

const os = implementing(helperSignUpContract);

type Action = 'confirm' | 'leave' | 'seekRelief' | 'keep';

/** The endpoints for helpers, with and without an account. */
export const helperSignUpApi = os.router({
  open: os.open.handler(async ({ context, input }) => {
    await requireOpened(context, input.token);
    return context.read(async (tx) => toView(tx, await listByToken(context, tx, input.token), await listViewerOf(context, tx)));
  }),

  signUp: os.signUp.handler(({ context, input }) => signUp(context, input)),

  pledge: os.pledge.handler(({ context, input }) => pledge(context, input)),
  pledgeByToken: os.pledgeByToken.handler(({ context, input }) => pledgeByToken(context, input.token)),
  takeBack: os.takeBack.handler(({ context, input }) => withdrawPledge(context, input.token)),

  mine: os.mine.handler(({ context }) => context.read((tx) => myAssignments(tx, signedIn(context).userId))),

  byToken: os.byToken.handler(async ({ context, input }) => {
    await requireOpened(context, input.token);
    return context.read(async (tx) => ownAssignmentOf(tx, (await assignmentByToken(context, tx, input.token)).id, input.token));
  }),

  answer: os.answer.handler(async ({ context, input: { token, action, shiftId } }) => {
    await requireOpened(context, token);
    const found = await context.read((tx) => assignmentByToken(context, tx, token));
    if (action === 'move') {
      if (!shiftId) throw fieldProblem('shiftId', 'Bitte wählen Sie den neuen Dienst.');
      return move(context, token, found, shiftId);
    }
    return onOwnAssignment(context, token, found.shiftId, async (seats, row) => {
      await answers[action](seats, row);
      recordAssignment(seats, row, 'operational.signUp', words[action]);
      return row.id;
    });
  }),
});

const words: { readonly [action in Action]: string } = {
  confirm: 'Dienst bestätigt',
  leave: 'Dienst abgegeben',
  seekRelief: 'Ablösung gesucht',
  keep: 'Dienst behalten',
};

const answers: { readonly [action in Action]: (seats: ShiftSeats, row: AssignmentRow) => Promise<unknown> } = {
  confirm: async (seats, row) => {
    // A second click on the same link is not an error.
    if (assignmentSets.verified.includes(row.state)) return;
    if (row.state !== 'unverified' || (row.holdExpiresAt && row.holdExpiresAt <= now())) throw new Problem('offer-over');
    mustBeOpen(seats.list.state, seats.shift);
    // The seat held by this assignment itself counts as free.
    await changeHelper(seats, row, seats.occupied - 1 < seats.shift.needed ? 'confirmed' : 'standby');
  },
  leave: async (seats, row) => {
    if (row.state === 'cancelled') return;
    if (!canLeave(row)) throw new Problem('wrong-state');
    await changeHelper(seats, row, 'cancelled');
  },
  seekRelief: (seats, row) => setRelief(seats, row, true),
  keep: (seats, row) => setRelief(seats, row, false),
};

async function setRelief(seats: ShiftSeats, row: AssignmentRow, seeksRelief: boolean): Promise<void> {
  if (row.state !== 'confirmed' || !canLeave(row)) throw new Problem('wrong-state');
  await changeHelper(seats, row, 'confirmed', { isSilent: true, set: { seeksRelief } });
}

/** Runs a write on an own assignment with its shift locked, and returns the resulting state. */
function onOwnAssignment(
  context: Context,
  token: string,
  shiftId: string,
  work: (seats: ShiftSeats, row: AssignmentRow) => Promise<string>,
): Promise<OwnAssignment> {
  return inLine(shiftId, () =>
    context.write(async (write) => {
      const { viewer } = context;
      const row = await assignmentByToken(context, write.tx, token);
      const actor = { userId: viewer?.userId, name: viewer?.name ?? row.guestName ?? 'Über den Link in der Mail' };
      const id = await withShift(
        { write, settings: context.settings, actor },
        shiftId,
        () => undefined,
        async (seats) => {
          // Read again after the lock was taken.
          const [locked] = await write.tx.select().from(assignment).where(eq(assignment.id, row.id));
          if (!locked) throw new Problem('not-found');
          return work(seats, locked);
        },
      );
      return ownAssignmentOf(write.tx, id, token);
    }),
  );
}

/**
 * Moves an assignment to another shift of its list in one transaction: the old seat is released only once the new one is taken. Both rows
 * are locked in id order to prevent deadlocks.
 */
function move(context: Context, token: string, found: AssignmentRow, toShift: string): Promise<OwnAssignment> {
  if (found.shiftId === toShift) throw fieldProblem('shiftId', 'Das ist schon Ihr Dienst.');
  return inLine(toShift, () =>
    context.write(async (write) => {
      const { viewer } = context;
      const row = await assignmentByToken(context, write.tx, token);
      const actor = { userId: viewer?.userId, name: viewer?.name ?? row.guestName ?? 'Über den Link in der Mail' };
      const needs = { write, settings: context.settings, actor };
      for (const id of [row.shiftId, toShift].toSorted())
        await write.tx.select({ id: shift.id }).from(shift).where(eq(shift.id, id)).for('update');
      const [locked] = await write.tx.select().from(assignment).where(eq(assignment.id, row.id));
      if (!locked || locked.state !== 'confirmed' || !canLeave(locked)) throw new Problem('wrong-state');
      const fromList = await withShift(
        needs,
        locked.shiftId,
        () => undefined,
        async (seats) => {
          // The new assignment takes over the links in the helper's e-mails.
          await changeHelper(seats, locked, 'cancelled', { isSilent: true, set: { linkHashes: [] } });
          return seats.list.id;
        },
      );
      const id = await withShift(
        needs,
        toShift,
        ({ id: listId, state }, shift) => {
          if (listId !== fromList) throw new Problem('not-found');
          mustBeOpen(state, shift);
        },
        async (seats) => {
          if (!hasRoom(seats)) throw new Problem('places-taken');
          const birthDate = await birthDateOf(write.tx, locked.personId);
          // A guest confirmed their age for the old shift only; a higher minimum age requires a new confirmation.
          refuseTooYoung(seats.shift, birthDate, false);
          const moved = await insertHelper(seats, locked, 'confirmed', locked.createdBy);
          await postAssignmentEmail(seats, moved, 'moved');
          recordAssignment(seats, moved, 'operational.signUp', 'Dienst gewechselt');
          return moved.id;
        },
      );
      return ownAssignmentOf(write.tx, id, token);
    }),
  );
}

async function birthDateOf(tx: Parameters<typeof ownAssignmentOf>[0], personId: string | null): Promise<string | null> {
  if (!personId) return null;
  const [row] = await tx.select({ birthDate: person.birthDate }).from(person).where(eq(person.id, personId));
  return row?.birthDate ?? null;
}
