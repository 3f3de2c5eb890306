import { and, eq, inArray } from 'drizzle-orm';
import { courseSets, queueClasses } from '#shared/courses/courseStates.ts';
import { takesSignUps } from '#shared/courses/courseWords.ts';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { roundOfferHours } from '#shared/courses/holiday/rules.ts';
import { offerEnd } from '#shared/courses/waitingList.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { keepConsents } from '#server/people/persons/service.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import { freeSeats, type Seats } from '../enrolments/counting.ts';
import { insert, type Newcomer } from '../enrolments/enrol.ts';
import { judgeFor } from '../enrolments/judge.ts';
import { newcomerOf } from '../enrolments/ownApi.ts';
import { offerDates } from '../enrolments/seats.ts';
import { enrolment } from '../enrolments/table.ts';
import { placeFor, settle, settleFull, type Ready, type Unit } from './prepare.ts';

type Fit = Ready & { newcomer: Omit<Newcomer, 'contactEmail'> };

/** Offers the seats of an offer in the given order, friends together or none of them; the rest waits in the same order. */
export async function offerSeats(seats: Seats, units: readonly Unit[]): Promise<void> {
  const { status, registration } = seats.course;
  // Cancelled or closed since the draw: nobody gets a seat of it.
  if (!courseSets.open.includes(status) || !takesSignUps(registration)) {
    for (const wish of units.flatMap(({ members }) => members))
      await settle(seats.write.tx, wish, { outcome: 'unfit', reason: 'Das Angebot fällt aus.' });
    return;
  }
  const end = offerEnd(now(), roundOfferHours, await offerDates(seats.write.tx, seats.course));
  for (const { members, mayGet } of units) {
    const fit = await fitAmong(seats, members);
    if (fit.length > 0) await giveUnit(seats, { members: fit, mayGet: mayGet && end !== undefined }, end);
  }
}

/** Those whom the offer still takes; whom it does not take any more, reads why. */
async function fitAmong(seats: Seats, members: readonly Ready[]): Promise<Fit[]> {
  const { tx } = seats.write;
  const active = await tx
    .select({ personId: enrolment.personId })
    .from(enrolment)
    .where(and(eq(enrolment.courseId, seats.course.id), inArray(enrolment.state, enrolmentSets.active)));
  const known = new Set(active.map(({ personId }) => personId));
  const { judged, prices } = await judgeFor(
    seats,
    members.map(({ person }) => person),
  );
  const fit: Fit[] = [];
  for (const wish of members) {
    const one = judged.find(({ person }) => person.id === wish.person.id);
    const newcomer = known.has(wish.person.id)
      ? 'Schon angemeldet.'
      : one
        ? orWhyNot(() => newcomerOf({ ...one, phase: open }, prices))
        : '';
    if (typeof newcomer === 'string') await settle(tx, wish, { outcome: 'unfit', reason: newcomer });
    else fit.push({ ...wish, newcomer });
    known.add(wish.person.id);
  }
  return fit;
}

/** Offers a unit its seats, or lets it wait. */
async function giveUnit(seats: Seats, unit: Unit<Fit>, end: Date | undefined): Promise<void> {
  const { tx } = seats.write;
  const place = placeFor(unit, { free: freeSeats(seats), waiting: seats.waiting, waitlistMax: seats.course.waitlistMax });
  if (place === 'full') return settleFull(tx, unit.members);
  const isOffered = place === 'seat';
  const rows = await insert(
    seats,
    unit.members.map(({ newcomer, account }) => ({
      ...newcomer,
      queueClass: queueClasses.round,
      // One mail tells the family everything.
      contactEmail: null,
      ...(isOffered && end && { offerExpiresAt: end }),
      accounts: account ? [account.userId] : [],
    })),
    isOffered ? 'offered' : 'waitlisted',
  );
  for (const wish of unit.members) {
    const row = rows.find(({ personId }) => personId === wish.person.id);
    if (!row) continue;
    await keepWord(seats, wish, row.id);
    const isLate = wish.row.outcome === 'seat' && !isOffered;
    await settle(tx, wish, isLate ? { outcome: 'waits', reason: lateReason(end) } : { outcome: isOffered ? 'seat' : 'waits' }, row.id);
  }
}

/** Notes who acts for the child, and the consents as they were shown and ticked with the wish, by the account that did so. */
async function keepWord(seats: Seats, { row, child, person, account }: Ready, enrolmentId: string): Promise<void> {
  if (!account) return;
  const { tx } = seats.write;
  await tx.update(enrolment).set({ contactEmail: account.email, registeredBy: account.userId }).where(eq(enrolment.id, enrolmentId));
  if (account.userId !== child.enteredBy) return;
  await keepConsents(tx, ['guardian_participation', ...row.consents], {
    personId: person.id,
    club: seats.course.club,
    userId: account.userId,
    name: fullName({ firstname: account.name, lastname: account.lastname }),
    relation: 'guardian',
    saidOn: localOf(child.wishedAt).date,
  });
}

/** Why a seat of the draw could not be offered any more. */
function lateReason(end: Date | undefined): string {
  return end === undefined
    ? 'Bis zum ersten Termin ist die Zeit zu kurz, um ihn anzubieten.'
    : 'Seit der Verlosung ist ein Platz weniger frei.';
}

/** The programme itself opens the offer: its phase says that nobody else can enrol. */
const open = { kind: 'free', text: '', action: 'register' } as const;

/** What the judging returns, or its refusal of a child as a sentence. */
function orWhyNot<Result>(judging: () => Result): Result | string {
  try {
    return judging();
  } catch (error) {
    if (error instanceof Problem) return error.fields?.map(({ message }) => message).join(' ') || error.message;
    throw error;
  }
}
