import { and, eq, inArray, sql } from 'drizzle-orm';
import { addDays } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { readParameter } from '#server/club/config/service.ts';
import type { ChargeFees } from '#server/courses/enrolments/service.ts';
import { today } from '#server/platform/process/clock.ts';
import { makeCharges } from './make.ts';
import { record } from './record.ts';
import { charge } from './table.ts';

/**
 * Charges the fee of a cancellation, and cancels the unpaid price that it replaces. Where the price is paid or on its way, the fee is deducted from the proposed refund instead.
 */
export const chargeFees: ChargeFees = async (write, club, enrolmentIds) => {
  const { tx } = write;
  const dropped = await tx
    .update(charge)
    .set({ state: 'cancelled', reason: 'Platz abgesagt', version: sql`${charge.version} + 1` })
    .where(
      and(
        inArray(charge.sourceId, [...enrolmentIds]),
        eq(charge.source, 'course'),
        eq(charge.period, ''),
        eq(charge.state, 'open'),
        eq(charge.settledCents, 0),
      ),
    )
    .returning({ id: charge.id });
  const dueOn = addDays(today(), await readParameter(tx, 'money.firstDueDays'));
  const { made, cents } = await makeCharges(tx, { club, day: today(), dueOn, enrolmentIds, excluded: [], by: 'Abrechnung' });
  if (made + dropped.length > 0)
    record(write, club, `Absagegebühren gefordert: ${made} über ${euros(cents)}, ${dropped.length} offene Preise storniert`, {
      after: { made, cents, dropped: dropped.length },
    });
};
