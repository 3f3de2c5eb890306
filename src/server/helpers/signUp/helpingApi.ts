import { eq } from 'drizzle-orm';
import type { OwnDuty } from '#shared/helpers/operationalShapes.ts';
import { helpingContract } from '#shared/helpers/operationals.ts';
import { person } from '#server/people/persons/table.ts';
import { now } from '#server/platform/process/clock.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { assignmentByToken, listByToken, lookerOf, requireOpened } from '../lists/access.ts';
import { postDutyLetter } from '../lists/letters.ts';
import { canLeave, myDuties, ownDutyOf } from './own.ts';
import { changeHelper, hasRoom, inLine, insertHelper, withDuty, type AssignmentRow, type Duty } from './places.ts';
import { pledge, pledgeByToken, takeBack } from './pledges.ts';
import { recordDuty } from '../lists/record.ts';
import { mustBeOpen, refuseTooYoung, signUp } from './signUp.ts';
import { operationalAssignment, operationalShift } from '../lists/table.ts';
import { toView } from '../lists/view.ts';

const os = implementing(helpingContract);

type Action = 'confirm' | 'leave' | 'seekRelief' | 'keep';

/** What helpers themselves see and do, with and without an account. */
export const helpingApi = os.router({
  open: os.open.handler(async ({ context, input }) => {
    await requireOpened(context, input.token);
    return context.read(async (tx) => toView(tx, await listByToken(context, tx, input.token), await lookerOf(context, tx)));
  }),

  signUp: os.signUp.handler(({ context, input }) => signUp(context, input)),

  pledge: os.pledge.handler(({ context, input }) => pledge(context, input)),
  pledgeByToken: os.pledgeByToken.handler(({ context, input }) => pledgeByToken(context, input.token)),
  takeBack: os.takeBack.handler(({ context, input }) => takeBack(context, input.token)),

  mine: os.mine.handler(({ context }) => context.read((tx) => myDuties(tx, signedIn(context).userId))),

  byToken: os.byToken.handler(async ({ context, input }) => {
    await requireOpened(context, input.token);
    return context.read(async (tx) => ownDutyOf(tx, (await assignmentByToken(tx, input.token)).id));
  }),

  answer: os.answer.handler(async ({ context, input: { token, action, shiftId } }) => {
    await requireOpened(context, token);
    const found = await context.read((tx) => assignmentByToken(tx, token));
    if (action === 'move') {
      if (!shiftId) throw fieldProblem('shiftId', 'Bitte wählen Sie den neuen Dienst.');
      return move(context, token, found, shiftId);
    }
    return onOwnDuty(context, token, found.shiftId, async (duty, row) => {
      await answers[action](duty, row);
      recordDuty(duty, row, 'operational.signUp', words[action]);
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

const answers: { readonly [action in Action]: (duty: Duty, row: AssignmentRow) => Promise<unknown> } = {
  confirm: async (duty, row) => {
    // A second click on the same link is no mistake.
    if (row.state === 'confirmed' || row.state === 'standby') return;
    if (row.state !== 'unverified' || (row.holdExpiresAt && row.holdExpiresAt <= now())) throw new Problem('offer-over');
    mustBeOpen(duty.list.state, duty.shift);
    // The place that is held for this one counts as free for him.
    await changeHelper(duty, row, duty.occupied - 1 < duty.shift.needed ? 'confirmed' : 'standby');
  },
  leave: async (duty, row) => {
    if (row.state === 'cancelled') return;
    if (!canLeave(row)) throw new Problem('wrong-state');
    await changeHelper(duty, row, 'cancelled');
  },
  seekRelief: (duty, row) => setRelief(duty, row, true),
  keep: (duty, row) => setRelief(duty, row, false),
};

async function setRelief(duty: Duty, row: AssignmentRow, seeksRelief: boolean): Promise<void> {
  if (row.state !== 'confirmed' || !canLeave(row)) throw new Problem('wrong-state');
  await changeHelper(duty, row, 'confirmed', { isSilent: true, set: { seeksRelief } });
}

/** Runs a deed on one's own duty behind its lock, and answers with the duty as it is then. */
function onOwnDuty(
  context: Context,
  token: string,
  shiftId: string,
  work: (duty: Duty, row: AssignmentRow) => Promise<string>,
): Promise<OwnDuty> {
  return inLine(shiftId, () =>
    context.write(async (deed) => {
      const { viewer } = context;
      const row = await assignmentByToken(deed.tx, token);
      const actor = { userId: viewer?.userId, name: viewer?.name ?? row.guestName ?? 'Über den Link in der Mail' };
      const id = await withDuty(
        { deed, settings: context.settings, actor },
        shiftId,
        () => undefined,
        async (duty) => {
          // Read again behind the lock.
          const [locked] = await deed.tx.select().from(operationalAssignment).where(eq(operationalAssignment.id, row.id));
          if (!locked) throw new Problem('not-found');
          return work(duty, locked);
        },
      );
      return ownDutyOf(deed.tx, id);
    }),
  );
}

/**
 * Changes from one duty of a list to another in one deed: the old place is kept until the new one is sure. Both rows are
 * locked in the order of their ids, so that two who change places do not wait for each other.
 */
function move(context: Context, token: string, found: AssignmentRow, toShift: string): Promise<OwnDuty> {
  if (found.shiftId === toShift) throw fieldProblem('shiftId', 'Das ist schon Ihr Dienst.');
  return inLine(toShift, () =>
    context.write(async (deed) => {
      const { viewer } = context;
      const row = await assignmentByToken(deed.tx, token);
      const actor = { userId: viewer?.userId, name: viewer?.name ?? row.guestName ?? 'Über den Link in der Mail' };
      const needs = { deed, settings: context.settings, actor };
      for (const id of [row.shiftId, toShift].toSorted())
        await deed.tx.select({ id: operationalShift.id }).from(operationalShift).where(eq(operationalShift.id, id)).for('update');
      const [locked] = await deed.tx.select().from(operationalAssignment).where(eq(operationalAssignment.id, row.id));
      if (!locked || locked.state !== 'confirmed' || !canLeave(locked)) throw new Problem('wrong-state');
      const fromList = await withDuty(
        needs,
        locked.shiftId,
        () => undefined,
        async (duty) => {
          await changeHelper(duty, locked, 'cancelled', { isSilent: true });
          return duty.list.id;
        },
      );
      const id = await withDuty(
        needs,
        toShift,
        ({ id: listId, state }, shift) => {
          if (listId !== fromList) throw new Problem('not-found');
          mustBeOpen(state, shift);
        },
        async (duty) => {
          if (!hasRoom(duty)) throw new Problem('places-taken');
          const birthDate = await birthDateOf(deed.tx, locked.personId);
          // A guest said of his old duty that he is old enough; a stricter one asks anew.
          refuseTooYoung(duty.shift, birthDate, false);
          const moved = await insertHelper(duty, locked, 'confirmed', locked.createdBy);
          await postDutyLetter(duty, moved, 'moved');
          recordDuty(duty, moved, 'operational.signUp', 'Dienst gewechselt');
          return moved.id;
        },
      );
      return ownDutyOf(deed.tx, id);
    }),
  );
}

async function birthDateOf(tx: Parameters<typeof ownDutyOf>[0], personId: string | null): Promise<string | null> {
  if (!personId) return null;
  const [row] = await tx.select({ birthDate: person.birthDate }).from(person).where(eq(person.id, personId));
  return row?.birthDate ?? null;
}
