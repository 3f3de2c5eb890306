import { eq } from 'drizzle-orm';
import { germanDate, localOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { spokenName } from '#shared/kernel/fullName.ts';
import { euros, sumOfCents } from '#shared/kernel/money.ts';
import { namedLabel } from '#shared/money/chargeWords.ts';
import { creditorOf } from '#server/club/bankAccounts/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { postMails, type Mail } from '#server/platform/mail/outbox.ts';
import { standsInProfile } from '../charges/payers.ts';
import { payerLines, payersAlreadyTold, type PayerLine } from '../charges/payerLines.ts';
import { charge } from '../charges/table.ts';
import { payingWords } from '../fees/notices.ts';
import { mailAddresses } from '#server/people/persons/service.ts';
import type { PlannedLevy } from './plan.ts';
import type { LevyRow } from './table.ts';

/** Sends each payer with an address one email about all lines and how they are paid. Returns the number of emails. */
export async function notifyOfLevy(tx: Transaction, row: LevyRow): Promise<number> {
  const creditor = await creditorOf(tx, row.club);
  const byPayer = Map.groupBy(await payerLines(tx, eq(charge.sourceId, row.id)), ({ payerId }) => payerId);
  const mails = [...byPayer].flatMap(([payerId, lines]): Mail[] => {
    const [first] = lines;
    if (!first?.email) return [];
    const cents = sumOfCents(lines);
    const parts = [`Guten Tag ${first.payer},`, ...levyParagraphs(row, creditor, lines)];
    const ending = `${standsInProfile(first)}Stimmt etwas nicht? Antworten Sie dem Verein gern.`;
    return [
      {
        kind: 'notice',
        club: row.club,
        recipient: first.email,
        subject: `${row.label}: ${euros(cents)}`,
        body: `${[...parts, ending, creditor.creditorName].filter(Boolean).join('\n\n')}\n`,
        onceKey: `levy:${row.id}:${payerId}`,
        occasion: row.id,
        subjectId: payerId,
      },
    ];
  });
  await postMails(tx, mails);
  return mails.length;
}

/** The notice of a levy to a payer in paragraphs: what for, and how it is paid. */
export function levyParagraphs(
  { dueOn }: LevyRow,
  creditor: Awaited<ReturnType<typeof creditorOf>>,
  lines: readonly PayerLine[],
): string[] {
  const day = germanDate(dueOn);
  const shown = lines.map((line) => `- ${namedLabel(line)}: ${euros(line.cents)}`).join('\n');
  const debits = sumOfCents(lines.filter(({ method }) => method === 'sepa'));
  const collected = debits > 0 ? [`${euros(debits)} ziehen wir frühestens am ${day} ein. Den genauen Tag kündigen wir vorher an.`] : [];
  return [`wir bitten um Zahlung:\n\n${shown}`, ...collected, ...payingWords(lines, creditor, day)];
}

/** Notifies persons with missing helper hours, and their payers, while there is time. Returns the number of emails. */
export async function notifyOfMissing(
  tx: Transaction,
  { club, year, helping, occasion }: { club: ClubName; year: number; helping: string; /** Each is notified once. */ occasion: string },
  lines: readonly PlannedLevy[],
): Promise<number> {
  const addresses = await mailAddresses(
    tx,
    lines.flatMap(({ forId, payerId }) => [forId, payerId]),
  );
  const { creditorName } = await creditorOf(tx, club);
  const mails = lines.flatMap(({ forId, payerId, name, label, cents }): Mail[] => {
    const hours = label.slice(label.indexOf(': ') + 2);
    const body = [
      'Guten Tag,',
      `${spokenName(name)} fehlen ${year} noch ${hours} Mithilfe. Wofür gerade jemand gesucht wird, steht hier: ${helping}`,
      `Was am Ende des Jahres fehlt, kostet nach heutigem Stand ${euros(cents)}. Stimmt etwas nicht? Antworten Sie dem Verein gern.`,
      creditorName,
    ];
    return [...new Set([forId, payerId].flatMap((id) => addresses.get(id) ?? []))].map((recipient) => ({
      kind: 'notice',
      club,
      recipient,
      subject: `Es fehlen noch ${hours}: ${spokenName(name)}`,
      body: `${body.filter(Boolean).join('\n\n')}\n`,
      onceKey: `missing-hours:${club}:${year}:${forId}:${occasion}:${recipient}`,
    }));
  });
  await postMails(tx, mails);
  return mails.length;
}

/** Withdraws the mails of a levy that are not sent yet, and notifies the other payers that nothing is to be paid after all. */
export async function notifyOfUndoing(tx: Transaction, row: LevyRow, payerIds: ReadonlySet<string>): Promise<void> {
  const day = germanDate(localOf(row.createdAt).date);
  const mails = (await payersAlreadyTold(tx, row.id, payerIds)).map((payer): Mail => ({
    kind: 'notice',
    club: row.club,
    recipient: payer.email,
    subject: `Zurückgenommen: ${row.label}`,
    body: `Guten Tag ${payer.name},\n\nunsere Forderung vom ${day} (${row.label}) gilt nicht mehr. Bitte überweisen Sie dafür nichts; eingezogen wird auch nichts.\n`,
    onceKey: `levy:${row.id}:${payer.id}:undone`,
  }));
  await postMails(tx, mails);
}
