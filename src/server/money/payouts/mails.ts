import { inArray } from 'drizzle-orm';
import { germanDate } from '#shared/kernel/calendar.ts';
import { maskedIban } from '#shared/kernel/iban.ts';
import { euros } from '#shared/kernel/money.ts';
import { transfersOf } from '#shared/money/payouts/rules.ts';
import { person } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { postMails, type Mail } from '#server/platform/outbox.ts';
import type { ItemRow, RunRow } from './table.ts';

/** Notifies everybody with an address of what was paid to them, and to which account. */
export async function notifyPaid(
  tx: Transaction,
  { id: runId, club }: RunRow,
  items: readonly ItemRow[],
  executedOn: string,
): Promise<void> {
  const people = await tx
    .select({ id: person.id, email: person.email })
    .from(person)
    .where(
      inArray(
        person.id,
        items.map(({ personId }) => personId),
      ),
    );
  const emails = new Map(people.map(({ id, email }) => [id, email]));
  const mails = transfersOf(items).flatMap(({ first, cents, parts }): Mail[] => {
    const recipient = emails.get(first.personId);
    if (!recipient) return [];
    const lines = parts.map((part) => `- ${part.remittance}: ${euros(part.cents)}`).join('\n');
    return [
      {
        kind: 'notice',
        club,
        recipient,
        subject: `Auszahlung: ${euros(cents)}`,
        body: `Guten Tag,\n\nam ${germanDate(executedOn)} haben wir ${euros(cents)} an ${first.holder}, ${maskedIban(first.iban)} überwiesen:\n\n${lines}\n`,
        onceKey: `payout:${runId}:${first.id}`,
      },
    ];
  });
  await postMails(tx, mails);
}
