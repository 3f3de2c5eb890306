import { and, asc, eq, gt, ne } from 'drizzle-orm';
import { cancelFee, cancelRuleInWords } from '#shared/courses/cancellation.ts';
import { priceUnitNames, type PriceUnit, orderMethodWords } from '#shared/courses/courseWords.ts';
import { withdrawalEndsOn } from '#shared/courses/declarationRules.ts';
import { comingPricesInWords } from '#shared/courses/priceChanges/priceChangeRules.ts';
import { runsUntilNotice } from '#shared/courses/leaving.ts';
import { dayInWords, germanDate, localOf, timesInWords, instantInWords } from '#shared/kernel/calendar.ts';
import type { Transfer } from '#shared/kernel/giroCode.ts';
import { ibanInFours } from '#shared/kernel/iban.ts';
import { euros, sumOfCents } from '#shared/kernel/money.ts';
import { begunInWords } from '#shared/courses/orders.ts';
import type { BegunPeriod } from '#shared/courses/priceShare.ts';
import type { EventRow } from '#server/events/service.ts';
import { allOf, type Transaction } from '#server/platform/database/database.ts';
import type { Attachment } from '#server/platform/database/tables.ts';
import { writeCalendar, type Entry } from '#server/platform/formats/ical.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Paying } from '../orders/transfer.ts';
import { locationsOf, type CourseRow } from './service.ts';
import { courseSession } from './table.ts';

/** One seat on a ticket. */
export type TicketPerson = {
  name: string;
  priceCents: number | null;
  pricePer: PriceUnit | null;
  /** The price of the current period if it is lower. */
  begun: BegunPeriod | null;
  /** Until when the seat can be cancelled for free. */
  freeUntil: Date | null;
  /** The agreed payment, if any. */
  paying?: Paying | undefined;
  /** Whether the seat follows one in another group: the contract goes on, and with it the days to withdraw from it. */
  isMoved?: boolean;
  /** The page to view and cancel the enrolment. */
  link: string;
};

/** `transfers` are the amounts to transfer, each shown as a QR code. */
type Ticket = { text: string; attachments: Attachment[]; transfers: Transfer[] };

/** When and where a course takes place. */
export type TicketDates = { dates: Pick<typeof courseSession.$inferSelect, 'id' | 'localDate' | 'startsAt' | 'endsAt'>[]; place: string };

type CourseWithDates = TicketDates & { course: CourseRow };
type TicketFor = CourseWithDates | { event: EventRow };

const datesAtMost = 60;

/**
 * The ticket of a new seat: when, where, contact, price and cancellation rule (§ 312f BGB), and the sessions as a calendar file with the
 * UIDs of the feeds.
 */
export function ticketOf(of: TicketFor, people: readonly TicketPerson[], site: string): Ticket {
  const { title } = 'course' in of ? of.course : of.event;
  const { lines, entries } = 'course' in of ? courseFacts(of, site) : eventFacts(of.event, site);
  const names = people.map(({ name }) => name);
  const money = [...people.flatMap((one) => priceLine(one, people.length > 1)), ...begunInWords(people)];
  const transfers = transfersOf(people);
  const rules = 'course' in of ? courseRules(of.course, people) : eventRules(of.event);
  const parts = [
    `${inWords(names)} ${names.length > 1 ? 'sind' : 'ist'} zu „${title}“ angemeldet.`,
    lines.join('\n'),
    [...money, ...(money.length > 0 ? payingLines(people) : [])].join('\n'),
    transfers.map(transferLine).join('\n'),
    rules.join('\n'),
    agreedLines(people, [...money, ...rules]).join('\n'),
    people.map(({ name, link }) => `Ansehen oder ${wayOut(of)}${people.length > 1 ? ` (${name})` : ''}: ${link}`).join('\n'),
  ];
  const calendar = { name: 'termine.ics', type: 'text/calendar; charset=utf-8', text: writeCalendar(title, entries, now()) };
  return { text: parts.filter(Boolean).join('\n\n'), attachments: entries.length > 0 ? [calendar] : [], transfers };
}

/** Reads the sessions from now on, and the location of a course. */
export async function readTicketDates(tx: Transaction, course: CourseRow): Promise<TicketDates> {
  const { id, localDate, startsAt, endsAt } = courseSession;
  const [dates, places] = await allOf([
    tx
      .select({ id, localDate, startsAt, endsAt })
      .from(courseSession)
      .where(and(eq(courseSession.courseId, course.id), ne(courseSession.state, 'cancelled'), gt(courseSession.endsAt, now())))
      .orderBy(asc(courseSession.startsAt))
      .limit(datesAtMost),
    locationsOf(tx, [course]),
  ]);
  return { dates, place: places.get(course.id) ?? course.place };
}

function courseFacts({ course, dates, place }: CourseWithDates, site: string): { lines: string[]; entries: Entry[] } {
  const [next] = dates;
  const last = dates.at(-1);
  const url = `${site}/id/${course.slug}`;
  return {
    lines: [
      ...(next ? [`Nächster Termin: ${dayInWords(next.localDate)}, ${timesInWords(next)}`] : []),
      ...(last && dates.length > 1 && course.kind !== 'permanent'
        ? [`Danach noch ${dates.length - 1}, der letzte am ${germanDate(last.localDate)}`]
        : []),
      ...(place ? [`Wo: ${place}`] : []),
      ...contactLine(course),
      ...(course.bringNote ? [`Mitbringen: ${course.bringNote}`] : []),
      `Alle Termine: ${url}`,
    ],
    entries: dates.map(({ id, startsAt, endsAt }) => ({
      uid: `session-${id}@vereinsportal`,
      title: course.title,
      startsAt,
      endsAt,
      place,
      url,
    })),
  };
}

