import { eq } from 'drizzle-orm';
import { isMinor } from '#shared/kernel/age.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { euros } from '#shared/kernel/money.ts';
import { yearStatement } from '#shared/money/accounts/yearStatement.ts';
import type { PayerAccount } from '#shared/money/payments.ts';
import { person } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { postMail } from '#server/platform/outbox.ts';
import { today } from '#server/platform/process/clock.ts';
import { creditorOf } from '../sepa/sepaItems.ts';

/** Sends the statement of an account for a year. Gives the address. */
export async function sendStatement(tx: Transaction, club: ClubName, account: PayerAccount, year: number): Promise<string> {
  const [payer] = await tx.select().from(person).where(eq(person.id, account.payerPersonId));
  if (!payer?.email || isMinor(payer.birthDate, today())) throw new Problem('wrong-state');
  const { startCents, lines, endCents } = yearStatement(account.entries, year);
  const { creditorName } = await creditorOf(tx, club);
  const shown = lines.map(
    ({ day, label, chargedCents, paidCents }) => `- ${germanDate(day)}: ${label}: ${euros(chargedCents - paidCents)}`,
  );
  const parts = [
    `Guten Tag ${fullName(payer)},`,
    `das steht ${year} auf Ihrem Konto (${account.reference}):`,
    [`Am Anfang: ${euros(startCents)}`, ...shown, `Am Ende: ${euros(endCents)}`].join('\n'),
    'Was gefordert wurde, zählt dazu, was bezahlt ist, geht ab; unter null steht ein Guthaben. Das ist keine Zuwendungsbestätigung.',
    creditorName,
  ];
  await postMail(tx, {
    kind: 'notice',
    club,
    recipient: payer.email,
    subject: `Kontoauszug ${year}`,
    body: `${parts.filter(Boolean).join('\n\n')}\n`,
    onceKey: `statement:${account.payerPersonId}:${year}:${today()}`,
  });
  return payer.email;
}
