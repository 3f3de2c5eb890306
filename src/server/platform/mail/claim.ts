import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { now } from '../process/clock.ts';
import type { Database } from '../database/database.ts';
import { outboxMail } from '../database/tables.ts';

export type ClaimedMail = typeof outboxMail.$inferSelect & { messageId: string };

/** Longer than all steps of one email may take with the slowest mail server (see sender.ts); after it the email counts as abandoned. */
const leaseMs = 60 * 60_000;
const minuteMs = 60_000;

/**
 * Takes the next due email exclusively until its lease ends; committed before the mail server is contacted. Emails that somebody waits for
 * precede bulk emails, of which at most `bulkPerMinute` are sent per minute.
 */
export async function claimMail(
  { orm }: Pick<Database, 'orm'>,
  domain: string,
  bulkPerMinute = Infinity,
): Promise<ClaimedMail | undefined> {
  const messageId = `<${randomUUID()}@${domain}>`;
  const isBulk = sql`${outboxMail.kind} = 'bulk'`;
  const sentLately = sql`(select count(*) from ${outboxMail} as sent where sent.kind = 'bulk' and sent.sent_at > ${new Date(now().getTime() - minuteMs).toISOString()}::timestamptz)`;
  const next = orm
    .select({ id: outboxMail.id })
    .from(outboxMail)
    .where(
      and(
        eq(outboxMail.state, 'queued'),
        lte(outboxMail.nextAttemptAt, now()),
        or(isNull(outboxMail.leaseUntil), lte(outboxMail.leaseUntil, now())),
        bulkPerMinute < Infinity ? sql`(not ${isBulk} or ${sentLately} < ${bulkPerMinute})` : undefined,
      ),
    )
    .orderBy(isBulk, asc(outboxMail.id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [mail] = await orm
    .update(outboxMail)
    .set({
      attempts: sql`${outboxMail.attempts} + 1`,
      // An unreturned lease: the process ended, and it is unknown whether the email was sent.
      lostLeases: sql`${outboxMail.lostLeases} + (${outboxMail.leaseUntil} is not null)::int`,
      leaseUntil: new Date(now().getTime() + leaseMs),
      messageId: sql`coalesce(${outboxMail.messageId}, ${messageId})`,
    })
    .where(eq(outboxMail.id, sql`(${next})`))
    .returning();
  return mail && { ...mail, messageId: mail.messageId ?? messageId };
}
