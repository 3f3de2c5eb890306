import { and, inArray } from 'drizzle-orm';
import type { Candidate } from '#shared/courses/enrolmentShapes.ts';
import { needsGuardian } from '#shared/courses/eligibility.ts';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { ageOn } from '#shared/kernel/age.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { needsWayHome } from '#shared/people/wayHome.ts';
import { ownPeople, type OwnPersonRow } from '#server/people/persons/service.ts';
import { allOf, enterScope, type Transaction } from '#server/platform/database/database.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import type { KeptCourses } from '../offers/keptCourses.ts';
import { guardianNeeded } from '../enrolments/agreements.ts';
import { freeSeats, offeringOf, ofOffering, type CourseRow, type OfferingRef } from '../enrolments/counting.ts';
import { familyFor, type Relative } from '../enrolments/family.ts';
import { judge, judgeForEvent, quoteOf, standingOf, type Judgement } from '../enrolments/judge.ts';
import { mayAskFor, orderedSeat, visibleEvent } from '../enrolments/ownApi.ts';
import { seatsOf } from '../enrolments/seats.ts';
import { enrolment } from '../enrolments/table.ts';
import { keptOf } from './kept.ts';
import { debitOf, mandateTextOf, noDebit, type Debit } from './mandate.ts';
import { dueOnOf, feeOfToday, firstDueOf, termsOf, type Ordered, type Terms } from './orders.ts';
import type { OrderPorts } from './ports.ts';

/** The persons that the viewer may enrol in a course, with reasons against it; empty for visitors. */
export async function candidatesFor(context: Context, courses: KeptCourses, courseId: string, ports: OrderPorts): Promise<Candidate[]> {
  const { row, facts, hasRegistration } = await courses.facts(courseId);
  if (!hasRegistration) throw new Problem('not-found');
  mayAskFor(context, row);
  const { viewer } = context;
  if (!viewer) return [];
  return context.read(async (tx) => {
    const all = await ownPeople(tx, viewer.userId);
    const own = familyFor(row.club, all);
    if (viewer.role === 'super' || viewer.club !== row.club) await enterScope(tx, row.club);
    const judged = judge(row, facts, { people: own, others: all, ...(await standingOf(tx, row, own, all)) });
    const active = await seatsOfFamily(tx, { courseId: row.id }, own);
    const known = { of: { course: row }, own, active, ...(await paidBy(tx, row.club, { own, judged }, ports)) };
    return judged.map((one) => candidateOf(one, known));
  });
}

/** The same for an event. */
export async function candidatesForEvent(context: Context, eventId: string, ports: OrderPorts): Promise<Candidate[]> {
  const { userId } = signedIn(context);
  return context.read(async (tx) => {
    const row = await visibleEvent(context, tx, eventId);
    const own = familyFor(row.club, await ownPeople(tx, userId));
    await enterScope(tx, row.club);
    const counted = await seatsOf(tx, { eventId });
    const free = freeSeats({ event: row, ...counted });
    const judged = judgeForEvent(row, { free, waiting: counted.waiting }, own, await standingOf(tx, {}, own));
    const active = await seatsOfFamily(tx, { eventId }, own);
    const known = { of: { event: row }, own, active, ...(await paidBy(tx, row.club, { own, judged }, ports)) };
    return judged.map((one) => candidateOf(one, known));
  });
}

type FamilySeat = { id: string; state: Candidate['state']; keptUntil: Date | null };

/** The seats of family members: active ones, and recently given-up ones that are still kept for them. */
async function seatsOfFamily(tx: Transaction, ref: OfferingRef, people: readonly OwnPersonRow[]): Promise<Map<string, FamilySeat>> {
  const ids = people.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const inIt = tx
    .select({ id: enrolment.id, personId: enrolment.personId, state: enrolment.state })
    .from(enrolment)
    .where(and(ofOffering(ref), inArray(enrolment.state, enrolmentSets.active), inArray(enrolment.personId, ids)));
  const [active, kept] = await allOf([inIt, keptOf(tx, ref, ids)]);
  return new Map<string, FamilySeat>([
    ...kept.map((row) => [row.personId, row] as const),
    ...active.map((row) => [row.personId, { ...row, keptUntil: null }] as const),
  ]);
}

type Known = Pick<Terms, 'days' | 'dueDay'> & {
  of: Ordered;
  own: readonly Relative[];
  active: ReadonlyMap<string, FamilySeat>;
  partner: string;
  alsoBy: Terms['alsoBy'];
  debits: ReadonlyMap<string, Debit>;
};

/** The contract partner, the terms, and per person whether the club may collect. Without a price no debits. */
async function paidBy(
  tx: Transaction,
  club: CourseRow['club'],
  { own, judged }: { own: readonly Relative[]; judged: readonly Judgement[] },
  ports: OrderPorts,
) {
  const terms = await termsOf(tx, club, ports);
  if (!judged.some(({ price }) => price?.cents)) return { ...terms, debits: new Map<string, Debit>() };
  const here = own.filter(({ isNewHere }) => !isNewHere).map(({ id }) => id);
  const [payers, text] = await allOf([ports.payersOf(tx, here), mandateTextOf(tx, club, terms.partner)]);
  const ids = new Set(own.map(({ id }) => id));
  // A person created by the enrolment has no other payer in this club yet.
  const debitFor = ({ id, isNewHere }: Relative) =>
    isNewHere ? { hasMandate: false, mandateText: text } : debitOf(id, payers.get(id), ids, text);
  return { ...terms, debits: new Map(own.map((one) => [one.id, debitFor(one)])) };
}

function candidateOf(one: Judgement, { of, own, active, partner, alsoBy, debits, ...terms }: Known): Candidate {
  const { person, reasons, price, phase } = one;
  const enrolled = active.get(person.id);
  const known = own.find(({ id }) => id === person.id);
  const relation = known?.relation ?? 'self';
  const dueOn = dueOnOf(of, orderedSeat(one), terms);
  const isAlone = relation === 'self' && needsGuardian(offeringOf(of), person.birthDate, today());
  return {
    personId: person.id,
    name: fullName(person),
    birthDate: person.birthDate,
    relation,
    reasons: isAlone ? [...reasons, guardianNeeded] : reasons,
    priceCategory: price?.category ?? null,
    priceCents: price?.cents ?? null,
    fullPriceCents: price?.fullCents ?? null,
    pricePer: price?.per ?? null,
    cancelFeeCents: feeOfToday(of, orderedSeat(one)),
    phase,
    participationId: enrolled?.id ?? null,
    state: enrolled?.state ?? null,
    keptUntil: enrolled?.keptUntil?.toISOString() ?? null,
    lacksEmergency: !person.emergencyContactPhone && person.birthDate !== null && ageOn(person.birthDate, today()) < 18,
    lacksWayHome: person.goesHome === 'unknown' && needsWayHome(person.birthDate, today()),
    quote: quoteOf(one, 'course' in of ? of.course : of.event, dueOn),
    dueOn,
    begun: orderedSeat(one).begun,
    firstDue: firstDueOf(of, orderedSeat(one), dueOn),
    endsOnNotice: one.start?.endsOnNotice ?? null,
    partner,
    alsoBy,
    ...(debits.get(person.id) ?? noDebit),
    isNewHere: known?.isNewHere ?? false,
  };
}
