import { and, eq } from 'drizzle-orm';
import { everyClub, type Database } from '../database/database.ts';
import { outboxMail } from '../database/tables.ts';

/** A report about a permanently failed email (RFC 3464). */
export type Bounce = { messageId: string; status: string; words: string };

/** No such mailbox, or a closed one (RFC 3463, 3.2 and 3.3): counts against the address; a full mailbox or a rejected text does not. */
const addressFaults = /^5\.(1\.\d+|2\.[01])$/;
const longestWords = 300;

/** Reads a mail server's report about an undeliverable email. Undefined for other messages: replies, delay notices, receipts. */
export function readBounce(message: string): Bounce | undefined {
  const lines = message.replaceAll('\r\n', '\n').replaceAll(/\n[ \t]+/g, ' ');
  const report = partOf(lines, /^content-type:\s*message\/delivery-status\b.*$/im);
  const returned = partOf(lines, /^content-type:\s*(?:message\/rfc822|message\/global|text\/rfc822-headers)\b.*$/im);
  const messageId = returned && /^message-id:\s*(<[^<>\s]+>)/im.exec(returned)?.[1];
  // Each email has one recipient, so one block of the report is about it.
  const failed = report?.split(/\n\n+/).find((block) => /^action:\s*failed\b/im.test(block));
  const status = failed && /^status:\s*(\d\.\d{1,3}\.\d{1,3})/im.exec(failed)?.[1];
  if (!messageId || !failed || !status?.startsWith('5.')) return undefined;
  const words = /^diagnostic-code:\s*(?:[\w-]+\s*;)?\s*(.+)$/im.exec(failed)?.[1] ?? status;
  return { messageId, status, words: words.replaceAll(/\s+/g, ' ').slice(0, longestWords) };
}

/** Records the bounce at the email; false if no sent email has this id. */
export function noteBounce(database: Database, { messageId, status, words }: Bounce): Promise<boolean> {
  return database.write(everyClub, async ({ tx, changed }) => {
    const [mail] = await tx
      .update(outboxMail)
      .set({
        state: 'failed',
        failure: addressFaults.test(status) ? 'recipient' : 'server',
        lastError: `Zurückgekommen: ${words}`,
      })
      .where(and(eq(outboxMail.messageId, messageId), eq(outboxMail.state, 'sent')))
      .returning({ club: outboxMail.club });
    if (mail) changed({ collection: 'mails', club: mail.club });
    return mail !== undefined;
  });
}

/** The body of the part with this header, up to the next boundary. */
function partOf(message: string, header: RegExp): string | undefined {
  const found = header.exec(message);
  if (!found) return undefined;
  const rest = message.slice(found.index + found[0].length);
  // Further headers of the part precede the first empty line.
  const body = rest.slice(rest.indexOf('\n\n') + 2);
  const end = body.search(/^--\S/m);
  return end < 0 ? body : body.slice(0, end);
}
