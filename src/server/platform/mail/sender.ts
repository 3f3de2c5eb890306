import type { Settings } from '../process/settings.ts';

/** A mail as it is handed to a mail server. The id stays the same however often it is tried. */
type Message = {
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
  replyTo?: string;
  unsubscribeUrl?: string;
};

/** A sender of mails over SMTP; without a configured mail server there is none, and mails stay in the outbox. */
export type Sender = { send(mail: Message): Promise<void>; close(): void };

/** How many mails leave at once: one that takes minutes must not hold up the others. */
export const lanes = 4;

const minuteMs = 60_000;

/** Opens the configured mail server; its library is loaded only then. */
export async function openSender(settings: Settings): Promise<Sender | undefined> {
  if (!settings.SMTP_URL) return undefined;
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: settings.SMTP_URL,
    pool: true,
    maxConnections: lanes,
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: minuteMs,
    // RFC 5321, 4.5.3.2: 5 minutes for the greeting and each command, 10 for the answer after the text.
    greetingTimeout: 5 * minuteMs,
    socketTimeout: 10 * minuteMs,
  });
  return {
    send: async ({ to, replyTo, unsubscribeUrl, ...mail }) =>
      void (await transport.sendMail({
        from: settings.MAIL_FROM,
        // As an object, so that no sign in it is read as a second address.
        to: { name: '', address: to },
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        ...mail,
        ...(unsubscribeUrl && {
          headers: { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
        }),
      })),
    close: () => transport.close(),
  };
}
