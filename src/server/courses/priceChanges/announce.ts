import { randomUUID } from 'node:crypto';
import { and, eq, gte, isNull, or, sql } from 'drizzle-orm';
import { courseSets } from '#shared/courses/courseStates.ts';
import { beginsPeriod, comingPriceOf, earliestPriceDay, type ComingPrices } from '#shared/courses/priceChanges/priceChangeRules.ts';
import type { PriceChanges } from '#shared/courses/priceChanges/priceChanges.ts';
import type { Price } from '#shared/courses/eligibility.ts';
import { priceCategoryNames, type PriceCategory } from '#shared/courses/courseWords.ts';
import { addDays, germanDate, type LocalDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { allow, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { CourseRow, Seats } from '../enrolments/counting.ts';
import { inLine, withSeats } from '../enrolments/seats.ts';
import { enrolment } from '../enrolments/table.ts';
import { coursePrices } from '../offers/service.ts';
import { course } from '../offers/table.ts';
import { postRise, postPriceStays } from './mails.ts';
import { coursePriceChange } from './table.ts';

const yearsAhead = 2;

type Announced = { id: string; validFrom: LocalDate; prices: readonly { category: PriceCategory; cents: number }[]; reason: string };

/** Announces new prices for the participants of a group, and notifies them in the same write. */
export function announce(context: Context, input: Announced): Promise<void> {
  return onGroup(context, input.id, async (seats) => {
    const { tx } = seats.write;
    const { course: row } = seats;
    if (!isChangeable(row) || row.comingPrices) throw new Problem('wrong-state');
    const prices = await newPrices(seats, input);
    await tx.insert(coursePriceChange).values({
      id: randomUUID(),
      courseId: row.id,
      validFrom: input.validFrom,
      prices,
      reason: input.reason,
      announcedAt: now(),
      announcedBy: signedIn(context).userId,
    });
    const coming = { from: input.validFrom, prices };
    await setComing(seats, coming);
    const people = await stayingUntil(tx, row.id, input.validFrom);
    await postRise(seats, people, coming, input.reason);
    const words = prices.map(({ category, cents }) => `${priceCategoryNames[category]} ${euros(cents)}`).join(', ');
    return `Preis angekündigt ab ${germanDate(input.validFrom)}: ${words}`;
  });
}

/** Withdraws an announcement before its day; the participants are notified that the price stays. */
export function withdraw(context: Context, id: string): Promise<void> {
  return onGroup(context, id, async (seats) => {
    const { comingPrices } = seats.course;
    if (!comingPrices || comingPrices.from <= today()) throw new Problem('wrong-state');
    await seats.write.tx
      .update(coursePriceChange)
      .set({ withdrawnAt: now(), withdrawnBy: signedIn(context).userId })
      .where(and(eq(coursePriceChange.courseId, id), isNull(coursePriceChange.withdrawnAt), isNull(coursePriceChange.appliedAt)));
    const people = await stayingUntil(seats.write.tx, id, comingPrices.from);
    await setComing(seats, null);
    await postPriceStays(
      seats,
      people.filter((row) => comingPriceOf(row, comingPrices)),
      comingPrices.from,
    );
    return `Preisänderung zum ${germanDate(comingPrices.from)} zurückgenommen`;
  });
}

/** Whether the price of a group can be changed for its participants. */
export function isChangeable({ kind, status }: CourseRow): boolean {
  return kind === 'permanent' && courseSets.running.includes(status);
}

/** The periodic prices; a one-off price cannot change any more. */
export function changeablePrices(prices: readonly Price[]): Price[] {
  return prices.filter(({ per }) => per !== 'course');
}

/** The seats that do not end before a day. */
export function stayingUntil(tx: Transaction, courseId: string, day: LocalDate) {
  return tx
    .select()
    .from(enrolment)
    .where(
      and(eq(enrolment.courseId, courseId), eq(enrolment.state, 'confirmed'), or(isNull(enrolment.leavesOn), gte(enrolment.leavesOn, day))),
    )
    .orderBy(enrolment.registeredAt, enrolment.id);
}

/** Stores the coming prices on the course. The version increases, because an open form may have outdated prices. */
export async function setComing(seats: Seats, coming: ComingPrices | null): Promise<void> {
  const { tx } = seats.write;
  const [after] = await tx
    .update(course)
    .set({ comingPrices: coming, updatedAt: now(), version: sql`${course.version} + 1` })
    .where(eq(course.id, seats.course.id))
    .returning();
  if (after) seats.course = after;
  seats.write.changed({ collection: 'courses', club: seats.course.club, entityId: seats.course.id });
}

async function newPrices({ write, course: { id } }: Seats, { validFrom, prices }: Announced): Promise<PriceChanges['prices']> {
  const current = changeablePrices(await coursePrices(write.tx, id));
  const units = current.map(({ per }) => per);
  if (current.length === 0) throw new Problem('wrong-state');
  const earliest = earliestPriceDay(today(), units);
  if (validFrom < earliest)
    throw fieldProblem('validFrom', `Frühestens ab ${germanDate(earliest)}: Die Familien erfahren es sechs Wochen vorher.`);
  if (!beginsPeriod(validFrom, units))
    throw fieldProblem('validFrom', 'Bitte den ersten Tag eines Monats, Quartals oder Jahres, wie abgerechnet wird.');
  if (validFrom > addDays(today(), yearsAhead * 366)) throw fieldProblem('validFrom', 'Höchstens zwei Jahre im Voraus.');
  const known = new Map(current.map((one) => [one.category, one]));
  const chosen = new Map(prices.map((one) => [one.category, one.cents]));
  for (const [at, { category }] of prices.entries())
    if (!known.has(category)) throw fieldProblem(`prices.${at}.category`, 'Diese Preisgruppe hat das Angebot nicht.');
  const next = current.map((one) => ({ ...one, cents: chosen.get(one.category) ?? one.cents }));
  if (next.every(({ category, cents }) => known.get(category)?.cents === cents))
    throw fieldProblem('prices', 'Kein Preis ist anders als bisher.');
  return next;
}

/** Runs a write on a course behind its lock, after the permission check, with an audit entry. */
function onGroup(context: Context, id: string, work: (seats: Seats) => Promise<string>): Promise<void> {
  const { userId, name } = signedIn(context);
  const check = ({ club }: CourseRow) => void allow(context, 'courses.update', targetOf(context, club));
  return inLine(id, () =>
    context.write((write) =>
      withSeats({ write, settings: context.settings, actor: { userId, name } }, id, check, async (seats) => {
        const words = await work(seats);
        const { club, title } = seats.course;
        write.audit('courses.update', { club, id, entity: 'courses' }, `${words} (${title})`);
      }),
    ),
  );
}