function eventFacts({ id, title, startsAt, endsAt, place }: EventRow, site: string): { lines: string[]; entries: Entry[] } {
  const url = `${site}/events?termin=${id}`;
  return {
    lines: [
      `Wann: ${dayInWords(localOf(startsAt).date)}, ${timesInWords({ startsAt, endsAt })}`,
      ...(place ? [`Wo: ${place}`] : []),
      `Mehr dazu: ${url}`,
    ],
    entries: [{ uid: `event-${id}@vereinsportal`, title, startsAt, endsAt, place, url }],
  };
}

/** Who answers questions about a course; empty if nobody is named. */
export function contactLine({ contactName, contactPhone, contactEmail }: CourseRow): string[] {
  const words = [contactName, contactPhone, contactEmail].filter(Boolean).join(', ');
  return words ? [`Fragen beantwortet: ${words}`] : [];
}

function priceLine({ name, priceCents, pricePer }: TicketPerson, isOneOfMany: boolean): string[] {
  if (!priceCents) return [];
  return [`Preis${isOneOfMany ? ` (${name})` : ''}: ${euros(priceCents)} ${priceUnitNames[pricePer ?? 'course']}`];
}

/** The earliest due date, and the payment method. */
function payingLines(people: readonly TicketPerson[]): string[] {
  const [paying] = people.flatMap((one) => (one.priceCents && one.paying ? [one.paying] : []));
  if (paying?.agreed.length) return ['Sie bezahlen nicht jetzt.', ...methodLine(paying)];
  const due = paying?.dueOn ? `die erste Zahlung ist frühestens am ${germanDate(paying.dueOn)} fällig` : 'sondern später an den Verein';
  return [`Sie bezahlen nicht jetzt, ${due}.`, ...methodLine(paying)];
}

function methodLine(paying: Paying | undefined): string[] {
  return paying?.method ? [orderMethodWords[paying.method]] : [];
}

/** What was shown above the button and is not said in other lines, so that the mail holds all of it (§ 312f BGB). */
function agreedLines(people: readonly TicketPerson[], said: readonly string[]): string[] {
  const agreed = new Set(people.flatMap(({ paying }) => paying?.agreed ?? []));
  const lines = [...agreed].filter((one) => !said.includes(one));
  return lines.length > 0 ? ['So haben Sie es vereinbart:', ...lines] : [];
}

/** The transfers, combined by reference. Monthly prices add no amount, because it follows when due. */
function transfersOf(people: readonly TicketPerson[]): Transfer[] {
  const owing = people.flatMap(({ priceCents, pricePer, paying }) =>
    priceCents && paying?.payable ? [{ ...paying.payable, cents: (pricePer ?? 'course') === 'course' ? priceCents : 0 }] : [],
  );
  return [...Map.groupBy(owing, ({ reference }) => reference).values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ ...first, cents: sumOfCents(group) }] : [];
  });
}

/** Recipient, IBAN, amount and reference of a transfer. */
export function transferLine({ name, iban, cents, reference }: Transfer): string {
  const sum = cents > 0 ? [`Betrag: ${euros(cents)}`] : [];
  return [`Empfänger: ${name}`, `IBAN: ${ibanInFours(iban)}`, ...sum, `Verwendungszweck: ${reference}`].join('\n');
}

/** The cancellation rule, and the right of withdrawal if the seat costs something. */
function courseRules(course: CourseRow, people: readonly TicketPerson[]): string[] {
  const costs = people.some(({ priceCents }) => priceCents);
  const isNew = people.some(({ isMoved }) => !isMoved);
  if (course.kind === 'permanent')
    return [
      runsUntilNotice(course),
      ...comingPricesInWords(course.comingPrices),
      ...(costs && isNew ? [`Widerrufen können Sie bis zum ${germanDate(withdrawalEndsOn(today()))}.`] : []),
    ];
  const [one] = people;
  const freeUntil = one?.freeUntil;
  const isLate = freeUntil && freeUntil > now() && cancelFee(course, one.priceCents ?? 0, today()) > 0;
  const free = isLate
    ? [`Kostenlos absagen bis ${instantInWords(freeUntil)}, danach kostet es ${feesInWords(course, people, localOf(freeUntil).date)}.`]
    : cancelRuleInWords(course, today());
  return costs ? [...free, 'Ein Widerrufsrecht gibt es nicht, weil die Termine feststehen (§ 312g Abs. 2 Nr. 9 BGB).'] : [];
}

/** The cancellation fee after the free period: a single amount for all people, or the highest. */
function feesInWords(course: CourseRow, people: readonly TicketPerson[], day: string): string {
  const fees = people.map(({ priceCents }) => cancelFee(course, priceCents ?? 0, day));
  const [least, most] = [Math.min(...fees), Math.max(...fees)];
  return least === most ? euros(most) : `je nach Preis bis zu ${euros(most)}`;
}

function eventRules({ cancelUntil, startsAt }: EventRow): string[] {
  return [`Kostenlos absagen bis ${instantInWords(cancelUntil ?? startsAt)}.`];
}

function wayOut(of: { course: CourseRow } | { event: EventRow }): string {
  return 'course' in of && of.course.kind === 'permanent' ? 'kündigen' : 'den Platz absagen';
}

function inWords(names: readonly string[]): string {
  const [last = '', ...others] = names.toReversed();
  return others.length > 0 ? `${others.toReversed().join(', ')} und ${last}` : last;
}
