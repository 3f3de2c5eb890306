import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import type { Candidate, registerInput } from '#shared/courses/enrolmentShapes.ts';
import { ageOn } from '#shared/kernel/age.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { needsWayHome } from '#shared/people/people.ts';
import { course } from '../offers/table.ts';
import { event } from '#server/events/table.ts';
import type { KeptCourses } from '../offers/keptCourses.ts';
import { accountsToNotify, fillEmergencyNumbers, fillWaysHome, ownPeople, type OwnPersonRow } from '#server/people/persons/service.ts';
import { allow, signedIn, type Context, type Viewer } from '#server/platform/http/context.ts';
import { allOf, enterScope, inTurn, type Write, type Transaction } from '#server/platform/database/database.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import { keepAgreements } from './agreements.ts';
import {
  ofOffering,
  freeSeats,
  idOf,
  offeringOf,
  type Actor,
  type AnySeats,
  type CourseRow,
  type EnrolmentRow,
  type EventRow,
  type OfferingRef,
} from './counting.ts';
import { enrol, type Newcomer } from './enrol.ts';
import { familyFor, takeIn, type Relative } from './family.ts';
import { mayReserve } from './eventRules.ts';
import { judge, judgeFor, judgeForEvent, listedOf, quoteOf, standingOf, type CourseFacts, type Judgement, type Listed } from './judge.ts';
import { comingMandate, debitOf, giveMandate, mandateTextOf, noDebit, withMandate, type Debit } from '../orders/mandate.ts';
import type { OrderPorts } from '../orders/ports.ts';
import { termsOf, dueOnOf, feeOfToday, newOrder, type NewOrder, type Ordered, type OrderedSeat } from '../orders/orders.ts';
import { positionOf } from './own.ts';
import { inLine, seatsOf, withSeatsOf, type CheckedRef } from './seats.ts';
import { enrolment } from './table.ts';

type Chosen = Omit<z.output<typeof registerInput>, 'acceptsTerms'>;

/** Whom the viewer may sign up for a course, with what stands against it; empty for a visitor. */
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
    const active = await activeOf(tx, { courseId: row.id }, own);
    const known = { of: { course: row }, own, active, ...(await paidBy(tx, row.club, { own, judged }, ports)) };
    return judged.map((one) => candidateOf(one, known));
  });
}

/** The same for an event of one's own club. */
export async function candidatesForEvent(context: Context, eventId: string, ports: OrderPorts): Promise<Candidate[]> {
  const { userId } = signedIn(context);
  return context.read(async (tx) => {
    const row = await visibleEvent(context, tx, eventId);
    const own = familyFor(row.club, await ownPeople(tx, userId));
    await enterScope(tx, row.club);
    const counted = await seatsOf(tx, { eventId });
    const free = freeSeats({ event: row, ...counted });
    const judged = judgeForEvent(row, { free, waiting: counted.waiting }, own, await standingOf(tx, {}, own));
    const active = await activeOf(tx, { eventId }, own);
    const known = { of: { event: row }, own, active, ...(await paidBy(tx, row.club, { own, judged }, ports)) };
    return judged.map((one) => candidateOf(one, known));
  });
}

/** Signs up people of one's own for a course. What does not exist is told a visitor before who may ask. */
export async function register(context: Context, id: string, input: Chosen, ports: OrderPorts) {
  // Nobody else takes a connection before their turn in the line.
  if (!context.viewer) await context.read((tx) => visibleCourse(context, tx, id));
  const open = (tx: Transaction) => visibleCourse(context, tx, id);
  return signUp(context, { courseId: id, open, check: (row: CourseRow) => mayAskFor(context, row) }, input, ports);
}

/** Signs up people of one's own for an event. */
export function registerForEvent(context: Context, id: string, input: Chosen, ports: OrderPorts) {
  const open = (tx: Transaction) => visibleEvent(context, tx, id);
  return signUp(context, { eventId: id, open, check: (row: EventRow) => mayReserve(context, row) }, input, ports);
}

/** Reads what somebody wants a seat in before the lock; whether they may ask is told there, and asked again behind it. */
type Opening = { open: (tx: Transaction) => Promise<Pick<CourseRow, 'club'> & Partial<Pick<CourseRow, 'copiedFrom'>>> };

/**
 * Signs up people of one's own, each by itself or all together. In a rush everybody waits for the one whose turn it is: what
 * does not depend on the seats is asked before the lock, and behind it nothing waits for an answer that it does not need.
 */
