import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { needsGuardian, reasonsAgainst } from '#shared/courses/eligibility.ts';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { isOpenToTry } from '#shared/courses/trials/trialRules.ts';
import type { OwnTrial, trialInput } from '#shared/courses/trials/trials.ts';
import { dayInWords, localOf } from '#shared/kernel/calendar.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { fillEmergencyNumbers, keepConsents, makePerson, type PersonRow } from '#server/people/persons/service.ts';
import { allow, signedIn, type Context } from '#server/platform/http/context.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { countTry, type Limit } from '#server/platform/http/rateLimit.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { linkHash, newSecret } from '#server/platform/secretLinks.ts';
import type { CourseRow, Seats } from '../enrolments/counting.ts';
import { resolvePersons } from '../enrolments/family.ts';
import { guardianOf, knownGuest } from '../enrolments/guestApi.ts';
import { inLine, withSeats } from '../enrolments/seats.ts';
import { enrolment } from '../enrolments/table.ts';
import { mayRead } from '../offers/coursePages.ts';
import { course, courseSession } from '../offers/table.ts';
import { openDates } from './dates.ts';
import { trialsLeft } from './left.ts';
import { postRefusal, postTicket, type TrialRow } from './mails.ts';
import { record } from './record.ts';
import { trialVisit } from './table.ts';
import { ownTrialOf } from './visits.ts';

type Guest = z.output<typeof trialInput>;
type Booked = Pick<TrialRow, 'contactEmail' | 'guardianFirstname' | 'guardianLastname' | 'bookedBy'>;
type Why = 'enrolled' | 'used';

const hourMs = 60 * 60 * 1000;
const perNetwork: Limit = { free: 40, windowMs: hourMs };
const perAddress: Limit = { free: 6, windowMs: hourMs };

/**
 * Books a trial for a guest without an account. Whether the person is known, and their history, is only disclosed by mail, so that entering
 * another person's name reveals nothing.
 */
export async function bookAsGuest(context: Context, id: string, input: Guest): Promise<{ ok: true }> {
  await countTry(context.database, `trial:${context.network}`, perNetwork);
  await countTry(context.database, `trial:${input.email}`, perAddress);
  await behindLock(context, id, 'trialVisits.book', { name: fullName(input) }, async (seats) => {
    const { tx } = seats.write;
    const { course: row } = seats;
    const guardianName = guardianOf(row, input);
    if (guardianName && !input.emergencyPhone) throw fieldProblem('emergencyPhone', 'Bitte eine Nummer für den Notfall nennen.');
    refuseByRule(row, input);
    const known = await knownGuest(tx, row, input);
    const before = known && (await bookedFor(tx, known.id, input.sessionId));
    if (before) return void (await postTicket(seats, before, known));
    const session = await chosenDate(seats, input.sessionId);
    const why = known && (await whyNot(tx, row, known.id));
    if (why) return postRefusal(seats, { recipient: input.email, name: fullName(input), why, sessionId: session.id, personId: known.id });
    const emergency = { emergencyContactName: guardianName, emergencyContactPhone: input.emergencyPhone };
    const one = known ?? (await makePerson(tx, { ...input, club: row.club, ...emergency }));
    if (known) await fillEmergencyNumbers(tx, new Map([[one.id, input.emergencyPhone]]));
    if (guardianName)
      await keepConsents(tx, ['guardian_participation'], { personId: one.id, club: row.club, name: guardianName, relation: 'guardian' });
    const { guardianFirstname, guardianLastname } = guardianName ? input : { guardianFirstname: '', guardianLastname: '' };
    await keep(seats, session, one, { contactEmail: input.email, guardianFirstname, guardianLastname, bookedBy: null });
  });
  return { ok: true };
}

type OwnChoice = { id: string; sessionId: string; personId: string };

/** Books a trial for a person whom the viewer may act for. */
export function bookForOwn(context: Context, { id, sessionId, personId }: OwnChoice): Promise<OwnTrial> {
  const viewer = signedIn(context);
  return behindLock(context, id, 'trialVisits.bookOwn', { name: viewer.name, userId: viewer.userId }, async (seats) => {
    const { tx } = seats.write;
    const { course: row } = seats;
    const { chosen } = await resolvePersons(seats.write, row.club, viewer, [personId]);
    const one = chosen.get(personId);
    if (!one) throw new Problem('not-found');
    refuseByRule(row, one, 'personId');
    if (needsGuardian(row, one.birthDate, today()) && one.relation === 'self')
      throw fieldProblem('personId', 'Unter 18 Jahren bucht ein Elternteil.');
    const before = await bookedFor(tx, one.id, sessionId);
    if (before) return ownTrialOf(tx, before.id, before.id);
    const session = await chosenDate(seats, sessionId);
    const why = await whyNot(tx, row, one.id);
    if (why) throw new Problem(why === 'used' ? 'trial-used' : 'already-registered');
    const by = { contactEmail: viewer.email, guardianFirstname: '', guardianLastname: '', bookedBy: viewer.userId };
    const kept = await keep(seats, session, one, by);
    return ownTrialOf(tx, kept.id, kept.id);
  });
}

