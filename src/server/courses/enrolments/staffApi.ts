import { and, asc, countDistinct, eq, ne, sql } from 'drizzle-orm';
import { courseSets } from '#shared/courses/courseStates.ts';
import type { EnrolmentState } from '#shared/courses/enrolmentStates.ts';
import type { PriceCategory } from '#shared/courses/courseWords.ts';
import { inQueueOrder, offerEnd } from '#shared/courses/waitingList.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { course, courseSession } from '../offers/table.ts';
import { isLeadTrainer } from '../offers/service.ts';
import { enterScope } from '#server/platform/database/database.ts';
import { bearsName, makePerson, type NewPerson, type PersonRow } from '#server/people/persons/service.ts';
import { person } from '#server/people/persons/table.ts';
import { now } from '#server/platform/process/clock.ts';
import { allow, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { cancel, leaveByStaff } from './cancel.ts';
import { freeSeats, offeringOf, refOf, type CourseRow, type OfferingRef, type EnrolmentRow } from './counting.ts';
import { insert, stateForNew, type Newcomer } from './enrol.ts';
import { judgeFor } from './judge.ts';
import { fullPriceOf } from './seatPrice.ts';
import { readQueue } from './seats.ts';
import { formatReason, needRoom, needTurn, onEnrolment, onOffering, readEnrolment } from './staffWrite.ts';
import { changeState, log } from './states.ts';
import { attendance, enrolment } from './table.ts';
import { careNote } from '#server/people/persons/table.ts';

type PersonInput = Omit<NewPerson, 'club'>;
type Added = {
  personId?: string | undefined;
  person?: PersonInput | undefined;
  priceCategory?: PriceCategory | undefined;
  reason: string;
};

/** Enrols a known or new person by staff; with a reason also beyond the seats or against a rule. */
export function add(context: Context, ref: OfferingRef, input: Added): Promise<{ id: string; state: EnrolmentState }> {
  return onOffering(context, ref, 'participants.create', async (seats) => {
    const isRunning = 'course' in seats ? courseSets.running.includes(seats.course.status) : seats.event.state === 'published';
    if (!isRunning) throw new Problem('wrong-state');
    const one = await chosenPerson(seats.write.tx, offeringOf(seats), input);
    const {
      judged: [judged],
      prices,
    } = await judgeFor(seats, [one]);
    if (!judged) throw new Problem('not-found');
    if (judged.reasons.length > 0 && !input.reason)
      throw new Problem('not-eligible', { fields: judged.reasons.map((message) => ({ path: 'reason', message })) });
    const chosen = prices.find(({ category }) => category === input.priceCategory);
    const price = input.priceCategory ? chosen && { ...chosen, fullCents: chosen.cents } : judged.price;
    const newcomer: Newcomer = {
      personId: one.id,
      name: fullName(one),
      queueClass: judged.queueClass,
      priceCategory: price?.category ?? null,
      keepsPriceGroup: input.priceCategory !== undefined,
      fullPriceCents: price?.fullCents ?? null,
      pricePer: price?.per ?? null,
      contactEmail: one.email,
      channel: 'staff',
    };
    const free = freeSeats(seats);
    if (offeringOf(seats).waitlistMax === 0) await needRoom(seats, input.reason);
    // A reason overrides full seats and the waiting list.
    const state = input.reason && free !== null ? 'confirmed' : approvedIfRequested(await stateForNew(seats, 1));
    const [row] = await insert(seats, [newcomer], state);
    if (!row) throw new Error('The enrolment was not written.');
    return { answer: { id: row.id, state: row.state }, content: `Angemeldet: ${fullName(one)}${formatReason(input.reason)}`, id: row.id };
  });
}

type TakenIn = { personId: string; visitsBefore: number };

/** Adds a walk-in guest to one session: a person without an enrolment, marked as attending. */
export async function addWalkIn(context: Context, sessionId: string, input: PersonInput, id?: string): Promise<TakenIn> {
  const viewer = signedIn(context);
  return context.write(async (write) => {
    const session = await sessionOf(write.tx, sessionId);
    await requireFeature(context, 'participants.addWalkIn', session.club);
    allow(context, 'participants.addWalkIn', targetOf(context, session.club));
    await enterScope(write.tx, session.club);
    const visitsBefore = await guestVisits(write.tx, { id: sessionId, courseId: session.courseId }, input);
    if (id && (await isTakenIn(write.tx, sessionId, id))) return { personId: id, visitsBefore };
    if (session.state === 'cancelled') throw fieldProblem('sessionId', 'Der Termin ist abgesagt.');
    const row = await makePerson(write.tx, { ...input, club: session.club }, { id });
    await write.tx
      .insert(attendance)
      .values({ sessionId, personId: row.id, club: session.club, state: 'trial', markedBy: viewer.userId, markedAt: now() });
    write.changed({ collection: 'participations', club: session.club, entityId: session.courseId });
    write.audit('participants.addWalkIn', { club: session.club, id: row.id, entity: 'participations' }, `Schnuppergast: ${fullName(row)}`);
    return { personId: row.id, visitsBefore };
  });
}

/** The number of other sessions of a course at which a guest of this name was taken in: a hint for the trainer, who decides. */
async function guestVisits(tx: Transaction, of: { id: string; courseId: string }, name: Pick<PersonInput, 'firstname' | 'lastname'>) {
  const [found] = await tx
    .select({ sessions: countDistinct(attendance.sessionId) })
    .from(attendance)
    .innerJoin(courseSession, eq(courseSession.id, attendance.sessionId))
    .innerJoin(person, eq(person.id, attendance.personId))
    .where(and(eq(courseSession.courseId, of.courseId), ne(courseSession.id, of.id), eq(attendance.state, 'trial'), bearsName(name)));
  return found?.sessions ?? 0;
}

/** Whether a device has sent this guest before. */
async function isTakenIn(tx: Transaction, sessionId: string, personId: string): Promise<boolean> {
  return (await tx.$count(attendance, and(eq(attendance.sessionId, sessionId), eq(attendance.personId, personId)))) > 0;
}

/** Approves or declines a request, or offers a seat to a waiting person. */
export function decide(context: Context, id: string, action: 'confirm' | 'reject' | 'offer', reason: string): Promise<{ ok: true }> {
  return onEnrolment(context, id, 'participants.update', async (seats, row) => {
    const answer = { ok: true } as const;
    if (action === 'reject') {
      await changeState(seats, id, 'rejected', { reason });
      return { answer, content: `Abgelehnt${formatReason(reason)}` };
    }
    if (action === 'confirm') {
      // A waiting person needs a free seat; requests and offers already hold one.
      if (row.state === 'waitlisted') {
        await needRoom(seats, reason);
        await needTurn(seats, id, reason);
      }
      await changeState(seats, id, 'confirmed', { reason });
      return { answer, content: `Zugesagt${formatReason(reason)}` };
    }
    await needRoom(seats, reason);
    await needTurn(seats, id, reason);
    const end = offerEnd(now(), offeringOf(seats).waitlistOfferHours, undefined) ?? now();
    await changeState(seats, id, 'offered', { reason, set: { offerExpiresAt: end } });
    return { answer, content: `Platz angeboten${formatReason(reason)}` };
  });
}

/** Moves an enrolment to another position of the waiting list; the reason is logged. */
export function reorder(context: Context, id: string, position: number, reason: string): Promise<{ ok: true }> {
  return onEnrolment(context, id, 'participants.update', async (seats, row) => {
    if (row.state !== 'waitlisted') throw new Problem('wrong-state');
    const { tx } = seats.write;
    const others = inQueueOrder(await readQueue(tx, refOf(seats))).filter((one) => one.id !== id);
    const order = others.toSpliced(position - 1, 0, { id, queueClass: row.queueClass, queueRank: 0, groupKey: null });
    // The others keep their order. All ranks are reassigned, and the moved enrolment takes the queue class of its new neighbours.
    const ranks = [...others.map(({ queueRank }) => queueRank), row.queueRank ?? 0].toSorted((a, b) => a - b);
    const neighbour = order[position] ?? order[position - 2];
    for (const [at, one] of order.entries()) {
      const queueClass = one.id === id ? (neighbour?.queueClass ?? row.queueClass) : one.queueClass;
      await tx
        .update(enrolment)
        .set({ queueRank: ranks[at] ?? at, queueClass, version: sql`${enrolment.version} + 1` })
        .where(eq(enrolment.id, one.id));
    }
    await log(seats, id, 'waitlisted', 'waitlisted', { reason });
    return { answer: { ok: true } as const, content: `Warteliste geändert, jetzt Platz ${position}${formatReason(reason)}` };
  });
}

/** Transfers a seat to a named substitute; at no moment can anybody else take it. */
export function replace(context: Context, id: string, personId: string): Promise<{ ok: true }> {
  return onEnrolment(context, id, 'participants.update', async (seats, row) => {
    if (row.state !== 'confirmed') throw new Problem('wrong-state');
    const substitute = await personOf(seats.write.tx, offeringOf(seats), personId);
    await cancel(seats, row, { withFee: false, reason: `Ersatz: ${fullName(substitute)}` });
    const [next] = await insert(
      seats,
      [
        {
          ...newcomerFrom(row),
          ...(await fullPriceOf(seats, row)),
          personId,
          name: fullName(substitute),
          contactEmail: substitute.email ?? row.contactEmail,
        },
      ],
      'confirmed',
    );
    await seats.write.tx
      .update(enrolment)
      .set({ replacedBy: next?.id ?? null })
      .where(eq(enrolment.id, id));
    return { answer: { ok: true } as const, content: `Ersetzt durch ${fullName(substitute)}` };
  });
}

type SignOff = { id: string; withFee: boolean; reason: string; leavesOn?: string | undefined };

/** Cancels an enrolment: at once with or without the fee of the day, or in a permanent group on a given day. */
export function cancelByStaff(context: Context, { id, withFee, reason, leavesOn }: SignOff): Promise<{ ok: true }> {
  return onEnrolment(context, id, 'participants.cancel', async (seats, row) => {
    if (leavesOn !== undefined) {
      await leaveByStaff(seats, row, leavesOn, reason);
      return { answer: { ok: true } as const, content: `Platz abgesagt zum ${germanDate(leavesOn)}${formatReason(reason)}` };
    }
    await cancel(seats, row, { withFee, reason });
    return { answer: { ok: true } as const, content: `Platz abgesagt${withFee ? ' mit Gebühr' : ''}${formatReason(reason)}` };
  });
}

export async function note(context: Context, id: string, text: string, version: number): Promise<{ ok: true }> {
  return onEnrolment(context, id, 'participants.update', async (seats, row) => {
    if (row.version !== version) throw new Problem('conflict');
    await seats.write.tx
      .update(enrolment)
      .set({ staffNote: text || null, version: version + 1 })
      .where(eq(enrolment.id, id));
    return { answer: { ok: true } as const, content: 'Notiz geändert' };
  });
}

/** Opens a health note: for the course's lead trainer and the board. Each opening is audited. */
export function healthNote(context: Context, id: string): Promise<{ healthNote: string; allergies: string; pickupRule: string }> {
  const viewer = signedIn(context);
  return context.write(async (write) => {
    const row = await readEnrolment(write.tx, id);
    const extent = allow(context, 'healthNotes.read', targetOf(context, row.club));
    if (extent === 'limited' && !(row.courseId && (await isLeadTrainer(write.tx, row.courseId, viewer.userId))))
      throw new Problem('forbidden');
    await enterScope(write.tx, row.club);
    const [found] = await write.tx.select().from(careNote).where(eq(careNote.personId, row.personId));
    write.audit('healthNotes.read', { club: row.club, id, entity: 'participations' }, 'Gesundheitshinweis geöffnet');
    return { healthNote: found?.healthNote ?? '', allergies: found?.allergies ?? '', pickupRule: found?.pickupRule ?? '' };
  });
}

async function chosenPerson(tx: Transaction, of: Pick<CourseRow, 'club'>, { personId, person: input }: Added): Promise<PersonRow> {
  if (personId) return personOf(tx, of, personId);
  if (!input) throw fieldProblem('personId', 'Bitte wählen Sie eine Person oder legen Sie eine neue an.');
  return makePerson(tx, { ...input, club: of.club }, { path: 'person.birthDate' });
}

/** A person of the record's club, or 404. */
export async function personOf(tx: Transaction, of: Pick<CourseRow, 'club'>, id: string): Promise<PersonRow> {
  const [row] = await tx
    .select()
    .from(person)
    .where(and(eq(person.id, id), eq(person.club, of.club)));
  if (!row) throw new Problem('not-found');
  return row;
}

async function sessionOf(tx: Transaction, id: string) {
  const [row] = await tx
    .select({ courseId: course.id, club: course.club, state: courseSession.state })
    .from(courseSession)
    .innerJoin(course, eq(course.id, courseSession.courseId))
    .where(eq(courseSession.id, id))
    .orderBy(asc(courseSession.id));
  if (!row) throw new Problem('not-found');
  return row;
}

/** Staff decide by adding somebody, so a request counts as approved. */
export function approvedIfRequested(state: EnrolmentState): EnrolmentState {
  return state === 'pending' ? 'confirmed' : state;
}

/** The data of an enrolment for the person who takes over or moves to another seat. */
export function newcomerFrom(row: EnrolmentRow): Omit<Newcomer, 'name' | 'fullPriceCents' | 'pricePer'> {
  return {
    personId: row.personId,
    queueClass: row.queueClass,
    priceCategory: row.priceCategory,
    contactEmail: row.contactEmail,
    channel: 'staff',
    ...(row.guardianName && { guardianName: row.guardianName }),
  };
}
