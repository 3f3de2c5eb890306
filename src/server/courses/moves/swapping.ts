import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { courseSets } from '#shared/courses/courseStates.ts';
import { swapInWords } from '#shared/courses/moves/moveRules.ts';
import { comingPricesInWords } from '#shared/courses/priceChanges/priceChangeRules.ts';
import { instantInWords } from '#shared/kernel/calendar.ts';
import { inAllClubs, everyClub, type Transaction } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/http/context.ts';
import { now } from '#server/platform/process/clock.ts';
import type { CourseRow, EnrolmentRow } from '../enrolments/counting.ts';
import { enrolment } from '../enrolments/table.ts';
import { queueOrder, withSeats } from '../enrolments/seats.ts';
import { course } from '../offers/table.ts';
import { inLineOfBoth, withBoth, type Both } from './between.ts';
import { postSwap } from './mails.ts';

/** An enrolment waiting for a group, whose person has a seat in another one. */
type Waiting = { next: EnrolmentRow; old: EnrolmentRow; from: CourseRow; to: CourseRow };
/** Two of them, each holding the seat that the other waits for. */
export type Pair = { mine: Waiting; other: Waiting };

const [next, old, otherNext, otherOld] = [
  alias(enrolment, 'next'),
  alias(enrolment, 'old'),
  alias(enrolment, 'other_next'),
  alias(enrolment, 'other_old'),
];
const [from, to] = [alias(course, 'from_course'), alias(course, 'to_course')];

type Columns<Name extends string> = { readonly [name in Name]: AnyPgColumn };

/** Pairs that could swap: each waits for the other's group, and both old seats still run. */
function pairs(tx: Transaction) {
  const stays = ({ state, leavesOn }: Columns<'state' | 'leavesOn'>) => and(eq(state, 'confirmed'), isNull(leavesOn));
  const isOpen = ({ kind, status }: Columns<'kind' | 'status'>) => and(eq(kind, 'permanent'), inArray(status, courseSets.open));
  return tx
    .select({ next, old, otherNext, otherOld, from, to })
    .from(next)
    .innerJoin(old, and(eq(old.id, next.movedFrom), stays(old)))
    .innerJoin(from, and(eq(from.id, old.courseId), isOpen(from)))
    .innerJoin(to, and(eq(to.id, next.courseId), isOpen(to)))
    .innerJoin(otherOld, and(eq(otherOld.courseId, next.courseId), stays(otherOld)))
    .innerJoin(
      otherNext,
      and(eq(otherNext.movedFrom, otherOld.id), eq(otherNext.courseId, old.courseId), eq(otherNext.state, 'waitlisted')),
    )
    .$dynamic();
}

type Found = Awaited<ReturnType<typeof pairs>>[number];

function pairOf(found: Found): Pair {
  const { from: here, to: there } = found;
  return {
    mine: { next: found.next, old: found.old, from: here, to: there },
    other: { next: found.otherNext, old: found.otherOld, from: there, to: here },
  };
}

/** The pair of an enrolment with an open swap offer; undefined if one of the two no longer takes part. */
export async function openPair(tx: Transaction, id: string): Promise<Pair | undefined> {
  const [found] = await pairs(tx).where(
    and(eq(next.id, id), eq(next.state, 'waitlisted'), eq(otherNext.id, next.swapWith), gt(next.swapUntil, now())),
  );
  return found && pairOf(found);
}

/** The terms that one of the two agrees to. */
export function wordsOf({ next: row, old: seat, from: source, to: target }: Waiting): string[] {
  const words = swapInWords(
    { title: source.title, cents: seat.priceCents ?? seat.fullPriceCents, per: seat.pricePer },
    { title: target.title, cents: row.fullPriceCents, per: row.pricePer },
    instantInWords(row.swapUntil ?? now()),
  );
  return [...words, ...comingPricesInWords(target.comingPrices)];
}

/** The open swap offers of these enrolments; the other family is never named. */
export async function swapsAround(tx: Transaction, rows: readonly EnrolmentRow[]): Promise<Map<string, NonNullable<OwnEnrolment['swap']>>> {
  const ids = rows.filter(({ state, swapUntil }) => state === 'waitlisted' && swapUntil !== null && swapUntil > now()).map(({ id }) => id);
  const offered = new Map<string, NonNullable<OwnEnrolment['swap']>>();
  for (const id of ids) {
    const pair = await inAllClubs(tx, () => openPair(tx, id));
    if (!pair) continue;
    const words = wordsOf(pair.mine);
    const button = pair.mine.next.fullPriceCents ? 'Zahlungspflichtig tauschen' : 'Gruppe tauschen';
    offered.set(id, { words, quote: words.join(' '), button, hasAgreed: pair.mine.next.swapShown !== null });
  }
  return offered;
}

