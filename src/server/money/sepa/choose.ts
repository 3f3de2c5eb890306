import { and, asc, count, eq, gt, inArray, sql } from 'drizzle-orm';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { sumOfCents } from '#shared/kernel/money.ts';
import { chargeSets } from '#shared/money/chargeWords.ts';
import { earliestCollection, nextBankDay } from '#shared/money/sepaRules.ts';
import type { Debit, SepaProposal } from '#shared/money/sepaRuns.ts';
import { readParameter } from '#server/club/config/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import { charge } from '../charges/table.ts';
import { lessCredit } from './credit.ts';
import { firstAnnounced, noticesFor } from './notices.ts';
import { collectable, type Choice, type Collectable } from './sepaItems.ts';

/** The debits of a run after deduction of the payers' credit, and how the payers are notified. */
type Chosen = Collectable & { creditCents: number; notices: Map<string, Debit['notice']> };

/** The earliest collection day for a file submitted today; the day of already announced debits may come before that of others. */
export async function earliestDay(tx: Transaction, club: ClubName): Promise<string> {
  const leadDays = await readParameter(tx, 'sepa.leadDays');
  const told = earliestCollection(today(), leadDays, await readParameter(tx, 'sepa.noticeDays'));
  const lead = earliestCollection(today(), leadDays, 0);
  return (await firstAnnounced(tx, club, lead, told)) ?? told;
}

/** The charges that become due after the day of a choice, on the first bank day on which some do. */
export async function nextDue(tx: Transaction, { club, day, source }: Choice): Promise<SepaProposal['nextDue']> {
  const rows = await tx
    .select({ dueOn: charge.dueOn, charges: count(), cents: sql<number>`sum(${charge.cents} - ${charge.settledCents})::int` })
    .from(charge)
    .where(
      and(
        eq(charge.club, club),
        inArray(charge.state, [...chargeSets.due]),
        eq(charge.method, 'sepa'),
        gt(charge.cents, 0),
        gt(charge.dueOn, day),
        source && eq(charge.source, source),
      ),
    )
    .groupBy(charge.dueOn)
    .orderBy(asc(charge.dueOn));
  const [first] = rows;
  if (!first) return null;
  const next = nextBankDay(first.dueOn);
  const together = rows.filter(({ dueOn }) => dueOn <= next);
  return { day: next, charges: together.reduce((sum, one) => sum + one.charges, 0), cents: sumOfCents(together) };
}

/** The charges of a choice as they would be collected. A missing advance notice is a fault. */
export async function chooseItems(tx: Transaction, choice: Choice, isLocked = false): Promise<Chosen> {
  const found = await collectable(tx, choice, isLocked);
  const { items, creditCents } = await lessCredit(tx, choice.club, found.items);
  const notices = await noticesFor(tx, choice.day, items);
  const told = earliestCollection(today(), 0, await readParameter(tx, 'sepa.noticeDays'));
  if (choice.day >= told) return { ...found, items, creditCents, notices };
  const isLate = ({ mandateId }: Collectable['items'][number]) => notices.get(mandateId) !== 'told';
  const reason = `Nicht rechtzeitig angekündigt, frühestens am ${germanDate(told)}.`;
  const late = items
    .filter(isLate)
    .map(({ chargeId, payerPersonId, reference, name }) => ({ chargeId, payerPersonId, reference, name, reason, asksPayer: false }));
  return { ...found, items: items.filter((item) => !isLate(item)), faults: [...found.faults, ...late], creditCents, notices };
}
