import type { Settings } from '../process/settings.ts';

/** An email for a mail server. The message id is the same in every attempt. */
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

/** Sends emails over SMTP; without a configured mail server there is no sender, and emails stay in the outbox. */
export type Sender = { /** Returns the response of the mail server. */ send(mail: Message): Promise<string>; close(): void };

type MailServer = Pick<Settings, 'MAIL_FROM'> & { SMTP_URL: string };

/** The number of concurrent emails: one that takes minutes must not block the others. */
export const lanes = 4;

const minuteMs = 60_000;

/** SMTP timeouts per RFC 5321, 4.5.3.2: 5 minutes for the greeting and each command, 10 for the response after the text. */
const unhurried = { connectionTimeout: minuteMs, greetingTimeout: 5 * minuteMs, socketTimeout: 10 * minuteMs };
/** For a waiting user: a server that takes minutes counts as unreachable. */
export const hurried = { connectionTimeout: minuteMs / 3, greetingTimeout: minuteMs, socketTimeout: 2 * minuteMs };

/** Opens a connection pool to a mail server; the library is loaded on first use. */
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
        // As an object, so that no character in it is parsed as a second address.
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

/** The domain of a sender address, used for message ids. */
export function domainOf(from: string): string {
  return /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
}
