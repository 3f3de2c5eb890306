import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { ibanInFours } from '#shared/kernel/iban.ts';
import { euros } from '#shared/kernel/money.ts';
import { restOf } from '#shared/money/paymentRules.ts';
import { creditorOf } from '#server/club/bankAccounts/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { postMails, type Mail } from '#server/platform/mail/outbox.ts';
import type { ChargeRow } from '../charges/facts.ts';
import { labelsOf } from '../charges/forWhom.ts';
import { payersByEmail } from '../charges/payerLines.ts';
import { payingWords } from '../fees/notices.ts';

type Letter = { subject: string; parts: readonly string[]; onceKey: string };

/** Mails the payer, if there is an address. */
async function write(tx: Transaction, club: ClubName, payerId: string, { subject, parts, onceKey }: Letter): Promise<void> {
  const { creditorName } = await creditorOf(tx, club);
  const mails = (await payersByEmail(tx, new Set([payerId]))).map((payer): Mail => ({
    kind: 'notice',
    club,
    recipient: payer.email,
    subject,
    body: `${[`Guten Tag ${payer.name},`, ...parts, creditorName].filter(Boolean).join('\n\n')}\n`,
    onceKey,
  }));
  await postMails(tx, mails);
}

/** The mail about installments with their due dates. */
export async function notifyOfInstallments(tx: Transaction, row: ChargeRow, parts: readonly ChargeRow[]): Promise<void> {
  const lines = parts.map(({ cents, dueOn, reference }) => `- ${germanDate(dueOn)}: ${euros(cents)}, Verwendungszweck ${reference}`);
  const label = (await labelsOf(tx, [row]))(row);
  const isDebit = parts.some(({ method }) => method === 'sepa');
  await write(tx, row.club, row.payerId, {
    subject: `In Raten: ${euros(restOf(row))}`,
    parts: [
      `${label} (${euros(restOf(row))}) zahlen Sie in ${parts.length} Raten:\n\n${lines.join('\n')}`,
      isDebit ? 'Wir ziehen jede Rate frühestens an ihrem Tag ein und kündigen das vorher an.' : await account(tx, row.club),
      `Die frühere Forderung ${row.reference} ist damit erledigt. Alles steht auch in Ihrem Profil unter „Zahlungen“.`,
    ],
    onceKey: `installments:${row.id}:${row.version}`,
  });
}

async function account(tx: Transaction, club: ClubName): Promise<string> {
  const { creditorName, creditorIban } = await creditorOf(tx, club);
  return creditorIban ? `Bitte überweisen Sie jede Rate an ${creditorName}, IBAN ${ibanInFours(creditorIban)}.` : '';
}

/** The mail that the installments no longer apply. */
export async function notifyOfJoining(tx: Transaction, row: ChargeRow): Promise<void> {
  const label = (await labelsOf(tx, [row]))(row);
  await write(tx, row.club, row.payerId, {
    subject: `Raten zurückgenommen: ${label}`,
    parts: [
      `die Raten zu „${label}“ gelten nicht mehr. Offen ist wieder ${row.reference}: ${euros(restOf(row))}, fällig am ${germanDate(row.dueOn)}.`,
    ],
    onceKey: `installments:${row.id}:${row.version}:joined`,
  });
}

/** The mail about new terms to the present payer, and to the former payer that nothing is to be paid any more. */
export async function notifyOfTerms(tx: Transaction, before: ChargeRow, now: ChargeRow): Promise<void> {
  const { club, reference, dueOn } = now;
  const labelOf = await labelsOf(tx, [before, now]);
  const label = labelOf(now);
  const day = germanDate(dueOn);
  const cents = restOf(now);
  const debit =
    now.method === 'sepa' ? [`${euros(cents)} ziehen wir frühestens am ${day} ein. Den genauen Tag kündigen wir vorher an.`] : [];
  const paid = payingWords([{ method: now.method, cents, reference }], await creditorOf(tx, club), day);
  const key = `terms:${before.id}:${before.version}`;
  await write(tx, club, now.payerId, {
    subject: before.id === now.id ? `Geändert: ${label}` : `${label}: ${euros(cents)}`,
    parts: [`so ist zu zahlen: ${label}, ${euros(cents)}, fällig am ${day}.`, ...debit, ...paid],
    onceKey: key,
  });
  if (before.payerId === now.payerId) return;
  await write(tx, club, before.payerId, {
    subject: `Gilt nicht mehr: ${labelOf(before)}`,
    parts: [`unsere Forderung ${before.reference} (${labelOf(before)}) gilt für Sie nicht mehr. Bitte überweisen Sie dafür nichts.`],
    onceKey: `${key}:before`,
  });
}
