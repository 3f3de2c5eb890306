import { and, eq, inArray, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { localOf } from '#shared/kernel/calendar.ts';
import { ageOn } from '#shared/kernel/age.ts';
import type { signUpInput } from '#shared/helpers/helperListShapes.ts';
import { assignmentSets, type AssignmentState } from '#shared/helpers/helperListWords.ts';
import { ownPeople, type PersonRow } from '#server/people/persons/service.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Context } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { countTry, type Limit } from '#server/platform/http/rateLimit.ts';
import { listByToken, requireOpened } from '../lists/access.ts';
import { postAssignmentEmail } from '../lists/emails.ts';
import {
  changeHelper,
  hasRoom,
  inLine,
  insertHelper,
  overlapWarning,
  withShift,
  type ShiftSeats,
  type AssignmentRow,
  type Helper,
  type ShiftRow,
} from './seats.ts';
import { recordAssignment } from '../lists/record.ts';
import { assignment } from '../lists/table.ts';

type Input = z.output<typeof signUpInput> & { token: string; id: string };
type Answer = { state: AssignmentState; token: string | null; warning: string };

const hourMs = 60 * 60 * 1000;
const perNetwork: Limit = { free: 40, windowMs: hourMs };
const perAddress: Limit = { free: 8, windowMs: hourMs };

/** Signs up for a shift: with an account for oneself or one's child, or as a guest with name and e-mail if the list is open to everyone. */
export async function signUp(context: Context, input: Input): Promise<Answer> {
  const { viewer } = context;
  // A bot gets the same response as a guest with a pending confirmation; nothing is stored.
  if (input.website !== '') return { state: 'unverified', token: null, warning: '' };
  // Unknown lists and lists closed to the viewer are rejected before anything is counted or read.
  await requireOpened(context, input.token);
  await context.read((tx) => listByToken(context, tx, input.token));
  if (!viewer) {
    checkGuest(input);
    await countGuest(context, input.email);
  }
  return inLine(input.id, () =>
    context.write(async (write) => {
      const list = await listByToken(context, write.tx, input.token);
      const actor = { userId: viewer?.userId, name: viewer?.name ?? input.name };
      return withShift(
        { write, settings: context.settings, actor },
        input.id,
        ({ id, state }, shift) => {
          if (id !== list.id) throw new Problem('not-found');
          mustBeOpen(state, shift);
        },
        async (seats) => {
          const helper = await helperOf(write.tx, context, seats, input);
          if (!viewer && (await remind(seats, helper))) return { state: 'unverified', token: null, warning: '' };
          const waiting = input.relieves ? await relieve(seats, input.relieves, Boolean(viewer), helper) : undefined;
          if (waiting) {
            // A person who is standby in this shift keeps their row.
            const row = await changeHelper(seats, waiting, 'confirmed');
            recordAssignment(seats, row, 'operational.signUp', 'Dienst übernommen');
            return { state: row.state, token: row.id, warning: await overlapWarning(write.tx, row) };
          }
          const isFull = !hasRoom(seats);
          const state = !viewer ? 'unverified' : isFull ? 'standby' : 'confirmed';
          const row = await insertHelper(seats, helper, state);
          await postAssignmentEmail(seats, row, state === 'unverified' && isFull ? 'unverified-standby' : state);
          recordAssignment(seats, row, 'operational.signUp', state === 'standby' ? 'Auf der Ersatzliste' : 'Dienst übernommen');
          return { state, token: viewer ? row.id : null, warning: await overlapWarning(write.tx, row) };
        },
      );
    }),
  );
}

/** Throws if the shift is over or its list is not open. */
export function mustBeOpen(state: string, shift: Pick<ShiftRow, 'endsAt'>): void {
  if (state !== 'open' || shift.endsAt <= now()) throw new Problem('registration-closed');
}

/** Throws if a person does not meet the minimum age of the shift. */
export function refuseTooYoung({ ageMin, startsAt }: ShiftRow, birthDate: string | null, saysSo: boolean): void {
  if (ageMin === null) return;
  const isOldEnough = birthDate ? ageOn(birthDate, localOf(startsAt).date) >= ageMin : saysSo;
  if (!isOldEnough)
    throw new Problem('not-eligible', { fields: [{ path: 'isOldEnough', message: `Dieser Dienst ist ab ${ageMin} Jahren.` }] });
}

export function helperFrom(person: Pick<PersonRow, 'id'>, comment = ''): Helper {
  return { personId: person.id, guestName: null, guestEmail: null, guestPhone: null, helperKey: person.id, comment };
}

/** A helper who is a guest; the same name and address yield the same helper key. */
export function guestFrom({ name, email, phone }: { name: string; email: string; phone: string }, comment = ''): Helper {
  const helperKey = email ? `${email}|${name.toLowerCase().replaceAll(/\s+/g, ' ')}` : `guest:${randomUUID()}`;
  return { personId: null, guestName: name, guestEmail: email || null, guestPhone: phone || null, helperKey, comment };
}

async function helperOf(tx: Transaction, { viewer }: Context, { list, shift }: ShiftSeats, input: Input): Promise<Helper> {
  const { personId, phone, comment, isOldEnough } = input;
  if (!viewer) {
    refuseTooYoung(shift, null, isOldEnough);
    return guestFrom(input, comment);
  }
  const own = await ownPeople(tx, viewer.userId);
  const person = personId
    ? own.find((one) => one.id === personId && one.club === list.club)
    : own.find((one) => one.relation === 'self' && one.club === list.club);
  if (personId && !person) throw new Problem('not-found');
  refuseTooYoung(shift, person?.birthDate ?? null, isOldEnough);
  return person ? helperFrom(person, comment) : guestFrom({ name: viewer.name, email: viewer.email, phone }, comment);
}

/** Resends the e-mail to a guest who is already signed up, to their address only. The response equals that to a new guest. */
async function remind(seats: ShiftSeats, { helperKey }: Helper): Promise<boolean> {
  const [row] = await seats.write.tx
    .update(assignment)
    .set({ version: sql`${assignment.version} + 1` })
    .where(
      and(eq(assignment.shiftId, seats.shift.id), eq(assignment.helperKey, helperKey), inArray(assignment.state, assignmentSets.active)),
    )
    .returning();
  if (row) await postAssignmentEmail(seats, row);
  return row !== undefined;
}

/**
 * Ends the assignment that was offered for takeover once another helper accepts. Requires an account, so that an unconfirmed address cannot
 * release a seat.
 */
async function relieve(seats: ShiftSeats, id: string, hasAccount: boolean, { helperKey }: Helper): Promise<AssignmentRow | undefined> {
  if (!hasAccount) throw fieldProblem('relieves', 'Ablösen können Sie mit einem Konto.');
  const rows = await seats.write.tx.select().from(assignment).where(eq(assignment.shiftId, seats.shift.id));
  const row = rows.find((one) => one.id === id);
  if (!row || row.state !== 'confirmed' || !row.seeksRelief) throw new Problem('offer-over');
  const relieved = await changeHelper(seats, row, 'cancelled', { isSilent: true });
  await postAssignmentEmail(seats, relieved, 'relieved');
  return rows.find((one) => one.helperKey === helperKey && one.state === 'standby');
}

/** Rate-limits attempts without an account, by network and by recipient address. */
export async function countGuest({ database, network }: Pick<Context, 'database' | 'network'>, email: string): Promise<void> {
  await countTry(database, `helper:${network}`, perNetwork);
  await countTry(database, `helper:${email}`, perAddress);
}

/** Requires name and address of a caller without an account. */
export function checkGuest({ name, email }: Pick<Input, 'name' | 'email'>): void {
  if (name === '') throw fieldProblem('name', 'Bitte nennen Sie Ihren Namen.');
  if (email === '') throw fieldProblem('email', 'Bitte nennen Sie Ihre E-Mail-Adresse; dorthin geht die Bestätigung.');
}
