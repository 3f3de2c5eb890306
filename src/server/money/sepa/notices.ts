import { germanDate } from '#shared/kernel/calendar.ts';
import { maskedIban } from '#shared/kernel/iban.ts';
import { euros } from '#shared/kernel/money.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { postMails, type Mail } from '#server/platform/outbox.ts';
import { groupedByMandate, type RunRow } from './sepaFile.ts';
import type { Collectable } from './sepaItems.ts';

const mailsAtOnce = 500;

/** The advance notice that the rules of SEPA ask for: amount, day, mandate and creditor, one mail for each debit. */
export async function announce(tx: Transaction, run: RunRow, items: Collectable['items']): Promise<void> {
  const emails = new Map(items.map(({ mandateId, payerEmail }) => [mandateId, payerEmail]));
  const labels = new Map(items.map(({ chargeId, reference, name, label }) => [chargeId, `${reference} ${label} (${name})`]));
  const mails = groupedByMandate(items.map((item) => ({ ...item, runId: run.id, returnCode: null, returnedOn: null }))).flatMap(
    (group): Mail[] => {
      const [first] = group;
      const recipient = emails.get(first.mandateId);
      if (!recipient) return [];
      const cents = group.reduce((sum, one) => sum + one.cents, 0);
      const lines = group.map((one) => `- ${labels.get(one.chargeId)}: ${euros(one.cents)}`).join('\n');
      return [
        {
          kind: 'notice',
          club: run.club,
          recipient,
          subject: `Ankündigung der Lastschrift am ${germanDate(run.collectionDate)}`,
          body: `Guten Tag,\n\nwir ziehen am ${germanDate(run.collectionDate)} ${euros(cents)} von Ihrem Konto ${maskedIban(first.iban)} ein:\n\n${lines}\n\nMandatsreferenz: ${first.mandateReference}\nGläubiger-Identifikationsnummer: ${run.creditorId}\n\nBitte sorgen Sie für die Deckung des Kontos. Fragen? Antworten Sie dem Verein gern.\n\n${run.creditorName}\n`,
          onceKey: `sepa:${run.id}:${first.mandateId}`,
        },
      ];
    },
  );
  for (let at = 0; at < mails.length; at += mailsAtOnce) await postMails(tx, mails.slice(at, at + mailsAtOnce));
}
