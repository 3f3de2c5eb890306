import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { ibanInFours } from '#shared/kernel/iban.ts';
import { euros, sumOfCents } from '#shared/kernel/money.ts';
import type { ChargeBatchChange } from '#shared/money/batches/contract.ts';
import { chargeMethodNames } from '#shared/money/chargeWords.ts';
import { restOf } from '#shared/money/paymentRules.ts';
import { creditorOf } from '#server/club/bankAccounts/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { postMails, type Mail } from '#server/platform/mail/outbox.ts';
import type { ChargeRow } from '../charges/facts.ts';
import { labelsOf } from '../charges/forWhom.ts';
import { payersByEmail } from '../charges/payerLines.ts';

type Told = ChargeBatchChange & { club: ClubName };

/** Notifies each payer once of the changes: the due date, the way of payment, the date of a deferral, or that the charge is waived. */
export async function notifyOfMany(tx: Transaction, rows: readonly ChargeRow[], change: Told): Promise<void> {
  const { creditorName } = await creditorOf(tx, change.club);
  const labelOf = await labelsOf(tx, rows);
  const byPayer = Map.groupBy(rows, ({ payerId }) => payerId);
  const mails = (await payersByEmail(tx, new Set(byPayer.keys()))).map((payer): Mail => {
    const own = byPayer.get(payer.id) ?? [];
    const [first] = own;
    const lines = own.map((row) => `- ${labelOf(row)}: ${euros(restOf(row))}, Verwendungszweck ${row.reference}`);
    const { subject, words } = wordsOf(change);
    return {
      kind: 'notice',
      club: change.club,
      recipient: payer.email,
      subject: own.length === 1 && first ? `${subject}: ${labelOf(first)}` : `${subject}: ${own.length} Forderungen`,
      body: `${[`Guten Tag ${payer.name},`, `${words}\n\n${lines.join('\n')}`, creditorName].filter(Boolean).join('\n\n')}\n`,
      onceKey: `batch:${change.action}:${own.map(({ id, version }) => `${id}.${version}`).toSorted()[0] ?? ''}`,
    };
  });
  await postMails(tx, mails);
}

/** Tells who pays from now on what is to be paid, when and how. */
export async function notifyOfOtherPayer(tx: Transaction, club: ClubName, rows: readonly ChargeRow[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const { creditorName, creditorIban } = await creditorOf(tx, club);
  const labelOf = await labelsOf(tx, rows);
  const inOrder = rows.toSorted((one, other) => one.dueOn.localeCompare(other.dueOn));
  const ways = new Set(rows.map(({ method }) => method));
  const lines = inOrder.map(
    (row) =>
      `- ${labelOf(row)}: ${euros(restOf(row))}, fällig am ${germanDate(row.dueOn)}, ${chargeMethodNames[row.method]}, Verwendungszweck ${row.reference}`,
  );
  const sum = euros(sumOfCents(rows.map((row) => ({ cents: restOf(row) }))));
  const parts = [
    `das zahlen von nun an Sie:\n\n${lines.join('\n')}`,
    ways.has('transfer') && creditorIban && `Bitte überweisen Sie an ${creditorName}, IBAN ${ibanInFours(creditorIban)}.`,
    ways.has('sepa') && 'Lastschriften ziehen wir frühestens an ihrem Tag ein und kündigen das vorher an.',
    creditorName,
  ].filter(Boolean);
  const mails = (await payersByEmail(tx, new Set([first.payerId]))).map((payer): Mail => ({
    kind: 'notice',
    club,
    recipient: payer.email,
    subject: rows.length === 1 ? `${labelOf(first)}: ${sum}` : `Sie zahlen nun ${rows.length} Forderungen: ${sum}`,
    body: `${[`Guten Tag ${payer.name},`, ...parts].join('\n\n')}\n`,
    onceKey: `batch:payer:${first.id}`,
  }));
  await postMails(tx, mails);
}

function wordsOf({ action, dueOn, method, until }: Told): { subject: string; words: string } {
  switch (action) {
    case 'dueOn':
      return { subject: 'Fälligkeit geändert', words: `fällig ist am ${germanDate(dueOn ?? '')}:` };
    case 'method':
      return {
        subject: 'Zahlungsart geändert',
        words:
          method === 'sepa'
            ? 'das ziehen wir von Ihrem Konto ein und kündigen den Tag vorher an:'
            : `so ist zu zahlen (${chargeMethodNames[method ?? 'transfer']}):`,
      };
    case 'defer':
      return {
        subject: `Stundung bis ${germanDate(until ?? '')}`,
        words: `bis zum ${germanDate(until ?? '')} ist gestundet; bis dahin ziehen wir nichts ein und erinnern nicht:`,
      };
    default:
      return { subject: 'Nichts mehr zu zahlen', words: 'das müssen Sie nicht mehr zahlen:' };
  }
}
