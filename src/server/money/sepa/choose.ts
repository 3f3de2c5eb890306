import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { earliestCollection } from '#shared/money/sepaRules.ts';
import type { Debit } from '#shared/money/sepaRuns.ts';
import { readParameter } from '#server/club/config/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
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
    .map(({ chargeId, payerPersonId, reference, name }) => ({ chargeId, payerPersonId, reference, name, reason }));
  return { ...found, items: items.filter((item) => !isLate(item)), faults: [...found.faults, ...late], creditCents, notices };
}
