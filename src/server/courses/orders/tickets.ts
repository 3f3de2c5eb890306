import { inArray } from 'drizzle-orm';
import { begunPeriod, type BegunPeriod } from '#shared/courses/priceShare.ts';
import { giroCode } from '#shared/kernel/giroCode.ts';
import { allOf, type Write } from '#server/platform/database/database.ts';
import { postMailAtEnd } from '#server/platform/mail/outbox.ts';
import { issueLink } from '#server/platform/secretLinks.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { readTicketDates, ticketOf, type TicketDates } from '../offers/ticket.ts';
import { offeringOf, type AnySeats, type CourseRow, type EnrolmentRow, type EventRow, type SeatsWrite } from '../enrolments/counting.ts';
import { datesOf } from '../enrolments/seatPrice.ts';
import { enrolment } from '../enrolments/table.ts';
import type { NewOrder } from './orders.ts';
import { payingOfPeople, payingOfRows, type Paying } from './transfer.ts';

export type Linking = Pick<SeatsWrite, 'write' | 'settings'> & ({ course: CourseRow } | { event: EventRow });

/** A changed enrolment; `accounts` to notify if already read. */
export type Concerned = EnrolmentRow & { name: string; accounts?: readonly string[] | undefined };

/** New seats of a write; at its end one mail per address covers all of them. */
type Awaiting = { offeringId: string; row: Concerned; secret: string | undefined; moved?: Moved };

/** A change of groups that a ticket tells of: the group that is left, and the sentences about it. */
type Moved = { from: string; text: string; /** The day from which the new group is billed, if not its first. */ billedFrom: string | null };
type Tickets = { awaiting: Awaiting[]; dates: Map<string, TicketDates>; paying: Map<string, Paying | undefined> };
const tickets = new WeakMap<Write, Tickets>();

function ticketsOf(write: Write): Tickets {
  const known = tickets.get(write) ?? {
    awaiting: [],
    dates: new Map<string, TicketDates>(),
    paying: new Map<string, Paying | undefined>(),
  };
  tickets.set(write, known);
  return known;
}

/** Registers a new seat; its ticket is posted at the end of the write. */
export function awaitTicket(write: Write, awaiting: Awaiting): void {
  ticketsOf(write).awaiting.push(awaiting);
}

/** Lets the ticket of a new seat tell of the change of groups, too; false if none is awaited in this write. */
export function joinTicket(write: Write, enrolmentId: string, moved: Moved): boolean {
  const awaiting = ticketsOf(write).awaiting.find(({ row }) => row.id === enrolmentId);
  if (awaiting) awaiting.moved = moved;
  return awaiting !== undefined;
}

/**
 * Reads the dates and payment data of tickets. Callers send it together with the insert, so that it costs no extra round trip behind the
 * lock.
 */
export async function prepareTicket(seats: AnySeats, order?: NewOrder, personIds: readonly string[] = []): Promise<void> {
  const { write } = seats;
  const { dates, paying } = ticketsOf(write);
  const course = 'course' in seats && !dates.has(seats.course.id) ? seats.course : undefined;
  const [read, people] = await allOf([
    course && readTicketDates(write.tx, course),
    order && payingOfPeople(write.tx, offeringOf(seats).club, order, personIds),
  ]);
  if (course && read) dates.set(course.id, read);
  // For persons whose order is written already, `postTickets` reads it.
  for (const personId of order ? personIds : []) paying.set(personId, people?.get(personId));
}