async function signUp(context: Context, ref: CheckedRef & Opening, input: Chosen, ports: OrderPorts) {
  const viewer = signedIn(context);
  const ids = [...new Set(input.personIds)];
  return inLine(idOf(ref), () =>
    context.write(async (write) => {
      const of = await ref.open(write.tx);
      await enterScope(write.tx, of.club);
      const { all, chosen } = await takeIn(write, of.club, viewer, ids);
      const people = [...chosen.values()];
      const [standing, terms, ...accounts] = await allOf([
        standingOf(write.tx, of, people, all),
        termsOf(write.tx, of.club, ports),
        ...people.map(({ id }) => accountsToNotify(write.tx, [id])),
      ]);
      const { method, mandate: given } = input;
      const asked = { personIds: idsOf(people), own: new Set(idsOf(all)), method, mandate: given, partner: terms.partner };
      const mandate = await comingMandate(write.tx, of.club, asked, ports);
      const actor: Actor = { userId: viewer.userId, name: viewer.name };
      let listed: Listed | undefined;
      const meanwhile = async () => void ('courseId' in ref && (listed = await listedOf(write.tx, ref.courseId)));
      return withSeatsOf({ write, settings: context.settings, actor, meanwhile }, ref, async (seats) => {
        const { judged, prices } = await judgeFor(seats, people, all, standing, listed);
        const shown = refuseChanged(seats, judged, chosen, input.quotes, terms.days);
        const order = withMandate(newOrder(seats, judged.map(orderedSeat), { action: 'sign-up', terms, method: input.method }), mandate);
        const made = { contactEmail: viewer.email, answers: input.answers, orderId: order.id };
        const newcomers = judged.map((one, at) => ({ ...newcomerOf(one, prices), ...made, accounts: accounts[at] ?? [] }));
        const groups = input.together ? [newcomers] : newcomers.map((one) => [one]);
        const [rows] = await allOf([enrolAll(seats, groups, order), keepAnswers(write, seats, viewer, chosen, input)]);
        if (mandate && order.dueOn) await giveMandate(write, of.club, mandate, ports);
        record(write, seats, judged, shown, rows[0]?.id);
        return inTurn(rows, async (row) => ({
          id: row.id,
          token: row.id,
          state: row.state,
          position: row.state === 'waitlisted' ? await positionOf(write.tx, row) : null,
        }));
      });
    }),
  );
}

function idsOf(people: readonly { id: string }[]): string[] {
  return people.map(({ id }) => id);
}

/** Each group all or none, one after the other; the order of all is written with the first. */
async function enrolAll(seats: AnySeats, groups: readonly Newcomer[][], order: NewOrder): Promise<EnrolmentRow[]> {
  const rows = [];
  for (const [at, group] of groups.entries()) rows.push(...(await enrol(seats, group, true, at === 0 ? order : undefined)));
  return rows;
}

/** Keeps what else was said with the order: emergency numbers, ways home, consents, health notes. */
async function keepAnswers(
  write: Write,
  seats: AnySeats,
  viewer: Viewer,
  chosen: ReadonlyMap<string, OwnPersonRow>,
  input: Chosen,
): Promise<void> {
  const healthNotes = Object.fromEntries(
    [...chosen].map(([id, one]) => [one.id, input.healthNotes[id] ?? input.healthNotes[one.id] ?? '']),
  );
  await fillEmergencyNumbers(write.tx, new Map([...chosen].map(([id, one]) => [one.id, input.emergencyPhones[id] ?? ''])));
  await fillWaysHome(write.tx, new Map([...chosen].map(([id, one]) => [one.id, input.waysHome[id]])));
  await keepAgreements(write, seats, [...chosen.values()], viewer, { ...input, healthNotes });
}

/** Somebody judged, ready to be enrolled; refused with the reason where something stands against it. */
export function newcomerOf(
  { person, phase, reasons, queueClass, price, start }: Judgement,
  prices: CourseFacts['prices'],
): Omit<Newcomer, 'contactEmail'> {
  if (phase.action === 'none' || phase.action === 'external') {
    const code = phase.kind === 'full' ? 'waiting-list-full' : 'registration-closed';
    throw new Problem(code, { fields: [{ path: 'course', message: phase.text }] });
  }
  if (reasons.length > 0) throw new Problem('not-eligible', { fields: reasons.map((message) => ({ path: 'person', message })) });
  if (!price && prices.length > 0)
    throw new Problem('not-eligible', {
      fields: [{ path: 'person', message: 'Für diese Person gibt es hier keinen Preis. Bitte fragen Sie den Verein.' }],
    });
  return {
    personId: person.id,
    name: fullName(person),
    queueClass,
    priceCategory: price?.category ?? null,
    fullPriceCents: price?.fullCents ?? null,
    pricePer: price?.per ?? null,
    channel: 'web',
    ...(start && { start }),
  };
}

/** Lets a sign-up through to a course that is published and whose club takes registrations. */
export async function mayRegister(context: Context, row: AskedCourse): Promise<void> {
  await requireFeature(context, 'participants.register', row.club);
  mayAskFor(context, row);
}

type AskedCourse = Pick<CourseRow, 'club' | 'status' | 'visibility'>;

function mayAskFor(context: Context, row: AskedCourse): void {
  if (row.status === 'draft' || row.visibility === 'internal') throw new Problem('not-found');
  allow(context, 'participants.register', 'self');
}

async function visibleCourse(context: Context, tx: Transaction, id: string): Promise<AskedCourse & Pick<CourseRow, 'copiedFrom'>> {
  const { club, status, visibility, copiedFrom } = course;
  const [row] = await tx.select({ club, status, visibility, copiedFrom }).from(course).where(eq(course.id, id));
  if (!row) throw new Problem('not-found');
  await mayRegister(context, row);
  return row;
}

