import { inArray } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { pages } from '#shared/kernel/pages.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { maskedIban } from '#shared/kernel/iban.ts';
import { euros } from '#shared/kernel/money.ts';
import { transfersOf } from '#shared/money/payouts/rules.ts';
import { person } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { postMails, type Mail } from '#server/platform/mail/outbox.ts';
import { today } from '#server/platform/process/clock.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { labelsOf } from '../charges/forWhom.ts';
import { candidatesOf } from './candidates.ts';
import type { ItemRow, RunRow } from './table.ts';

/** Notifies all payees with an email address of what was paid, and to which account. */
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
  const labelOf = await labelsOf(
    tx,
    items.map(({ sourceId: id }) => ({ id })),
  );
  const emails = new Map(people.map(({ id, email }) => [id, email]));
  const mails = transfersOf(items).flatMap(({ first, cents, parts }): Mail[] => {
    const recipient = emails.get(first.personId);
    if (!recipient) return [];
    const lines = parts.map((part) => `- ${labelOf({ id: part.sourceId, label: part.remittance })}: ${euros(part.cents)}`).join('\n');
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

/** Asks payees without a bank account for one, at most once a day; returns the number of emails and of payees without an address. */
export async function requestAccounts(
  tx: Transaction,
  settings: Settings,
  club: ClubName,
): Promise<{ told: number; withoutAddress: number }> {
  const lacking = new Set((await candidatesOf(tx, club)).flatMap(({ iban, payeeId }) => (iban === null ? [payeeId] : [])));
  const people = await tx
    .select({ id: person.id, firstname: person.firstname, email: person.email })
    .from(person)
    .where(inArray(person.id, [...lacking]))
    .orderBy(person.id);
  const page = `${siteOf(settings, club)}${pages.profile.path}/payments`;
  const mails = people.flatMap(({ id, firstname, email }): Mail[] =>
    email
      ? [
          {
            kind: 'notice',
            club,
            recipient: email,
            subject: 'Wohin dürfen wir Ihnen Geld überweisen?',
            body: `Guten Tag ${firstname},\n\nwir möchten Ihnen etwas auszahlen, uns fehlt nur Ihr Konto. Bitte tragen Sie es unter „Zahlungen“, „Konto für Auszahlungen“ ein:\n\n${page}\n\nOhne Zugang sagen Sie es bitte der Kassenführung.\n`,
            onceKey: `payee-account:${id}:${today()}`,
          },
        ]
      : [],
  );
  await postMails(tx, mails);
  return { told: mails.length, withoutAddress: people.length - mails.length };
}
