import { randomUUID } from 'node:crypto';
import { mailFailureOf, type MailFailure } from './failure.ts';

/** What became of a mail on trial: the mail server's own words, or those of the line to it. */
export type Trial = { isTaken: true; answer: string } | { isTaken: false; failure: MailFailure; words: string };

type Mail = { url: string; from: string; to: string; subject: string; text: string };

const secondMs = 1000;

/** Sends one mail at once, past the outbox. Somebody sits and waits, so a server that thinks for minutes counts as away. */
export async function tryMail({ url, ...mail }: Mail): Promise<Trial> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: 20 * secondMs,
    greetingTimeout: 60 * secondMs,
    socketTimeout: 120 * secondMs,
  });
  try {
    const domain =
      mail.from
        .split('@')
        .at(-1)
        ?.replace(/[^\w.-]/g, '') ?? 'localhost';
    const { response } = await transport.sendMail({
      ...mail,
      to: { name: '', address: mail.to },
      messageId: `<${randomUUID()}@${domain}>`,
    });
    return { isTaken: true, answer: response };
  } catch (error) {
    return { isTaken: false, failure: mailFailureOf(error), words: error instanceof Error ? error.message : String(error) };
  } finally {
    transport.close();
  }
}
