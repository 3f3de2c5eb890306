import { and, eq, gt, inArray, isNull, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { now } from '../process/clock.ts';
import { insertRows } from '../database/insertRows.ts';
import { noteChange, type Database, type Transaction, type Write } from '../database/database.ts';
import { outboxMail, type Attachment } from '../database/tables.ts';
import { inOutbox, isRetryable, type OutboxFilter } from './outboxFilter.ts';

/** The kinds of emails. All but the last two contain a secret link, which only the recipient may see. */
export type MailKind = 'verify' | 'reset' | 'invite' | 'changeEmail' | 'manage' | 'notice' | 'bulk';

export type Mail = {
  kind: MailKind;
  club: ClubName;
  recipient: string;
  subject: string;
  body: string;
  html?: string;
  /** Attachments, at most 100 kB in total. */
  attachments?: readonly Attachment[];
  /** The reply address. */
  replyTo?: string;
  /** The one-click unsubscribe URL of emails of this kind. */
  unsubscribeUrl?: string;
  /** Groups emails that are written together. */
  batchId?: string;
  /** Emails with the same key are written only once. */
  onceKey?: string;
  /** The email is not sent before this time. */
  notBefore?: Date;
  /** When the link in it expires. */
  validUntil?: Date;
  /** The record that the email is about. */
  subjectId?: string;
  /** The occasion, e.g. a cancelled session, by which an unsent email can be withdrawn. */
  occasion?: string | undefined;
};

/** Converts a file to an attachment. */
export async function attached(file: File): Promise<Attachment> {
  return { name: file.name, type: file.type, base64: Buffer.from(await file.arrayBuffer()).toString('base64') };
}

/** The text of emails of these kinds is visible to their recipient only. */
export const secretMailKinds: readonly MailKind[] = ['verify', 'reset', 'invite', 'changeEmail', 'manage'];

/** How long an undeliverable email is retried (RFC 5321, 4.5.4.1: at least 4 to 5 days). */
export const mailTriedForMs = 5 * 24 * 60 * 60 * 1000;

/** Puts an email into the outbox within the transaction: it is only sent if the write commits. */
export async function postMail(tx: Transaction, mail: Mail): Promise<void> {
  await postMails(tx, [mail]);
}

/** Puts any number of emails into the outbox; those whose key is there already change nothing. */
export async function postMails(tx: Transaction, mails: readonly Mail[]): Promise<void> {
  if ((await insertRows(tx, outboxMail, mails.map(rowOf), 'skipped')) === 0) return;
  for (const club of new Set(mails.map((mail) => mail.club))) noteChange(tx, { collection: 'mails', club });
}

/** Puts an email into the outbox together with the commit: for writes that others wait for, and that do not read it again. */
export function postMailAtEnd({ tx, atEnd, changed }: Pick<Write, 'tx' | 'atEnd' | 'changed'>, mail: Mail): void {
  const { sql: text, params } = tx.insert(outboxMail).values(rowOf(mail)).onConflictDoNothing().toSQL();
  atEnd({ text, values: params });
  changed({ collection: 'mails', club: mail.club });
}

function rowOf({ notBefore, ...mail }: Mail) {
  return { ...mail, subject: oneLine(mail.subject), ...fresh(notBefore) };
}

/** Withdraws the unsent emails of an occasion and returns the ids of the records that they were about. */
export async function withdrawMails(tx: Transaction, occasion: string): Promise<Set<string>> {
  const rows = await tx
    .delete(outboxMail)
    .where(and(eq(outboxMail.occasion, occasion), eq(outboxMail.state, 'queued'), isNull(outboxMail.leaseUntil)))
    .returning({ subjectId: outboxMail.subjectId });
  return new Set(rows.flatMap(({ subjectId }) => subjectId ?? []));
}

/** The number of waiting, sent and failed emails per batch. */
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

/** The emails to retry: those of a batch, some of a club, or those of a state in its outbox. */
export type MailsAgain = { batchId: string } | NamedMails | (OutboxFilter & { state: 'failed' | 'held' });
export type MailsHeld = NamedMails | (OutboxFilter & { state: 'held' });
type NamedMails = { club: ClubName; ids: readonly number[] };

/** Queues failed or held emails again while their link is valid; returns the number. An email being sent stays unchanged. */
export async function requeueMails(tx: Transaction, which: MailsAgain): Promise<number> {
  const rows = await tx
    .update(outboxMail)
    .set({ state: 'queued', attempts: 0, failure: null, leaseUntil: null, lostLeases: 0, ...fresh() })
    .where(and(chosen(which), isRetryable()))
    .returning({ id: outboxMail.id, club: outboxMail.club });
  for (const club of new Set(rows.map((row) => row.club))) noteChange(tx, { collection: 'mails', club });
  return rows.length;
}

/** Deletes held emails, including those with an expired link, and returns their kinds, without recipients. */
export async function dropHeldMails(tx: Transaction, which: MailsHeld): Promise<{ id: number; kind: string }[]> {
  const rows = await tx
    .delete(outboxMail)
    .where(and(chosen(which), eq(outboxMail.state, 'held')))
    .returning({ id: outboxMail.id, kind: outboxMail.kind });
  if (rows.length > 0) noteChange(tx, { collection: 'mails', club: which.club });
  return rows;
}

function chosen(which: MailsAgain): SQL | undefined {
  if ('batchId' in which) return eq(outboxMail.batchId, which.batchId);
  return 'ids' in which ? and(eq(outboxMail.club, which.club), inArray(outboxMail.id, [...which.ids])) : inOutbox(which);
}

function fresh(notBefore = now()) {
  return { nextAttemptAt: notBefore, giveUpAt: new Date(now().getTime() + mailTriedForMs) };
}

/** Those of `addresses` whose servers permanently rejected three emails: they get no more bulk emails. */
export async function refusedAddresses(tx: Transaction, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const rows = await tx
    .select({ recipient: outboxMail.recipient })
    .from(outboxMail)
    .where(and(inArray(outboxMail.recipient, [...addresses]), eq(outboxMail.state, 'failed'), eq(outboxMail.failure, 'recipient')))
    .groupBy(outboxMail.recipient)
    .having(sql`count(*) >= 3`);
  return new Set(rows.map(({ recipient }) => recipient));
}

/** Deletes the emails of batches that are no longer kept. */
export async function forgetBatches(tx: Transaction, batchIds: readonly string[]): Promise<void> {
  if (batchIds.length > 0) await tx.delete(outboxMail).where(inArray(outboxMail.batchId, [...batchIds]));
}

/** Holds the waiting emails, as after restoring a backup; returns the number. */
export async function holdMails(tx: Transaction): Promise<number> {
  const held = await tx.update(outboxMail).set({ state: 'held' }).where(eq(outboxMail.state, 'queued')).returning({ id: outboxMail.id });
  return held.length;
}

/** The number of waiting or permanently failed emails, for the metrics. */
export async function countMails(database: Database, state: 'queued' | 'failed'): Promise<number> {
  const [row] = await database.orm
    .select({ count: sql<number>`count(*)::int` })
    .from(outboxMail)
    .where(eq(outboxMail.state, state));
  return row?.count ?? 0;
}

/** How many seconds the oldest email that somebody waits for is overdue; bulk emails are excluded, as they have their own rate. */
export async function oldestWaiting(database: Database): Promise<number> {
  const [row] = await database.orm
    .select({
      seconds: sql<number>`coalesce(extract(epoch from ${now()}::timestamptz - min(case when ${outboxMail.attempts} = 0 then ${outboxMail.nextAttemptAt} else ${outboxMail.createdAt} end)), 0)::int`,
    })
    .from(outboxMail)
    .where(
      and(
        eq(outboxMail.state, 'queued'),
        ne(outboxMail.kind, 'bulk'),
        or(gt(outboxMail.attempts, 0), lte(outboxMail.nextAttemptAt, now())),
      ),
    );
  return row?.seconds ?? 0;
}

/** Prevents user text from starting another header line. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200);
}
