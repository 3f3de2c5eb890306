import { and, asc, eq, getColumns, gt, inArray, lte, sql } from 'drizzle-orm';
import { isMinor } from '#shared/kernel/age.ts';
import { addDays, germanDate } from '#shared/kernel/calendar.ts';
import { ibanInFours } from '#shared/kernel/iban.ts';
import { euros } from '#shared/kernel/money.ts';
import { chargeSets } from '#shared/money/chargeWords.ts';
import { restOf } from '#shared/money/paymentRules.ts';
import { creditorOf } from '#server/club/bankAccounts/service.ts';
import { notifyAccounts } from '#server/accounts/notices/service.ts';
import { accountsToNotify } from '#server/people/persons/service.ts';
import { everyClub, type Transaction } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/http/context.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { today } from '#server/platform/process/clock.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { labelsOf } from '../charges/forWhom.ts';
import { charge } from '../charges/table.ts';
import { payer } from '../payers/view.ts';
import { useDueCredit } from './dueCredit.ts';

const daysAhead = 7;

/**
 * Notifies payers of transfers due within a week: once for each due date, all of its charges together, less the
 * payer's credit. A debit is announced by its run. Runs as a job.
 */
export async function notifyOfDue({ database, settings }: Pick<Services, 'database' | 'settings'>): Promise<void> {
  await database.write(
    everyClub,
    async (write) => {
      await useDueCredit(write, addDays(today(), daysAhead));
      const rows = await dueSoon(write.tx);
      for (const [, due] of Map.groupBy(rows, ({ of, payer }) => `${of.club} ${payer.id} ${of.dueOn}`))
        await notifyOne(write.tx, settings, due);
    },
    { name: 'System' },
  );
}

type Due = Awaited<ReturnType<typeof dueSoon>>;

function dueSoon(tx: Transaction) {
  return tx
    .select({ of: charge, payer: getColumns(payer) })
    .from(charge)
    .innerJoin(payer, eq(payer.id, charge.payerId))
    .where(
      and(
        inArray(charge.state, [...chargeSets.due]),
        eq(charge.method, 'transfer'),
        gt(charge.dueOn, today()),
        lte(charge.dueOn, addDays(today(), daysAhead)),
        sql`${charge.cents} > ${charge.settledCents} and coalesce(${charge.deferredUntil} < ${charge.dueOn}, true)`,
      ),
    )
    .orderBy(asc(charge.dueOn), asc(charge.reference));
}

async function notifyOne(tx: Transaction, settings: Services['settings'], due: Due): Promise<void> {
  const [first] = due;
  if (!first) return;
  const { payer: who, of } = first;
  const sum = euros(due.reduce((cents, one) => cents + restOf(one.of), 0));
  const title = `Am ${germanDate(of.dueOn)} sind ${sum} fällig`;
  const labelOf = await labelsOf(
    tx,
    due.map((one) => one.of),
  );
  const lines = due.map((one) => `- ${labelOf(one.of)}: ${restWords(one.of)}, Verwendungszweck ${one.of.reference}`);
  const onceKey = `due:${of.club}:${who.id}:${of.dueOn}`;
  const userIds = await accountsToNotify(tx, [{ personId: who.id }]);
  await notifyAccounts(tx, { userIds, club: of.club, topic: 'money_due', title, body: lines.join('\n'), onceKey });
  // Children get no mail; the office enters their payer.
  if (!who.email || isMinor(who.birthDate, today())) return;
  const { creditorName, creditorIban } = await creditorOf(tx, of.club);
  const account = creditorIban ? `Bitte überweisen Sie an ${creditorName}, IBAN ${ibanInFours(creditorIban)}.\n\n` : '';
  const where = who.isOrganisation
    ? ''
    : `Die Angaben stehen auch in Ihrem Profil unter „Zahlungen“: ${siteOf(settings, of.club)}/profile/payments\n\n`;
  await postMail(tx, {
    kind: 'notice',
    club: of.club,
    recipient: who.email,
    subject: title,
    body: `Guten Tag ${who.name},\n\n${title}:\n\n${lines.join('\n')}\n\n${account}${where}Haben Sie schon bezahlt? Dann hat sich diese Mail erledigt.\n`,
    onceKey,
  });
}

/** What is left to pay of a charge, and how much of it is settled already, e.g. by credit. */
function restWords(of: Due[number]['of']): string {
  const settled = of.settledCents > 0 ? ` (von ${euros(of.cents)}, ${euros(of.settledCents)} sind schon verrechnet)` : '';
  return `${euros(restOf(of))}${settled}`;
}
