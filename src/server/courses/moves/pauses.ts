import { and, eq, gt } from 'drizzle-orm';
import { pauseStep } from '#shared/courses/pauses/pauseRules.ts';
import type { LocalDate } from '#shared/kernel/calendar.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { EnrolmentRow } from '../enrolments/counting.ts';
import { enrolmentPause } from '../pauses/table.ts';

type Seat = Pick<EnrolmentRow, 'id' | 'pricePer'>;

/** Takes the pauses that begin after a day along to another seat, which is charged by the same periods. */
export async function takePausesAlong(tx: Transaction, from: Seat, to: Seat, after: LocalDate): Promise<void> {
  const step = pauseStep(to.pricePer);
  if (step === null || step !== pauseStep(from.pricePer)) return;
  await tx
    .update(enrolmentPause)
    .set({ enrolmentId: to.id })
    .where(and(eq(enrolmentPause.enrolmentId, from.id), gt(enrolmentPause.fromOn, after)));
}
