import { germanDate } from '#shared/kernel/calendar.ts';
import { ibanInFours } from '#shared/kernel/iban.ts';
import { euros } from '#shared/kernel/money.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { postMails, type Mail } from '#server/platform/outbox.ts';
import { creditorOf } from '../sepa/sepaItems.ts';
import { accountReferencesOf, togetherInWords } from '../charges/payers.ts';
import type { NoticeRow, RunRow } from './table.ts';

/** Puts the notices that go by mail into the outbox. */
export async function mailNotices(
  tx: Transaction,
  run: RunRow,
  notices: readonly NoticeRow[],
  emails: ReadonlyMap<string, string>,
): Promise<void> {
  const { creditorName, creditorIban } = await creditorOf(tx, run.club);
  const account = creditorIban ? `Bitte überweisen Sie an ${creditorName}, IBAN ${ibanInFours(creditorIban)}.\n\n` : '';
  const told = notices.filter(({ byMail }) => byMail);
  const references = await accountReferencesOf(
    tx,
    told.map(({ payerPersonId }) => payerPersonId),
  );
  const mails = told.map((notice) =>
    mailOf(notice, { account, recipient: emails.get(notice.payerPersonId) ?? '', reference: references.get(notice.payerPersonId) ?? '' }),
  );
  await postMails(tx, mails);
}

function mailOf(
  { runId, club, payerPersonId, levelName, text, lines, cents, feeCents, dueOn }: NoticeRow,
  { account, recipient, reference }: { account: string; recipient: string; reference: string },
): Mail {
  const sum = euros(cents + feeCents);
  const chargeLines = lines.map(
    (line) => `- ${line.label}: ${euros(line.cents)}, fällig seit ${germanDate(line.dueOn)}, Verwendungszweck ${line.reference}`,
  );
  const together = lines.length > 1 || feeCents > 0 ? `${togetherInWords(reference)}\n\n` : '';
  const fee = feeCents > 0 ? [`- Mahngebühr: ${euros(feeCents)}`] : [];
  return {
    kind: 'notice',
    club,
    recipient,
    batchId: runId,
    subject: `${levelName}: ${sum}`,
    body: `Guten Tag,\n\n${text}\n\n${[...chargeLines, ...fee].join('\n')}\n\nZusammen ${sum}, bitte bis zum ${germanDate(dueOn)}.\n\n${account}${together}In Ihrem Profil stehen die Angaben unter „Zahlungen“ zum Kopieren. Haben Sie gerade bezahlt? Dann hat sich dieses Schreiben erledigt.\n`,
    onceKey: `dunning:${runId}:${payerPersonId}`,
  };
}
