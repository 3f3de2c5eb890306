import { and, asc, desc, eq, lte, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { ClubName } from '#shared/clubs.ts';
import { now } from './clock.ts';
import type { Database, Transaction } from './database.ts';
import type { Settings } from './settings.ts';
import { outboxMail } from './tables.ts';

/** Why a mail is written. All but the last carry a secret link, which nobody but the recipient may see. */
export type MailKind = 'verify' | 'reset' | 'invite' | 'changeEmail' | 'manage' | 'notice';

export type Mail = {
  kind: MailKind;
  club: ClubName;
  recipient: string;
  subject: string;
  body: string;
  /** The same key is written once only. */
  onceKey?: string;
};

/** The text of a mail of these kinds is shown to its recipient only. */
export const secretMailKinds: readonly MailKind[] = ['verify', 'reset', 'invite', 'changeEmail', 'manage'];

const attemptsAtMost = 8;

/** Puts a mail into the outbox, in the transaction of the deed: no commit, no mail. */
export async function postMail(tx: Transaction, mail: Mail): Promise<void> {
  await tx
    .insert(outboxMail)
    .values({ ...mail, subject: oneLine(mail.subject), nextAttemptAt: now() })
    .onConflictDoNothing();
}

/** What was written lately to an address about its enrolments: the subjects, never the text with its link. */
export async function mailsTo(tx: Transaction, recipient: string): Promise<{ id: number; subject: string; at: string }[]> {
  const rows = await tx
    .select({ id: outboxMail.id, subject: outboxMail.subject, at: outboxMail.createdAt })
    .from(outboxMail)
    .where(and(eq(outboxMail.recipient, recipient), eq(outboxMail.kind, 'manage')))
    .orderBy(desc(outboxMail.id))
    .limit(20);
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

/** A sender of mails over SMTP, or undefined where no mail server is configured: then mails stay in the outbox. */
export type Sender = { send(mail: { to: string; subject: string; text: string }): Promise<void>; close(): void };

/** Opens the configured mail server; its library is loaded only then. */
export async function openSender(settings: Settings): Promise<Sender | undefined> {
  if (!settings.SMTP_URL) return undefined;
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: settings.SMTP_URL,
    pool: true,
    maxConnections: 2,
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: 4000,
    greetingTimeout: 4000,
    socketTimeout: 8000,
  });
  return {
    send: async (mail) => void (await transport.sendMail({ from: settings.MAIL_FROM, ...mail })),
    close: () => transport.close(),
  };
}

/**
 * Sends what is due, one message and one recipient at a time; two processes never take the same mail.
 * A refused mail is tried again after 1, 2, 4 … minutes, eight times at most.
 */
export async function deliverMails(database: Database, sender: Sender, log: FastifyBaseLogger): Promise<void> {
  while (await deliverNext(database, sender, log));
}

function deliverNext(database: Database, sender: Sender, log: FastifyBaseLogger): Promise<boolean> {
  return database.orm.transaction(async (tx) => {
    const [mail] = await tx
      .select()
      .from(outboxMail)
      .where(and(eq(outboxMail.state, 'queued'), lte(outboxMail.nextAttemptAt, now())))
      .orderBy(asc(outboxMail.id))
      .limit(1)
      .for('update', { skipLocked: true });
    if (mail) await deliver(tx, mail, sender, log);
    return mail !== undefined;
  });
}

async function deliver(tx: Transaction, mail: typeof outboxMail.$inferSelect, sender: Sender, log: FastifyBaseLogger): Promise<void> {
  const attempts = mail.attempts + 1;
  try {
    await sender.send({ to: mail.recipient, subject: mail.subject, text: mail.body });
    // The link in a sent mail is nobody's business any more.
    await tx
      .update(outboxMail)
      .set({ state: 'sent', attempts, sentAt: now(), body: '', lastError: null })
      .where(eq(outboxMail.id, mail.id));
  } catch (error) {
    log.warn({ err: error, mail: mail.id, kind: mail.kind }, 'mail was not taken');
    const state = attempts < attemptsAtMost ? 'queued' : 'failed';
    const nextAttemptAt = new Date(now().getTime() + 60_000 * 2 ** (attempts - 1));
    await tx
      .update(outboxMail)
      .set({ state, attempts, nextAttemptAt, lastError: String(error instanceof Error ? error.message : error).slice(0, 300) })
      .where(eq(outboxMail.id, mail.id));
  }
}

/** How many mails wait; the metrics show it. */
export async function waitingMails(database: Database): Promise<number> {
  const [row] = await database.orm
    .select({ count: sql<number>`count(*)::int` })
    .from(outboxMail)
    .where(eq(outboxMail.state, 'queued'));
  return row?.count ?? 0;
}

/** Text from users never breaks into another header line. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200);
}