/** Posts the tickets of the locked course or event: one mail per address, with everybody who got a seat. */
export async function postTickets(seats: AnySeats): Promise<void> {
  const { write, settings } = seats;
  const { id, club, title } = offeringOf(seats);
  const known = ticketsOf(write);
  const mine = known.awaiting.filter(({ offeringId }) => offeringId === id);
  known.awaiting = known.awaiting.filter((one) => one.offeringId !== id);
  if (mine.length > 0) await prepareTicket(seats);
  const dates = known.dates.get(id) ?? { dates: [], place: '' };
  const later = await payingOfRows(
    write.tx,
    mine.flatMap(({ row }) => (known.paying.has(row.personId) ? [] : [row])),
  );
  const begins = await begunOf(seats, mine);
  for (const [recipient, group] of Map.groupBy(mine, ({ row }) => row.contactEmail)) {
    const [first] = group;
    if (!recipient || !first) continue;
    const people = [];
    for (const { row, secret } of group) {
      const begun = begins.get(row.id) ?? null;
      const paying = known.paying.get(row.personId) ?? later.get(row.personId);
      people.push({
        ...row,
        isMoved: first.moved !== undefined,
        begun,
        paying: first.moved && paying ? { ...paying, agreed: [] } : paying,
        link: await linkTo(seats, row.id, secret),
      });
    }
    const { text, attachments, transfers } = ticketOf({ ...seats, ...datesFor(group, dates) }, people, siteOf(settings, club));
    const names = group.length > 1 ? ` (${group.map(({ row }) => row.name).join(', ')})` : '';
    postMailAtEnd(write, {
      kind: 'manage',
      club,
      recipient,
      subject: first.moved ? `Wechsel: ${first.moved.from} → ${title}` : `Angemeldet: ${title}${names}`,
      body: `Guten Tag,\n\n${first.moved ? `${first.moved.text}\n\n` : ''}${text}\n`,
      attachments: [...attachments, ...transfers.flatMap((one) => pictureOf(one.reference, giroCode(one)))],
      onceKey: first.moved ? movedKeyOf(first.row) : onceKeyOf(first.row),
      subjectId: first.row.id,
    });
  }
}

/** The dates from the first day of the seats on: a change of groups may begin weeks ahead. */
function datesFor(group: readonly Awaiting[], { dates, place }: TicketDates): TicketDates {
  const [first] = group.map(({ row }) => row.startsOn ?? '').toSorted();
  return { dates: dates.filter(({ localDate }) => localDate >= (first ?? '')), place };
}

/** Whether less than the whole price may be owed; in the rush for a new course nobody's, so that nothing is read for it. */
function isBegun({ priceCents, fullPriceCents, pricePer }: EnrolmentRow): boolean {
  return Boolean(priceCents) && ((pricePer ?? 'course') !== 'course' || (fullPriceCents ?? priceCents) !== priceCents);
}

/** The price of the current period per enrolment, as shown by the order; after a change of groups, from the day it is billed. */
async function begunOf(seats: AnySeats, awaiting: readonly Awaiting[]): Promise<Map<string, BegunPeriod | null>> {
  const owing = awaiting.map(({ row }) => row).filter(isBegun);
  if (!('course' in seats) || owing.length === 0) return new Map();
  const { tx } = seats.write;
  const { id, startsOn, billedFrom, fullPriceCents, pricePer } = enrolment;
  const mine = inArray(
    id,
    owing.map((row) => row.id),
  );
  const [sessions, fresh] = await allOf([
    datesOf(tx, seats.course.id),
    tx.select({ id, startsOn, billedFrom, fullPriceCents, pricePer }).from(enrolment).where(mine),
  ]);
  const begun = (row: (typeof fresh)[number]) => {
    const from = row.billedFrom ?? awaiting.find((one) => one.row.id === row.id)?.moved?.billedFrom ?? row.startsOn;
    const price = { cents: row.fullPriceCents ?? 0, per: row.pricePer ?? 'course' };
    return from === null ? null : begunPeriod(price, { ...seats.course, sessions }, from);
  };
  return new Map(fresh.map((row) => [row.id, begun(row)]));
}

function pictureOf(reference: string, code: string | undefined) {
  return code ? [{ name: `girocode-${reference}.png`, type: 'image/png', code }] : [];
}

export function onceKeyOf({ id, state, version }: EnrolmentRow): string {
  return `participation:${id}:${state}:${version}`;
}

/** The mail about a change of groups, sent once: with the ticket of the new seat, or by itself. */
export function movedKeyOf(next: EnrolmentRow): string {
  return `${onceKeyOf(next)}:moved`;
}

/** The page to view and answer an enrolment without an account; each mail has its own link. */
export async function linkTo({ write, settings, ...of }: Linking, id: string, made?: string): Promise<string> {
  return `${siteOf(settings, offeringOf(of).club)}/registration/${made ?? (await issueLink(write.tx, enrolment, id))}`;
}
