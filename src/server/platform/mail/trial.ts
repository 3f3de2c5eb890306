import { randomUUID } from 'node:crypto';
import { mailFailureOf, type MailFailure } from './failure.ts';
import { domainOf, hurried, openSender } from './sender.ts';

/** The outcome of a test email: the mail server's response, or the error. */
export type Trial = { isTaken: true; answer: string } | { isTaken: false; failure: MailFailure; words: string };

type Mail = { url: string; from: string; to: string; subject: string; text: string };

/** Sends one email immediately, without the outbox. */
export async function tryMail({ url, from, ...mail }: Mail): Promise<Trial> {
  const sender = await openSender({ SMTP_URL: url, MAIL_FROM: from }, hurried);
  try {
    return { isTaken: true, answer: await sender.send({ ...mail, messageId: `<${randomUUID()}@${domainOf(from)}>` }) };
  } catch (error) {
    return { isTaken: false, failure: mailFailureOf(error), words: error instanceof Error ? error.message : String(error) };
  } finally {
    sender.close();
  }
}