/** Runs a write behind the lock of the course, if it can be tried. */
function behindLock<T>(
  context: Context,
  id: string,
  permission: 'trialVisits.book' | 'trialVisits.bookOwn',
  actor: { name: string; userId?: string },
  work: (seats: Seats) => Promise<T>,
): Promise<T> {
  return inLine(id, () =>
    context.write(async (write) => {
      const [row] = await write.tx.select().from(course).where(eq(course.id, id));
      if (!row) throw new Problem('not-found');
      await enterScope(write.tx, row.club);
      return withSeats({ write, settings: context.settings, actor }, id, (locked) => mayTry(context, locked, permission), work);
    }),
  );
}

async function mayTry(context: Context, row: CourseRow, permission: 'trialVisits.book' | 'trialVisits.bookOwn'): Promise<void> {
  await requireFeature(context, permission, row.club);
  mayRead(context, row);
  allow(context, permission, 'self');
  if (!isOpenToTry(row)) throw new Problem('registration-closed');
}

/** Checks the typed values against the course's rule; discloses nothing, so the reason is shown at once. */
function refuseByRule(row: CourseRow, one: Pick<PersonRow, 'birthDate' | 'gender'>, path = 'birthDate'): void {
  if (one.birthDate && one.birthDate > today()) throw fieldProblem(path, 'Dieser Tag liegt in der Zukunft.');
  const [reason] = reasonsAgainst(row, one, today());
  if (reason) throw fieldProblem(path, reason);
}

type SessionRow = typeof courseSession.$inferSelect;

async function chosenDate(seats: Seats, sessionId: string): Promise<SessionRow> {
  const open = await openDates(seats.write.tx, seats.course, seats.occupied);
  if (!open.some((one) => one.sessionId === sessionId))
    throw fieldProblem('sessionId', 'An diesem Termin ist kein Platz mehr. Bitte wählen Sie einen anderen.');
  const [row] = await seats.write.tx.select().from(courseSession).where(eq(courseSession.id, sessionId));
  if (!row) throw new Problem('not-found');
  return row;
}

async function bookedFor(tx: Transaction, personId: string, sessionId: string): Promise<TrialRow | undefined> {
  const [row] = await tx
    .select()
    .from(trialVisit)
    .where(and(eq(trialVisit.personId, personId), eq(trialVisit.sessionId, sessionId), eq(trialVisit.state, 'booked')));
  return row;
}

/** Why a person cannot have a trial: already enrolled, or trials used up. */
async function whyNot(tx: Transaction, row: CourseRow, personId: string): Promise<Why | undefined> {
  const isIn = and(eq(enrolment.courseId, row.id), eq(enrolment.personId, personId), inArray(enrolment.state, enrolmentSets.active));
  if ((await tx.$count(enrolment, isIn)) > 0) return 'enrolled';
  return (await trialsLeft(tx, row, personId)) > 0 ? undefined : 'used';
}

async function keep(seats: Seats, session: SessionRow, one: PersonRow, by: Booked): Promise<TrialRow> {
  const { write, course: row, actor } = seats;
  const secret = newSecret();
  const [visit] = await write.tx
    .insert(trialVisit)
    .values({
      ...by,
      id: randomUUID(),
      club: row.club,
      linkHashes: [linkHash(secret)],
      courseId: row.id,
      sessionId: session.id,
      personId: one.id,
      bookedAt: now(),
      state: 'booked',
      toldStartsAt: session.startsAt,
      toldEndsAt: session.endsAt,
    })
    .returning();
  if (!visit) throw new Error('The trial visit was not written.');
  await postTicket(seats, visit, one, secret);
  record(write, visit, actor, `Schnupperstunde gebucht: ${fullName(one)}, ${row.title}, ${dayInWords(localOf(session.startsAt).date)}`);
  return visit;
}
