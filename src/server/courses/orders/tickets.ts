import { inArray } from 'drizzle-orm';
import { begunPeriod, type BegunPeriod } from '#shared/courses/priceShare.ts';
import { giroCode } from '#shared/kernel/giroCode.ts';
import { allOf, type Write } from '#server/platform/database/database.ts';
import { postMailAtEnd } from '#server/platform/outbox.ts';
import { issueLink } from '#server/platform/secretLinks.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { readTicketDates, ticketOf, type TicketDates } from '../offers/ticket.ts';
import { offeringOf, type AnySeats, type CourseRow, type EnrolmentRow, type EventRow, type SeatsWrite } from '../enrolments/counting.ts';
import { datesOf } from '../enrolments/seatPrice.ts';
import { enrolment } from '../enrolments/table.ts';
import type { NewOrder } from './orders.ts';
import { payingOfPeople, payingOfRows, type Paying } from './transfer.ts';

export type Linking = Pick<SeatsWrite, 'write' | 'settings'> & ({ course: CourseRow } | { event: EventRow });

/** The changed enrolment; `accounts` are notified, where they were read before. */
export type Concerned = EnrolmentRow & { name: string; accounts?: readonly string[] | undefined };

/** The new seats of a write: one mail per family covers all of them, at the end of the write. */
type Awaiting = { offeringId: string; row: Concerned; secret: string | undefined };
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

/** Notes a new seat: the ticket follows at the end of the write. */
export function awaitTicket(write: Write, awaiting: Awaiting): void {
  ticketsOf(write).awaiting.push(awaiting);
}

/** Reads the dates and payment facts of the ticket before the lock, so that it does not lengthen it. */
export async function prepareTicket(seats: AnySeats, order?: NewOrder, personIds: readonly string[] = []): Promise<void> {
  const { write } = seats;
  const { dates, paying } = ticketsOf(write);
  const course = 'course' in seats && !dates.has(seats.course.id) ? seats.course : undefined;
  const [read, people] = await allOf([
    course && readTicketDates(write.tx, course),
    order && payingOfPeople(write.tx, offeringOf(seats).club, order, personIds),
  ]);
  if (course && read) dates.set(course.id, read);
  // Of those who come with an order that is written already it is asked below.
  for (const personId of order ? personIds : []) paying.set(personId, people?.get(personId));
}

/** Posts the tickets of what is locked: one mail for each address, with everybody who got a seat by it. */
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
  const begins = await begunOf(
    seats,
    mine.map(({ row }) => row),
  );
  for (const [recipient, group] of Map.groupBy(mine, ({ row }) => row.contactEmail)) {
    const [first] = group;
    if (!recipient || !first) continue;
    const people = [];
    for (const { row, secret } of group) {
      const begun = begins.get(row.id) ?? null;
      const paying = known.paying.get(row.personId) ?? later.get(row.personId);
      people.push({ ...row, begun, paying, link: await linkTo(seats, row.id, secret) });
    }
    const { text, attachments, transfers } = ticketOf({ ...seats, ...dates }, people, siteOf(settings, club));
    const names = group.length > 1 ? ` (${group.map(({ row }) => row.name).join(', ')})` : '';
    postMailAtEnd(write, {
      kind: 'manage',
      club,
      recipient,
      subject: `Angemeldet: ${title}${names}`,
      body: `Guten Tag,\n\n${text}\n`,
      attachments: [...attachments, ...transfers.flatMap((one) => pictureOf(one.reference, giroCode(one)))],
      onceKey: onceKeyOf(first.row),
      subjectId: first.row.id,
    });
  }
}

/** What the period that has begun costs each of them, as the order showed it; a seat that is changed for another is billed later. */
async function begunOf(seats: AnySeats, rows: readonly EnrolmentRow[]): Promise<Map<string, BegunPeriod | null>> {
  const owing = rows.filter(({ priceCents, pricePer }) => priceCents && (pricePer ?? 'course') !== 'course');
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
    const from = row.billedFrom ?? row.startsOn;
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

/** Where an enrolment is seen and answered without an account; each mail carries a link of its own. */
export async function linkTo({ write, settings, ...of }: Linking, id: string, made?: string): Promise<string> {
  return `${siteOf(settings, offeringOf(of).club)}/registration/${made ?? (await issueLink(write.tx, enrolment, id))}`;
}
