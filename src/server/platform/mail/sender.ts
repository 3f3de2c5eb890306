import type { Settings } from '../process/settings.ts';

/** A mail as it is handed to a mail server. The id stays the same however often it is tried. */
export type Message = {
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
  attachments?: readonly { name: string; type: string; content: string | Buffer }[];
  replyTo?: string;
  unsubscribeUrl?: string;
};

/** A sender of mails over SMTP; without a configured mail server there is none, and mails stay in the outbox. */
export type Sender = { /** Gives the answer of the mail server. */ send(mail: Message): Promise<string>; close(): void };

type MailServer = Pick<Settings, 'MAIL_FROM'> & { SMTP_URL: string };

/** How many mails leave at once: one that takes minutes must not hold up the others. */
export const lanes = 4;

const minuteMs = 60_000;

/** How long a mail server may think. RFC 5321, 4.5.3.2: 5 minutes for the greeting and each command, 10 for the answer after the text. */
const unhurried = { connectionTimeout: minuteMs, greetingTimeout: 5 * minuteMs, socketTimeout: 10 * minuteMs };
/** Somebody sits and waits: a server that thinks for minutes counts as away. */
export const hurried = { connectionTimeout: minuteMs / 3, greetingTimeout: minuteMs, socketTimeout: 2 * minuteMs };

/** Opens a mail server; the library for it is loaded only then. */
export async function openSender(settings: MailServer, patience = unhurried): Promise<Sender> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: settings.SMTP_URL,
    pool: true,
    maxConnections: lanes,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...patience,
  });
  return {
    send: async ({ to, replyTo, unsubscribeUrl, attachments = [], ...mail }) => {
      const { response } = await transport.sendMail({
        from: settings.MAIL_FROM,
        // As an object, so that no sign in it is read as a second address.
        to: { name: '', address: to },
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        ...mail,
        attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
        ...(unsubscribeUrl && {
          headers: { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
        }),
      });
      return response;
    },
    close: () => transport.close(),
  };
}

/** The part of an address of ours behind the @; the ids of mails end with it. */
export function domainOf(from: string): string {
  return /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
}
