import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { instantOf } from '#shared/kernel/calendar.ts';
import { everyClub } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/http/context.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Seats } from '../enrolments/counting.ts';
import { inLine, withSeats } from '../enrolments/seats.ts';
import { enrolment } from '../enrolments/table.ts';
import { coursePrice } from '../offers/table.ts';
import { setComing } from './announce.ts';
import { coursePriceChange } from './table.ts';

export { followPriceGroups } from './followGroups.ts';
export { firstGroup, groupChangesOf } from './groupChanges.ts';

/** Puts announced prices into effect on their day. Billing does not depend on it. Called by a job each night. */
export async function applyPrices({ database, settings, log }: Pick<Services, 'database' | 'settings' | 'log'>): Promise<void> {
  const isDue = and(lte(coursePriceChange.validFrom, today()), isNull(coursePriceChange.withdrawnAt), isNull(coursePriceChange.appliedAt));
  const due = await database.read(everyClub, (tx) =>
    tx.select({ courseId: coursePriceChange.courseId }).from(coursePriceChange).where(isDue).limit(500),
  );
  for (const { courseId } of due) {
    try {
      await inLine(courseId, () =>
        database.write(everyClub, (write) => withSeats({ write, settings, actor: { name: 'System' } }, courseId, () => undefined, apply)),
      );
    } catch (error) {
      // A failing one must not block the others; it is tried again in the next run.
      log.warn({ err: error, courseId }, 'a price was not changed');
    }
  }
}

async function apply(seats: Seats): Promise<void> {
  const { comingPrices, id } = seats.course;
  if (!comingPrices || comingPrices.from > today()) return;
  const { tx } = seats.write;
  for (const { category, cents } of comingPrices.prices) {
    await tx
      .update(coursePrice)
      .set({ cents })
      .where(and(eq(coursePrice.courseId, id), eq(coursePrice.category, category)));
    const those = and(
      eq(enrolment.courseId, id),
      eq(enrolment.priceCategory, category),
      lte(enrolment.registeredAt, instantOf(comingPrices.from, '00:00')),
    );
    // The earlier price stays the full price, which bills the time before.
    await tx
      .update(enrolment)
      .set({ fullPriceCents: sql`coalesce(${enrolment.fullPriceCents}, ${enrolment.priceCents})`, priceCents: cents })
      .where(and(those, eq(enrolment.state, 'confirmed')));
    // An enrolment without a seat has no earlier period to bill.
    await tx
      .update(enrolment)
      .set({ fullPriceCents: cents, priceCents: cents })
      .where(and(those, inArray(enrolment.state, enrolmentSets.undecided)));
  }
  await tx
    .update(coursePriceChange)
    .set({ appliedAt: now() })
    .where(
      and(eq(coursePriceChange.courseId, id), eq(coursePriceChange.validFrom, comingPrices.from), isNull(coursePriceChange.withdrawnAt)),
    );
  await setComing(seats, null);
}
