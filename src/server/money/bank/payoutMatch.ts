import { and, eq, inArray, sql } from 'drizzle-orm';
import { addDays } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { handedInPayouts } from '#shared/money/payouts/words.ts';
import { firstMessageId } from '#shared/money/payouts/rules.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { payoutItem, payoutRun } from '../payouts/table.ts';
import type { StatementLine } from './bankFile.ts';

/** A file of transfers that may have been submitted, with the references of its transfers. */
export type KnownPayout = {
  messageId: string;
  totalCents: number;
  executionOn: string;
  accountId: string | null;
  isExecuted: boolean;
  ids: readonly string[];
};

/** The maximum number of days a bank takes to execute a file. */
const daysAtMost = 10;

/** The downloaded files, and those that are marked as executed already. */
export function knownPayouts(tx: Transaction, club: ClubName): Promise<KnownPayout[]> {
  return tx
    .select({
      messageId: payoutRun.messageId,
      totalCents: payoutRun.totalCents,
      executionOn: payoutRun.executionOn,
      accountId: payoutRun.accountId,
      isExecuted: sql<boolean>`${payoutRun.state} = 'executed'`,
      ids: sql<string[]>`array_agg(${payoutItem.endToEndId})`,
    })
    .from(payoutRun)
    .innerJoin(payoutItem, and(eq(payoutItem.runId, payoutRun.id), eq(payoutItem.failedReason, '')))
    .where(and(eq(payoutRun.club, club), inArray(payoutRun.state, handedInPayouts)))
    .groupBy(payoutRun.id);
}

/**
 * The file that a line pays: the bank names it, or its only transfer; or only one file not yet executed has that sum, shortly before the line.
 * Anything else is left to the treasurer.
 */
export function payoutOf(
  { cents, day, endToEndId, batchReference, purpose, accountId }: StatementLine,
  payouts: readonly KnownPayout[],
): KnownPayout | undefined {
  if (cents === null || day === null || cents >= 0) return undefined;
  const ofSum = payouts.filter((one) => one.totalCents === 0 - cents && isSameAccount(one.accountId, accountId));
  const named = ofSum.find(
    ({ messageId, ids }) =>
      `${batchReference} ${purpose}`.includes(firstMessageId(messageId)) || (ids.length === 1 && ids[0] === endToEndId),
  );
  const inTime = ofSum.filter(
    ({ executionOn, isExecuted }) => !isExecuted && day >= executionOn && day <= addDays(executionOn, daysAtMost),
  );
  return named ?? (inTime.length === 1 ? inTime[0] : undefined);
}

/** Whether a run and a line are of one account; money without an account is from before there were several. */
export function isSameAccount(one: string | null | undefined, other: string | null | undefined): boolean {
  return !one || !other || one === other;
}