async function visibleEvent(context: Context, tx: Transaction, id: string): Promise<EventRow> {
  const [row] = await tx.select().from(event).where(eq(event.id, id));
  if (!row) throw new Problem('not-found');
  await mayReserve(context, row);
  return row;
}

async function activeOf(tx: Transaction, ref: OfferingRef, people: readonly OwnPersonRow[]) {
  if (people.length === 0) return new Map<string, { id: string; state: Candidate['state'] }>();
  const rows = await tx
    .select({ id: enrolment.id, personId: enrolment.personId, state: enrolment.state })
    .from(enrolment)
    .where(
      and(
        ofOffering(ref),
        inArray(enrolment.state, enrolmentSets.active),
        inArray(
          enrolment.personId,
          people.map(({ id }) => id),
        ),
      ),
    );
  return new Map(rows.map((row) => [row.personId, row]));
}

type Known = {
  of: Ordered;
  own: readonly Relative[];
  active: Awaited<ReturnType<typeof activeOf>>;
  days: number;
  partner: string;
  debits: ReadonlyMap<string, Debit>;
};

/** With whom the contract is made, when something is due, and for whom the club may collect; of paying nothing is asked where nothing costs. */
async function paidBy(
  tx: Transaction,
  club: CourseRow['club'],
  { own, judged }: { own: readonly Relative[]; judged: readonly Judgement[] },
  ports: OrderPorts,
) {
  const terms = await termsOf(tx, club, ports);
  if (!judged.some(({ price }) => price?.cents)) return { ...terms, debits: new Map<string, Debit>() };
  const here = own.filter(({ isNewHere }) => !isNewHere).map(({ id }) => id);
  const [payers, text] = await allOf([ports.payersOf(tx, here), mandateTextOf(tx, club, { ...ports, ...terms })]);
  const ids = new Set(own.map(({ id }) => id));
  // Whoever is made in this club by the sign-up has no payer yet but one of their own.
  const debitFor = ({ id, isNewHere }: Relative) =>
    isNewHere ? { hasMandate: false, mandateText: text } : debitOf(id, payers.get(id), ids, text);
  return { ...terms, debits: new Map(own.map((one) => [one.id, debitFor(one)])) };
}

function orderedSeat({ price, phase, start }: Judgement): OrderedSeat {
  const begun = (price && start?.begun({ fullPriceCents: price.fullCents, pricePer: price.per })) ?? null;
  return { priceCents: price?.cents ?? null, pricePer: price?.per ?? null, waits: phase.action === 'waitlist', start, begun };
}

function candidateOf(one: Judgement, { of, own, active, days, partner, debits }: Known): Candidate {
  const { person, reasons, price, phase } = one;
  const enrolled = active.get(person.id);
  const known = own.find(({ id }) => id === person.id);
  const dueOn = dueOnOf(of, orderedSeat(one), days);
  return {
    personId: person.id,
    name: fullName(person),
    birthDate: person.birthDate,
    relation: known?.relation ?? 'self',
    reasons,
    priceCategory: price?.category ?? null,
    priceCents: price?.cents ?? null,
    fullPriceCents: price?.fullCents ?? null,
    pricePer: price?.per ?? null,
    cancelFeeCents: feeOfToday(of, orderedSeat(one)),
    phase,
    participationId: enrolled?.id ?? null,
    state: enrolled?.state ?? null,
    lacksEmergency: !person.emergencyContactPhone && person.birthDate !== null && ageOn(person.birthDate, today()) < 18,
    lacksWayHome: person.goesHome === 'unknown' && needsWayHome(person.birthDate, today()),
    quote: quoteOf(one, 'course' in of ? of.course : of.event, dueOn),
    dueOn,
    begun: orderedSeat(one).begun,
    endsOnNotice: one.start?.endsOnNotice ?? null,
    partner,
    ...(debits.get(person.id) ?? noDebit),
    isNewHere: known?.isNewHere ?? false,
  };
}

function record(write: Write, seats: AnySeats, judged: readonly Judgement[], shown: readonly string[], entityId?: string): void {
  const { club, title } = offeringOf(seats);
  const names = judged.map(({ person }) => fullName(person)).join(', ');
  write.audit('participants.register', { club, id: entityId, entity: 'participations' }, `Anmeldung zu ${title}: ${names}`, {
    after: { shown },
  });
}

/** Refuses a sign-up where somebody was shown another price, rule or seat than they would get now. Gives what holds. */
function refuseChanged(
  seats: AnySeats,
  judged: readonly Judgement[],
  chosen: ReadonlyMap<string, OwnPersonRow>,
  quotes: Chosen['quotes'],
  days: number,
): string[] {
  const of = 'course' in seats ? seats.course : seats.event;
  return judged.map((one) => {
    const [asked = one.person.id] = [...chosen].find(([, row]) => row.id === one.person.id) ?? [];
    const quote = quoteOf(one, of, dueOnOf(seats, orderedSeat(one), days));
    if (quotes[asked] !== undefined && quotes[asked] !== quote) throw new Problem('quote-changed');
    return quote;
  });
}
