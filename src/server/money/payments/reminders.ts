import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { isMinor } from '#shared/kernel/age.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { addDays, germanDate } from '#shared/kernel/calendar.ts';
import { ibanInFours } from '#shared/kernel/iban.ts';
import { euros } from '#shared/kernel/money.ts';
import { accountReference } from '#shared/people/accountReference.ts';
import { chargeSets } from '#shared/money/chargeWords.ts';
import { restOf } from '#shared/money/paymentRules.ts';
import { creditorOf } from '#server/club/bankAccounts/service.ts';
import { today } from '#server/platform/process/clock.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import type { ChargeRow } from '../charges/facts.ts';
import { labelsOf } from '../charges/forWhom.ts';
import { profileWords, jointTransferInWords } from '../charges/payers.ts';
import { charge } from '../charges/table.ts';
import { dunningStop } from '../dunning/table.ts';
import { payerOf } from '../payers/read.ts';
import { lockAccounts } from './movements.ts';

const quietDays = 10;

/** Whether a payer may be reminded now, with the reason if not; empty if nothing is overdue. */
export async function remindable(tx: Transaction, club: ClubName, payerId: string): Promise<{ mayRemind: boolean; whyNot: string }> {
  const overdue = await overdueOf(tx, club, payerId);
  if (overdue.length === 0) return { mayRemind: false, whyNot: '' };
  const payer = await payerOf(tx, club, payerId);
  const [stop] = await tx.select().from(dunningStop).where(eq(dunningStop.payerId, payerId));
  const isStopped = stop !== undefined && (stop.until === null || stop.until >= today());
  const last = overdue.map(({ remindedOn }) => remindedOn ?? '').reduce((one, other) => (one > other ? one : other));
  const whyNot = isStopped
    ? `Mahnsperre: ${stop.reason}`
    : isMinor(payer.birthDate, today())
      ? 'Kinder werden nicht erinnert. Bitte tragen Sie ein, wer zahlt.'
      : !payer.email
        ? 'Ohne E-Mail-Adresse lässt sich niemand erinnern.'
        : last > addDays(today(), 0 - quietDays)
          ? `Zuletzt erinnert am ${germanDate(last)}.`
          : '';
  return { mayRemind: whyNot === '', whyNot };
}

/** Reminds a payer by one mail of the remainders of all that is overdue. Returns their sum. */
export async function remind(tx: Transaction, club: ClubName, payerId: string): Promise<number> {
  await lockAccounts(tx, [payerId]);
  const { mayRemind } = await remindable(tx, club, payerId);
  if (!mayRemind) throw new Problem('wrong-state');
  const overdue = await overdueOf(tx, club, payerId);
  const payer = await payerOf(tx, club, payerId);
  const { creditorName, creditorIban } = await creditorOf(tx, club);
  const cents = overdue.reduce((sum, row) => sum + restOf(row), 0);
  const labelOf = await labelsOf(tx, overdue);
  const lines = overdue.map(
    (row) => `- ${labelOf(row)}: ${euros(restOf(row))}, fällig seit ${germanDate(row.dueOn)}, Verwendungszweck ${row.reference}`,
  );
  const account = creditorIban ? `Bitte überweisen Sie an ${creditorName}, IBAN ${ibanInFours(creditorIban)}.\n\n` : '';
  const together = overdue.length > 1 ? `${jointTransferInWords(accountReference(club, payer.accountNo))}\n\n` : '';
  await tx
    .update(charge)
    .set({ remindedOn: today(), dunningLevel: sql`coalesce(${charge.dunningLevel}, 0)` })
    .where(
      inArray(
        charge.id,
        overdue.map(({ id }) => id),
      ),
    );
  await postMail(tx, {
    kind: 'notice',
    club,
    recipient: payer.email ?? '',
    subject: `Zahlungserinnerung: ${euros(cents)}`,
    body: `Guten Tag,\n\nvielleicht haben Sie es übersehen: Offen sind noch ${euros(cents)}.\n\n${lines.join('\n')}\n\n${account}${together}${profileWords(payer)}Haben Sie gerade bezahlt? Dann hat sich diese Mail erledigt.\n`,
    onceKey: `reminder:${payerId}:${today()}`,
  });
  return cents;
}

/** Overdue charges to be paid by transfer: without deferred ones and those that will be collected. */
function overdueOf(tx: Transaction, club: ClubName, payerId: string): Promise<ChargeRow[]> {
  return tx
    .select()
    .from(charge)
    .where(
      and(
        eq(charge.club, club),
        eq(charge.payerId, payerId),
        inArray(charge.state, [...chargeSets.due]),
        sql`${charge.cents} > 0 and ${charge.dueOn} < ${today()} and coalesce(${charge.deferredUntil} < ${today()}, true)`,
        sql`(${charge.method} = 'transfer' or ${charge.state} = 'returned')`,
      ),
    )
    .orderBy(asc(charge.dueOn), asc(charge.reference));
}
