import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import { yearStatement } from '#shared/money/accounts/yearStatement.ts';
import type { PayerAccount } from '#shared/money/payments.ts';
import { creditorOf } from '#server/club/bankAccounts/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { PdfBlock } from '#server/platform/formats/pdf/layout.ts';
import { pdfFile } from '#server/platform/formats/pdf/pdfFile.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { attached, postMail } from '#server/platform/mail/outbox.ts';
import { today } from '#server/platform/process/clock.ts';
import { payersByEmail } from '../charges/payerLines.ts';
import { letterHead } from '../letters/letterHead.ts';

const meaning =
  'Was gefordert wurde, zählt dazu, was bezahlt ist, geht ab; unter null steht ein Guthaben. Das ist keine Zuwendungsbestätigung.';

/** The statement of a whole account for a year as a letter. */
export async function statementFile(tx: Transaction, club: ClubName, account: PayerAccount, year: number): Promise<File> {
  const { creditorName } = await creditorOf(tx, club);
  const { address, name, reference, entries } = account;
  const { startCents, lines, endCents } = yearStatement(entries, year);
  const sum = (cents: number) => (cents > 0 ? euros(cents) : '');
  const rows = [
    { cells: ['Tag', 'Wofür', 'Soll', 'Haben', 'Saldo'], isBold: true },
    { cells: [germanDate(`${year}-01-01`), 'Anfang', '', '', euros(startCents)] },
    ...lines.map(({ day, label, chargedCents, paidCents, balanceCents }) => ({
      cells: [germanDate(day), label, sum(chargedCents), sum(paidCents), euros(balanceCents)],
    })),
    { cells: ['', 'Ende', '', '', euros(endCents)], isBold: true },
  ];
  const title = `Kontoauszug ${year}`;
  const blocks: PdfBlock[] = [
    ...letterHead({ sender: creditorName, address, name, title }),
    { kind: 'text', text: `Konto ${reference}, Stand ${germanDate(today())}`, before: 4 },
    { kind: 'table', widths: [68, 190, 68, 68, 73], numbers: 3, rows, before: 12 },
    note(meaning),
  ];
  return pdfFile(`kontoauszug-${year}-${reference}.pdf`, { title: `${title}: ${name}`, foot: `${title} · ${reference}`, blocks });
}

function note(text: string): PdfBlock {
  return { kind: 'text', text, size: 9, before: 10 };
}

/** Sends the statement of a whole account for a year, as a file. Returns the address. */
export async function sendStatement(tx: Transaction, club: ClubName, account: PayerAccount, year: number): Promise<string> {
  const [payer] = await payersByEmail(tx, new Set([account.payerId]));
  if (!payer || !account.mailTo) throw new Problem('wrong-state');
  const { creditorName } = await creditorOf(tx, club);
  const { startCents, lines, endCents } = yearStatement(account.entries, year);
  const shown = lines.map(
    ({ day, label, chargedCents, paidCents }) => `- ${germanDate(day)}: ${label}: ${euros(chargedCents - paidCents)}`,
  );
  const file = await statementFile(tx, club, account, year);
  const parts = [
    `Guten Tag ${payer.name},`,
    `das steht ${year} auf Ihrem Konto (${account.reference}), im Anhang auch als Blatt zum Drucken:`,
    [`Am Anfang: ${euros(startCents)}`, ...shown, `Am Ende: ${euros(endCents)}`].join('\n'),
    meaning,
    creditorName,
  ];
  await postMail(tx, {
    kind: 'notice',
    club,
    recipient: payer.email,
    subject: `Kontoauszug ${year}`,
    body: `${parts.filter(Boolean).join('\n\n')}\n`,
    attachments: [await attached(file)],
    onceKey: `statement:${account.payerId}:${year}:${today()}`,
  });
  return payer.email;
}
