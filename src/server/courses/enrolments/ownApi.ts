import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { registerInput } from '#shared/courses/enrolmentShapes.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { course } from '../offers/table.ts';
import { event } from '#server/events/table.ts';
import { accountsToNotify, fillEmergencyNumbers, fillWaysHome, ownPeople, type OwnPersonRow } from '#server/people/persons/service.ts';
import { allow, signedIn, type Context, type Viewer } from '#server/platform/http/context.ts';
import { allOf, enterScope, oneByOne, type Write, type Transaction } from '#server/platform/database/database.ts';
import { hasPart, requireFeature } from '#server/platform/http/features.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { keepAgreements } from './agreements.ts';
import { idOf, offeringOf, type Actor, type AnySeats, type CourseRow, type EnrolmentRow, type EventRow } from './counting.ts';
import { enrol, type Newcomer } from './enrol.ts';
import { resolvePersons } from './family.ts';
import { mayReserve } from './eventRules.ts';
import { judgeFor, listedOf, quoteOf, standingOf, type CourseFacts, type Judgement, type Listed } from './judge.ts';
import { comingMandate, giveMandate, withMandate } from '../orders/mandate.ts';
import { refuseKept } from '../orders/kept.ts';
import type { OrderPorts } from '../orders/ports.ts';
import { termsOf, dueOnOf, newOrder, type NewOrder, type OrderedSeat, type Terms } from '../orders/orders.ts';
import { positionOf } from './own.ts';
import { inLine, withSeatsOf, type CheckedRef } from './seats.ts';

type Chosen = Omit<z.output<typeof registerInput>, 'acceptsTerms'>;

/** Enrols the viewer's persons in a course. Visitors get 404 for an unknown course before 401. */
export async function register(context: Context, id: string, input: Chosen, ports: OrderPorts) {
  // Signed-in viewers take no connection before their turn in the line.
  if (!context.viewer) await context.read((tx) => visibleCourse(context, tx, id));
  const open = (tx: Transaction) => visibleCourse(context, tx, id);
  return signUp(context, { courseId: id, open, check: (row: CourseRow) => mayAskFor(context, row) }, input, ports);
}

/** Enrols the viewer's persons in an event. */
export function registerForEvent(context: Context, id: string, input: Chosen, ports: OrderPorts) {
  const open = (tx: Transaction) => visibleEvent(context, tx, id);
  return signUp(context, { eventId: id, open, check: (row: EventRow) => mayReserve(context, row) }, input, ports);
}

/** Reads the offering before the lock; access is checked here and again behind the lock. */
type Opening = { open: (tx: Transaction) => Promise<Pick<CourseRow, 'club'> & Partial<Pick<CourseRow, 'copiedFrom'>>> };

/**
 * Enrols the viewer's persons, each separately or all together. Under load everybody waits for the lock: whatever does not depend on seats
 * is read before it, and behind it independent statements are sent together.
 */
