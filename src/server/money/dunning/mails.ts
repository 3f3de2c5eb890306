import { germanDate } from '#shared/kernel/calendar.ts';
import { ibanInFours } from '#shared/kernel/iban.ts';
import { euros } from '#shared/kernel/money.ts';
import { namedLabel } from '#shared/money/chargeWords.ts';
import { accountReference } from '#shared/people/accountReference.ts';
import { creditorOf } from '#server/club/bankAccounts/service.ts';
import { isAmong } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { attached, postMails, type Mail } from '#server/platform/mail/outbox.ts';
import { addressOf, profileWords, jointTransferInWords } from '../charges/payers.ts';
import { payer, type PayerRow } from '../payers/view.ts';
import { noticeFile } from './noticeFile.ts';
import type { NoticeRow, RunRow } from './table.ts';

/** Puts the notices that go by email into the outbox, each with its letter attached. */
export async function mailNotices(
  tx: Transaction,
  run: RunRow,
  notices: readonly NoticeRow[],
  emails: ReadonlyMap<string, string>,
): Promise<void> {
  const sender = await creditorOf(tx, run.club);
  const told = notices.filter(({ byMail }) => byMail);
  const payers = await payersOf(tx, told);
  const mails: Mail[] = [];
  for (const notice of told) {
    const who = payers.get(notice.payerId);
    if (!who) continue;
    const reference = accountReference(notice.club, who.accountNo);
    const file = noticeFile(run, notice, sender, { name: who.listedName, address: addressOf(who), reference });
    const account = sender.creditorIban
      ? `Bitte überweisen Sie an ${sender.creditorName}, IBAN ${ibanInFours(sender.creditorIban)}.\n\n`
      : '';
    const words = { account, reference, where: profileWords(who) };
    mails.push({ ...mailOf(notice, words), recipient: emails.get(notice.payerId) ?? '', attachments: [await attached(file)] });
  }
  await postMails(tx, mails);
}

async function payersOf(tx: Transaction, notices: readonly NoticeRow[]): Promise<Map<string, PayerRow>> {
  const ids = notices.map(({ payerId }) => payerId);
  const rows = await tx.select().from(payer).where(isAmong(payer.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

function mailOf(
  { runId, club, payerId, levelName, text, lines, cents, feeCents, dueOn }: NoticeRow,
  { account, reference, where }: { account: string; reference: string; where: string },
): Omit<Mail, 'recipient'> {
  const sum = euros(cents + feeCents);
  const chargeLines = lines.map(
    (line) => `- ${namedLabel(line)}: ${euros(line.cents)}, fällig seit ${germanDate(line.dueOn)}, Verwendungszweck ${line.reference}`,
  );
  const together = lines.length > 1 || feeCents > 0 ? `${jointTransferInWords(reference)}\n\n` : '';
  const fee = feeCents > 0 ? [`- Mahngebühr: ${euros(feeCents)}`] : [];
  return {
    kind: 'notice',
    club,
    batchId: runId,
    subject: `${levelName}: ${sum}`,
    body: `Guten Tag,\n\n${text}\n\n${[...chargeLines, ...fee].join('\n')}\n\nZusammen ${sum}, bitte bis zum ${germanDate(dueOn)}.\n\n${account}${together}Das Schreiben hängt auch als Blatt zum Drucken an. ${where}Haben Sie gerade bezahlt? Dann hat sich dieses Schreiben erledigt.\n`,
    onceKey: `dunning:${runId}:${payerId}`,
  };
}
