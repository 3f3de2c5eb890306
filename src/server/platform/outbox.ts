import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { now } from './process/clock.ts';
import { everyClub, tellWith, type Database, type Transaction } from './database/database.ts';
import type { Settings } from './process/settings.ts';
import { outboxMail } from './database/tables.ts';

/** Why a mail is written. All but the last two carry a secret link, which nobody but the recipient may see. */
export type MailKind = 'verify' | 'reset' | 'invite' | 'changeEmail' | 'manage' | 'notice' | 'bulk';

export type Mail = {
  kind: MailKind;
  club: ClubName;
  recipient: string;
  subject: string;
  body: string;
  html?: string;
  /** Where answers go. */
  replyTo?: string;
  /** Where one click ends mails of this kind. */
  unsubscribeUrl?: string;
  /** Mails that are written together. */
  batchId?: string;
  /** The same key is written once only. */
  onceKey?: string;
  /** The record that the mail is about. */
  subjectId?: string;
};

/** The text of a mail of these kinds is shown to its recipient only. */
export const secretMailKinds: readonly MailKind[] = ['verify', 'reset', 'invite', 'changeEmail', 'manage'];

const attemptsAtMost = 8;
const tellEveryMs = 2000;

/** Puts a mail into the outbox, in the transaction of the write: no commit, no mail. */
export async function postMail(tx: Transaction, mail: Mail): Promise<void> {
  await postMails(tx, [mail]);
}

/** Puts several mails into the outbox in one statement. */
export async function postMails(tx: Transaction, mails: readonly Mail[]): Promise<void> {
  if (mails.length === 0) return;
  await tx
    .insert(outboxMail)
    .values(mails.map((mail) => ({ ...mail, subject: oneLine(mail.subject), nextAttemptAt: now() })))
    .onConflictDoNothing();
  for (const club of new Set(mails.map((mail) => mail.club))) tellWith(tx, { collection: 'mails', club });
}

/** A sender of mails over SMTP, or undefined where no mail server is configured: then mails stay in the outbox. */
export type Sender = { send(mail: Message): Promise<void>; close(): void };

type Message = { to: string; subject: string; text: string; html?: string; replyTo?: string; unsubscribeUrl?: string };

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

/**
 * Sends what is due, one message and one recipient at a time; two processes never take the same mail.
 * A refused mail is tried again after 1, 2, 4 … minutes, eight times at most.
 */
export async function deliverMails(database: Database, sender: Sender, log: FastifyBaseLogger): Promise<void> {
  let clubs = new Set<string>();
  let toldAt = Date.now();
  const tell = () =>
    database.write(everyClub, async ({ changed }) => {
      for (const club of clubs) changed({ collection: 'mails', club });
      clubs = new Set();
      toldAt = Date.now();
    });
  for (let club = await deliverNext(database, sender, log); club; club = await deliverNext(database, sender, log)) {
    clubs.add(club);
    // Thousands of mails in a row: who looks at the outbox sees them leave, without a notice for each.
    if (Date.now() > toldAt + tellEveryMs) await tell();
  }
  if (clubs.size > 0) await tell();
}

/** The club of the mail that was tried; undefined when nothing is due. */
function deliverNext(database: Database, sender: Sender, log: FastifyBaseLogger): Promise<string | undefined> {
  return database.orm.transaction(async (tx) => {
    const [mail] = await tx
      .select()
      .from(outboxMail)
      .where(and(eq(outboxMail.state, 'queued'), lte(outboxMail.nextAttemptAt, now())))
      .orderBy(asc(outboxMail.id))
      .limit(1)
      .for('update', { skipLocked: true });
    if (mail) await deliver(tx, mail, sender, log);
    return mail?.club;
  });
}

async function deliver(tx: Transaction, mail: typeof outboxMail.$inferSelect, sender: Sender, log: FastifyBaseLogger): Promise<void> {
  const attempts = mail.attempts + 1;
  try {
    await sender.send({
      to: mail.recipient,
      subject: mail.subject,
      text: mail.body,
      ...(mail.html && { html: mail.html }),
      ...(mail.replyTo && { replyTo: mail.replyTo }),
      ...(mail.unsubscribeUrl && { unsubscribeUrl: mail.unsubscribeUrl }),
    });
    // The link in a sent mail is nobody's business any more.
    await tx
      .update(outboxMail)
      .set({ state: 'sent', attempts, sentAt: now(), body: '', html: null, unsubscribeUrl: null, lastError: null })
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

/** How many mails of each batch wait, are sent, and failed. */
export async function batchStates(tx: Transaction, batchIds: readonly string[]) {
  if (batchIds.length === 0) return new Map<string, { queued: number; sent: number; failed: number }>();
  const count = (state: string) => sql<number>`count(*) filter (where ${outboxMail.state} = ${state})::int`;
  const rows = await tx
    .select({ id: outboxMail.batchId, queued: count('queued'), sent: count('sent'), failed: count('failed') })
    .from(outboxMail)
    .where(inArray(outboxMail.batchId, [...batchIds]))
    .groupBy(outboxMail.batchId);
  return new Map(rows.map(({ id, ...states }) => [id ?? '', states]));
}

/** Lets the failed mails of a batch be tried anew; says how many. */
export async function requeueBatch(tx: Transaction, batchId: string): Promise<number> {
  const rows = await tx
    .update(outboxMail)
    .set({ state: 'queued', attempts: 0, nextAttemptAt: now() })
    .where(and(eq(outboxMail.batchId, batchId), eq(outboxMail.state, 'failed')))
    .returning({ id: outboxMail.id });
  return rows.length;
}

/** Those of these addresses that refused three mails: nobody writes to them any more (domain.md 6.13). */
export async function refusedAddresses(tx: Transaction, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const rows = await tx
    .select({ recipient: outboxMail.recipient })
    .from(outboxMail)
    .where(and(inArray(outboxMail.recipient, [...addresses]), eq(outboxMail.state, 'failed')))
    .groupBy(outboxMail.recipient)
    .having(sql`count(*) >= 3`);
  return new Set(rows.map(({ recipient }) => recipient));
}

/** Removes the mails of batches that are no longer kept. */
export async function forgetBatches(tx: Transaction, batchIds: readonly string[]): Promise<void> {
  if (batchIds.length > 0) await tx.delete(outboxMail).where(inArray(outboxMail.batchId, [...batchIds]));
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
