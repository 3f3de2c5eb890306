import { and, gt, inArray, isNotNull } from 'drizzle-orm';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import { ofOffering, type OfferingRef } from '../enrolments/counting.ts';
import { enrolment } from '../enrolments/table.ts';

/** The enrolments that these people gave up and can still restore, with the end of the undo period. */
export function keptOf(tx: Transaction, ref: OfferingRef, personIds: readonly string[]) {
  return tx
    .select({ id: enrolment.id, personId: enrolment.personId, state: enrolment.state, keptUntil: enrolment.undoUntil })
    .from(enrolment)
    .where(
      and(
        ofOffering(ref),
        inArray(enrolment.state, enrolmentSets.left),
        isNotNull(enrolment.undoState),
        gt(enrolment.undoUntil, now()),
        inArray(enrolment.personId, [...personIds]),
      ),
    );
}

/** Refuses a second enrolment beside a kept one: they would pay the cancellation fee and queue behind themselves. */
export async function refuseKept(tx: Transaction, ref: OfferingRef, personIds: readonly string[]): Promise<void> {
  if (personIds.length > 0 && (await keptOf(tx, ref, personIds)).length > 0) throw new Problem('seat-kept');
}