async function signUp(context: Context, ref: CheckedRef & Opening, input: Chosen, ports: OrderPorts) {
  const viewer = signedIn(context);
  const ids = [...new Set(input.personIds)];
  return inLine(idOf(ref), () =>
    context.write(async (write) => {
      // Preloads whether the club of the host takes enrolments; usually it is the club of the offering.
      const [of, own] = await allOf([
        ref.open(write.tx),
        ownPeople(write.tx, viewer.userId),
        hasPart(context, 'participants.register', context.hostClub),
      ]);
      await enterScope(write.tx, of.club);
      const { all, chosen } = await resolvePersons(write, of.club, viewer, ids, own);
      const people = [...chosen.values()];
      const [standing, terms, , ...accounts] = await allOf([
        standingOf(write.tx, of, people, all),
        termsOf(write.tx, of.club, ports),
        refuseKept(write.tx, ref, idsOf(people)),
        ...people.map(({ id }) => accountsToNotify(write.tx, [{ personId: id, enteredBy: viewer.userId }])),
      ]);
      const { method, mandate: given } = input;
      const asked = { personIds: idsOf(people), own: new Set(idsOf(all)), method, mandate: given, partner: terms.partner };
      const mandate = await comingMandate(write.tx, of.club, asked, ports);
      const actor: Actor = { userId: viewer.userId, name: viewer.name };
      let listed: Listed | undefined;
      const meanwhile = async () => void ('courseId' in ref && (listed = await listedOf(write.tx, ref.courseId)));
      return withSeatsOf({ write, settings: context.settings, actor, meanwhile }, ref, async (seats) => {
        const { judged, prices } = await judgeFor(seats, people, all, standing, listed);
        const shown = refuseChanged(seats, judged, chosen, input.quotes, terms);
        const order = withMandate(newOrder(seats, judged.map(orderedSeat), { action: 'sign-up', terms, method: input.method }), mandate);
        const made = { contactEmail: viewer.email, answers: input.answers, orderId: order.id };
        const newcomers = judged.map((one, at) => ({ ...newcomerOf(one, prices), ...made, accounts: accounts[at] ?? [] }));
        const groups = input.together ? [newcomers] : newcomers.map((one) => [one]);
        const [rows] = await allOf([enrolAll(seats, groups, order), keepAnswers(write, seats, viewer, chosen, input)]);
        if (mandate && order.dueOn) await giveMandate(write, of.club, mandate, ports);
        record(write, seats, judged, shown, rows[0]?.id);
        return oneByOne(rows, async (row) => ({
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

/** Enrols each group all or none, one after the other; the order is written with the first group. */
async function enrolAll(seats: AnySeats, groups: readonly Newcomer[][], order: NewOrder): Promise<EnrolmentRow[]> {
  const rows = [];
  for (const [at, group] of groups.entries()) rows.push(...(await enrol(seats, group, true, at === 0 ? order : undefined)));
  return rows;
}

/** Stores the other answers of the order: emergency numbers, ways home, consents, health notes. */
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

/** Converts a judgement to a person to enrol; fails with the reason if enrolling is not possible. */
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

/** Checks that a course may be enrolled in: it is neither a draft nor internal, and its club takes enrolments. */
export async function mayRegister(context: Context, row: AskedCourse): Promise<void> {
  await requireFeature(context, 'participants.register', row.club);
  mayAskFor(context, row);
}

type AskedCourse = Pick<CourseRow, 'club' | 'status' | 'visibility'>;

export function mayAskFor(context: Context, row: AskedCourse): void {
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

export async function visibleEvent(context: Context, tx: Transaction, id: string): Promise<EventRow> {
  const [row] = await tx.select().from(event).where(eq(event.id, id));
  if (!row) throw new Problem('not-found');
  await mayReserve(context, row);
  return row;
}

/** The offer in the form that an order records. */
export function orderedSeat({ price, phase, start }: Judgement): OrderedSeat {
  const begun = (price && start?.begun({ fullPriceCents: price.fullCents, pricePer: price.per })) ?? null;
  return { priceCents: price?.cents ?? null, pricePer: price?.per ?? null, waits: phase.action === 'waitlist', start, begun };
}

function record(write: Write, seats: AnySeats, judged: readonly Judgement[], shown: readonly string[], entityId?: string): void {
  const { club, title } = offeringOf(seats);
  const names = judged.map(({ person }) => fullName(person)).join(', ');
  write.audit('participants.register', { club, id: entityId, entity: 'participations' }, `Anmeldung zu ${title}: ${names}`, {
    after: { shown },
  });
}

/** Refuses an enrolment if price, rule or seat differ from what was shown. Returns the current offers. */
function refuseChanged(
  seats: AnySeats,
  judged: readonly Judgement[],
  chosen: ReadonlyMap<string, OwnPersonRow>,
  quotes: Chosen['quotes'],
  terms: Terms,
): string[] {
  const of = 'course' in seats ? seats.course : seats.event;
  return judged.map((one) => {
    const [asked = one.person.id] = [...chosen].find(([, row]) => row.id === one.person.id) ?? [];
    const quote = quoteOf(one, of, dueOnOf(seats, orderedSeat(one), terms));
    if (quotes[asked] !== undefined && quotes[asked] !== quote) throw new Problem('quote-changed');
    return quote;
  });
}
