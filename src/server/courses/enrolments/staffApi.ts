import { and, asc, eq, sql } from 'drizzle-orm';
import type { ParticipationState, PriceCategory } from '#shared/courses/courseWords.ts';
import { offerEnd } from '#shared/courses/waitingList.ts';
import { course, courseSession } from '../offers/table.ts';
import { isLeadTrainer } from '../offers/service.ts';
import { enterScope } from '#server/platform/database/database.ts';
import { makePerson, today, type NewPerson, type PersonRow } from '#server/people/persons/service.ts';
import { person } from '#server/people/persons/table.ts';
import { now } from '#server/platform/process/clock.ts';
import { allow, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { cancel } from './cancel.ts';
import { freePlaces, offeringOf, refOf, type AnyPlaces, type CourseRow, type OfferingRef, type ParticipationRow } from './counting.ts';
import { insert, stateForNew, type Newcomer } from './enrol.ts';
import { judge, judgeFor, openFacts } from './judge.ts';
import { inLine, readQueue, withPlaces } from './places.ts';
import { audit, because, courseOf, nameOf, onEnrolment, onOffering, readEnrolment } from './staffDeed.ts';
import { changeState, log } from './states.ts';
import { attendance, participation } from './table.ts';
import { participant } from '#server/people/persons/table.ts';

type PersonInput = Omit<NewPerson, 'club'>;
type Added = {
  personId?: string | undefined;
  person?: PersonInput | undefined;
  priceCategory?: PriceCategory | undefined;
  reason: string;
};

/** Staff enrol somebody: a known person or a new one. With a reason also beyond the places or against a rule. */
export function add(context: Context, ref: OfferingRef, input: Added): Promise<{ id: string; state: ParticipationState }> {
  return onOffering(context, ref, 'participants.create', async (places) => {
    const status = 'course' in places ? places.course.status : places.event.state;
    if (!['published', 'paused', 'confirmed'].includes(status)) throw new Problem('wrong-state');
    const one = await chosenPerson(places.deed.tx, offeringOf(places), input);
    const {
      judged: [judged],
      prices,
    } = await judgeFor(places, [one]);
    if (!judged) throw new Problem('not-found');
    if (judged.reasons.length > 0 && !input.reason)
      throw new Problem('not-eligible', { fields: judged.reasons.map((message) => ({ path: 'reason', message })) });
    const price = input.priceCategory ? prices.find(({ category }) => category === input.priceCategory) : judged.price;
    const newcomer: Newcomer = {
      personId: one.id,
      name: nameOf(one),
      queueClass: judged.queueClass,
      priceCategory: price?.category ?? null,
      priceCents: price?.cents ?? null,
      contactEmail: one.email,
      channel: 'staff',
    };
    const free = freePlaces(places);
    // A reason is the word of the staff: beyond the places, or past a waiting list.
    const state = input.reason && free !== null ? 'confirmed' : asked(await stateForNew(places, 1));
    const [row] = await insert(places, [newcomer], state);
    if (!row) throw new Error('The enrolment was not written.');
    return { answer: { id: row.id, state: row.state }, content: `Angemeldet: ${nameOf(one)}${because(input.reason)}`, id: row.id };
  });
}

/** Takes a trial guest into one date: a person without an enrolment, marked as there. */
export async function addWalkIn(context: Context, sessionId: string, input: PersonInput): Promise<{ personId: string }> {
  const viewer = signedIn(context);
  return context.write(async (deed) => {
    const session = await sessionOf(deed.tx, sessionId);
    allow(context, 'participants.addWalkIn', targetOf(context, session.club));
    await enterScope(deed.tx, session.club);
    const row = await makePerson(deed.tx, { ...input, club: session.club });
    await deed.tx
      .insert(attendance)
      .values({ sessionId, personId: row.id, club: session.club, state: 'trial', markedBy: viewer.userId, markedAt: now() });
    deed.changed({ collection: 'participations', club: session.club, entityId: session.courseId });
    audit(deed, viewer, session.club, 'participants.addWalkIn', `Schnuppergast: ${nameOf(row)}`, row.id);
    return { personId: row.id };
  });
}

/** Says yes or no to a request, or offers a place to somebody who waits. */
export function decide(context: Context, id: string, action: 'confirm' | 'reject' | 'offer', reason: string): Promise<{ ok: true }> {
  return onEnrolment(context, id, 'participants.update', async (places, row) => {
    const answer = { ok: true } as const;
    if (action === 'reject') {
      await changeState(places, id, 'rejected', { reason });
      return { answer, content: `Abgelehnt${because(reason)}` };
    }
    if (action === 'confirm') {
      // Somebody who waits takes a place that must be free; a request and an offer hold theirs already.
      if (row.state === 'waitlisted') await needRoom(places, reason);
      await changeState(places, id, 'confirmed', { reason });
      return { answer, content: `Zugesagt${because(reason)}` };
    }
    await needRoom(places, reason);
    const queue = await readQueue(places.deed.tx, refOf(places));
    const first = queue.toSorted((a, b) => a.queueClass - b.queueClass || a.queueRank - b.queueRank)[0];
    if (first?.id !== id && !reason) throw fieldProblem('reason', 'Diese Person ist nicht die nächste: Bitte nennen Sie einen Grund.');
    const end = offerEnd(now(), offeringOf(places).waitlistOfferHours, undefined) ?? now();
    await changeState(places, id, 'offered', { reason, set: { offerExpiresAt: end } });
    return { answer, content: `Platz angeboten${because(reason)}` };
  });
}

/** Puts somebody at another place of the waiting list, within his class of people, for a reason that stays. */
export function reorder(context: Context, id: string, position: number, reason: string): Promise<{ ok: true }> {
  return onEnrolment(context, id, 'participants.update', async (places, row) => {
    if (row.state !== 'waitlisted') throw new Problem('wrong-state');
    const { tx } = places.deed;
    const others = (await readQueue(tx, refOf(places)))
      .filter((one) => one.id !== id)
      .toSorted((a, b) => a.queueClass - b.queueClass || a.queueRank - b.queueRank);
    const order = others.toSpliced(position - 1, 0, { id, queueClass: row.queueClass, queueRank: 0, groupKey: null });
    // Everybody keeps the order; the ranks are dealt out anew, and who moved takes the class of his new neighbours.
    const ranks = [...others.map(({ queueRank }) => queueRank), row.queueRank ?? 0].toSorted((a, b) => a - b);
    const neighbour = order[position] ?? order[position - 2];
    for (const [at, one] of order.entries()) {
      const queueClass = one.id === id ? (neighbour?.queueClass ?? row.queueClass) : one.queueClass;
      await tx
        .update(participation)
        .set({ queueRank: ranks[at] ?? at, queueClass, version: sql`${participation.version} + 1` })
        .where(eq(participation.id, one.id));
    }
    await log(places, id, 'waitlisted', 'waitlisted', { reason });
    return { answer: { ok: true } as const, content: `Warteliste geändert, jetzt Platz ${position}${because(reason)}` };
  });
}

/** Gives the place of somebody to a named substitute; it is free for nobody else at any moment. */
export function replace(context: Context, id: string, personId: string): Promise<{ ok: true }> {
  return onEnrolment(context, id, 'participants.update', async (places, row) => {
    if (row.state !== 'confirmed') throw new Problem('wrong-state');
    const substitute = await personOf(places.deed.tx, offeringOf(places), personId);
    await cancel(places, row, { withFee: false, reason: `Ersatz: ${nameOf(substitute)}` });
    const [next] = await insert(
      places,
      [{ ...newcomerFrom(row), personId, name: nameOf(substitute), contactEmail: substitute.email ?? row.contactEmail }],
      'confirmed',
    );
    await places.deed.tx
      .update(participation)
      .set({ replacedBy: next?.id ?? null })
      .where(eq(participation.id, id));
    return { answer: { ok: true } as const, content: `Ersetzt durch ${nameOf(substitute)}` };
  });
}

/** Moves somebody into another course of the same club. Both courses are locked one after the other, in one order for all. */
export async function move(context: Context, id: string, courseId: string): Promise<{ id: string; state: ParticipationState }> {
  const from = await courseOf(context, id, 'participants.update');
  if (from === courseId) throw new Problem('wrong-state');
  const viewer = signedIn(context);
  const [first = from, second = courseId] = [from, courseId].toSorted();
  return inLine(first, () =>
    context.write((deed) => {
      const needs = { deed, settings: context.settings, actor: { userId: viewer.userId, name: viewer.name } };
      const check = (row: CourseRow) => void allow(context, 'participants.update', targetOf(context, row.club));
      return withPlaces(needs, first, check, (outer) =>
        withPlaces(needs, second, check, async (inner) => {
          const [source, target] = first === from ? [outer, inner] : [inner, outer];
          if (source.course.club !== target.course.club) throw new Problem('not-found');
          const row = await readEnrolment(deed.tx, id);
          const one = await personOf(deed.tx, target.course, row.personId);
          const [judged] = await judge(deed.tx, target.course, await openFacts(target), [one]);
          await changeState(source, id, 'cancelled', {
            reason: `Wechsel zu ${target.course.title}`,
            isSilent: true,
            set: { cancelledAt: now(), cancelReason: `Wechsel zu ${target.course.title}` },
          });
          const newcomer = {
            ...newcomerFrom(row),
            name: nameOf(one),
            queueClass: judged?.queueClass ?? row.queueClass,
            priceCategory: judged?.price?.category ?? null,
            priceCents: judged?.price?.cents ?? null,
          };
          const [next] = await insert(target, [newcomer], asked(await stateForNew(target, 1)));
          if (!next) throw new Error('The enrolment was not written.');
          await deed.tx.update(participation).set({ movedFrom: id }).where(eq(participation.id, next.id));
          audit(
            deed,
            viewer,
            target.course.club,
            'participants.update',
            `${nameOf(one)} gewechselt: ${source.course.title} → ${target.course.title}`,
            next.id,
          );
          return { id: next.id, state: next.state };
        }),
      );
    }),
  );
}

/** Signs somebody off, with or without the fee of the day. */
export function cancelByStaff(context: Context, id: string, withFee: boolean, reason: string): Promise<{ ok: true }> {
  return onEnrolment(context, id, 'participants.cancel', async (places, row) => {
    await cancel(places, row, { withFee, reason });
    return { answer: { ok: true } as const, content: `Abgemeldet${withFee ? ' mit Gebühr' : ''}${because(reason)}` };
  });
}

/** Keeps a note of the staff. */
export async function note(context: Context, id: string, text: string, version: number): Promise<{ ok: true }> {
  return onEnrolment(context, id, 'participants.update', async (places, row) => {
    if (row.version !== version) throw new Problem('conflict');
    await places.deed.tx
      .update(participation)
      .set({ staffNote: text || null, version: version + 1 })
      .where(eq(participation.id, id));
    return { answer: { ok: true } as const, content: 'Notiz geändert' };
  });
}

/** Opens a health note: for the lead trainer of the course and the board, and each opening stands in the audit log. */
export function healthNote(context: Context, id: string): Promise<{ healthNote: string; allergies: string; pickupRule: string }> {
  const viewer = signedIn(context);
  return context.write(async (deed) => {
    const row = await readEnrolment(deed.tx, id);
    const extent = allow(context, 'healthNotes.read', targetOf(context, row.club));
    if (extent === 'limited' && !(row.courseId && (await isLeadTrainer(deed.tx, row.courseId, viewer.userId))))
      throw new Problem('forbidden');
    await enterScope(deed.tx, row.club);
    const [found] = await deed.tx.select().from(participant).where(eq(participant.personId, row.personId));
    audit(deed, viewer, row.club, 'healthNotes.read', 'Gesundheitshinweis geöffnet', id);
    return { healthNote: found?.healthNote ?? '', allergies: found?.allergies ?? '', pickupRule: found?.pickupRule ?? '' };
  });
}

async function chosenPerson(tx: Transaction, of: Pick<CourseRow, 'club'>, { personId, person: input }: Added): Promise<PersonRow> {
  if (personId) return personOf(tx, of, personId);
  if (!input) throw fieldProblem('personId', 'Bitte wählen Sie eine Person oder legen Sie eine neue an.');
  return makePerson(tx, { ...input, club: of.club });
}

async function personOf(tx: Transaction, of: Pick<CourseRow, 'club'>, id: string): Promise<PersonRow> {
  const [row] = await tx
    .select()
    .from(person)
    .where(and(eq(person.id, id), eq(person.club, of.club)));
  if (!row) throw new Problem('not-found');
  return row;
}

async function sessionOf(tx: Transaction, id: string) {
  const [row] = await tx
    .select({ courseId: course.id, club: course.club })
    .from(courseSession)
    .innerJoin(course, eq(course.id, courseSession.courseId))
    .where(eq(courseSession.id, id))
    .orderBy(asc(courseSession.id));
  if (!row) throw new Problem('not-found');
  return row;
}

/** With the offer the staff decide who comes, so a request is a yes. */
function asked(state: ParticipationState): ParticipationState {
  return state === 'pending' ? 'confirmed' : state;
}

async function needRoom(places: AnyPlaces, reason: string): Promise<void> {
  const free = freePlaces(places);
  if (free !== null && free < 1 && !reason)
    throw new Problem('places-taken', { fields: [{ path: 'reason', message: 'Kein Platz ist frei. Mit einem Grund geht es trotzdem.' }] });
}

function newcomerFrom(row: ParticipationRow): Omit<Newcomer, 'name'> {
  return {
    personId: row.personId,
    queueClass: row.queueClass,
    priceCategory: row.priceCategory,
    priceCents: row.priceCents,
    contactEmail: row.contactEmail,
    channel: 'staff',
    ...(row.guardianName && { guardianName: row.guardianName }),
    joinsFrom: today(),
  };
}
