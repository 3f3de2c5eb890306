import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import type { ChargeBatchChange } from '#shared/money/batches/contract.ts';
import { chargeMethodNames } from '#shared/money/chargeWords.ts';
import { restOf } from '#shared/money/paymentRules.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { postMails, type Mail } from '#server/platform/outbox.ts';
import type { ChargeRow } from '../charges/facts.ts';
import { payersByEmail } from '../charges/payerLines.ts';
import { creditorOf } from '../sepa/sepaItems.ts';

type Told = ChargeBatchChange & { club: ClubName };

/** Notifies each payer once of the changes: when it is due, how it is paid, until when it is put off, or that it is not asked for. */
export async function notifyOfMany(tx: Transaction, rows: readonly ChargeRow[], change: Told): Promise<void> {
  const { creditorName } = await creditorOf(tx, change.club);
  const byPayer = Map.groupBy(rows, ({ payerId }) => payerId);
  const mails = (await payersByEmail(tx, new Set(byPayer.keys()))).map((payer): Mail => {
    const own = byPayer.get(payer.id) ?? [];
    const lines = own.map((row) => `- ${row.label}: ${euros(restOf(row))}, Verwendungszweck ${row.reference}`);
    const { subject, words } = wordsOf(change);
    return {
      kind: 'notice',
      club: change.club,
      recipient: payer.email,
      subject: own.length === 1 ? `${subject}: ${own[0]?.label ?? ''}` : `${subject}: ${own.length} Forderungen`,
      body: `${[`Guten Tag ${payer.name},`, `${words}\n\n${lines.join('\n')}`, creditorName].filter(Boolean).join('\n\n')}\n`,
      onceKey: `batch:${change.action}:${own.map(({ id, version }) => `${id}.${version}`).toSorted()[0] ?? ''}`,
    };
  });
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