type Running = Pick<Services, 'database' | 'settings' | 'log'>;

/** Offers a swap to each pair that waits for each other's group, once per pair. Called by a job each minute. */
export async function offerSwaps({ database, settings, log }: Running): Promise<void> {
  const isFree = ({ swapUntil }: Columns<'swapUntil'>) => or(isNull(swapUntil), lte(swapUntil, now()));
  const isNew = sql`${next.swapWith} is distinct from ${otherNext.id}`;
  const isFitting = and(eq(next.state, 'waitlisted'), lt(next.id, otherNext.id), isNew, isFree(next), isFree(otherNext));
  const found = await database.read(everyClub, (tx) =>
    pairs(tx)
      .where(isFitting)
      .orderBy(...queueOrder(next), asc(otherNext.queueRank))
      .limit(100),
  );
  for (const { from: here, to: there, next: one, otherNext: two } of found) {
    const ids = [here.id, there.id] as const;
    try {
      await inLineOfBoth(ids, () =>
        database.write(everyClub, (write) =>
          withBoth({ write, settings, actor: { name: 'System' } }, ids, nothing, async (both) => {
            const [still] = await pairs(write.tx).where(and(isFitting, eq(next.id, one.id), eq(otherNext.id, two.id)));
            if (still) await offer(both, pairOf(still));
          }),
        ),
      );
    } catch (error) {
      log.warn({ err: error, id: one.id }, 'a swap was not offered');
    }
  }
}

async function offer(both: Both, { mine, other }: Pair): Promise<void> {
  const hours = Math.min(mine.to.waitlistOfferHours, other.to.waitlistOfferHours);
  const swapUntil = new Date(now().getTime() + hours * 60 * 60 * 1000);
  for (const [one, partner, seats] of [
    [mine, other, both.target],
    [other, mine, both.source],
  ] as const) {
    const [row] = await seats.write.tx
      .update(enrolment)
      .set({ swapWith: partner.next.id, swapUntil, swapShown: null, version: sql`${enrolment.version} + 1` })
      .where(eq(enrolment.id, one.next.id))
      .returning();
    if (row) await postSwap(seats, row, wordsOf({ ...one, next: row }), true);
  }
}

/** Ends the swap offer of both; the family that had agreed is notified. */
export async function endSwap(both: Both, { mine, other }: Pair): Promise<void> {
  for (const [one, seats] of [
    [mine, both.target],
    [other, both.source],
  ] as const) {
    await seats.write.tx
      .update(enrolment)
      .set({ swapUntil: now(), swapShown: null, version: sql`${enrolment.version} + 1` })
      .where(eq(enrolment.id, one.next.id));
    if (one.next.swapShown !== null && one !== mine)
      await postSwap(seats, { ...one.next, version: one.next.version + 1 }, over(one), false);
  }
}

/** Notifies a family that had agreed if the other one did not in time. Called by a job each minute. */
export async function endSwaps({ database, settings, log }: Running): Promise<void> {
  const isOver = and(isNotNull(enrolment.swapShown), eq(enrolment.state, 'waitlisted'), lte(enrolment.swapUntil, now()));
  const due = await database.read(everyClub, (tx) => tx.select().from(enrolment).where(isOver).limit(100));
  for (const { id, courseId } of due)
    try {
      await database.write(everyClub, (write) =>
        withSeats({ write, settings, actor: { name: 'System' } }, courseId ?? '', nothing, async (seats) => {
          const [row] = await write.tx
            .update(enrolment)
            .set({ swapShown: null, version: sql`${enrolment.version} + 1` })
            .where(and(isOver, eq(enrolment.id, id)))
            .returning();
          if (row) await postSwap(seats, row, over({ to: seats.course }), false);
        }),
      );
    } catch (error) {
      log.warn({ err: error, id }, 'a swap did not end');
    }
}

function over({ to: target }: Pick<Waiting, 'to'>): string[] {
  return [
    `Aus dem Tausch wird nichts: Die andere Familie hat nicht zugestimmt. Der Platz auf der Warteliste von „${target.title}“ bleibt.`,
  ];
}

function nothing(): void {}
