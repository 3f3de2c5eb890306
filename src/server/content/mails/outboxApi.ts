import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { mailKinds, outboxContract, type OutboxEntry } from '#shared/content/outbox.ts';
import { fromCursor, toCursor } from '#server/platform/database/cursor.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import { outboxMail } from '#server/platform/database/tables.ts';
import { clubAsked } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { inOutbox, isRetryable, type OutboxFilter } from '#server/platform/mail/outboxFilter.ts';
import { dropHeldMails, requeueMails, secretMailKinds } from '#server/platform/mail/outbox.ts';

const os = implementing(outboxContract);
const position = z.tuple([z.int()]);

/** The outgoing e-mails of a club, with endpoints to retry them and to discard held ones. */
export const outboxApi = os.router({
  list: os.list.handler(({ context, input: { limit, cursor, ...input } }) => {
    const filter = { ...input, club: clubAsked(context, 'mail.outboxList', input.club) };
    return context.read(async (tx) => {
      const before = cursor ? lt(outboxMail.id, fromCursor(cursor, position)[0]) : undefined;
      const rows = await tx
        .select({ mail: outboxMail, isRetryable: sql<boolean>`${isRetryable()}` })
        .from(outboxMail)
        .where(and(inOutbox(filter), before))
        .orderBy(desc(outboxMail.id))
        .limit(limit + 1);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        rows: shown.map(toEntry),
        next: rows.length > limit && last ? toCursor([last.mail.id]) : null,
        ...(await countsOf(tx, filter)),
        hasMailServer: context.settings.SMTP_URL !== undefined,
      };
    });
  }),

  retry: os.retry.handler(({ context, input }) => {
    const club = clubAsked(context, 'mail.outboxRetry', input.club);
    return context.write(async (write) => {
      await enterScope(write.tx, club);
      if ('ids' in input) await requireOwn(write.tx, club, input.ids);
      const queued = await requeueMails(write.tx, { ...input, club });
      const id = 'ids' in input ? input.ids.join(', ') : input.state;
      const content = `Postausgang: ${queued === 1 ? 'eine Mail' : `${queued} Mails`} noch einmal auf den Weg gebracht`;
      if (queued > 0)
        write.audit('mail.outboxRetry', { club, id: id.slice(0, 100), entity: 'mails' }, content, { after: { ...input, club } });
      return { queued };
    });
  }),

  drop: os.drop.handler(({ context, input }) => {
    const club = clubAsked(context, 'mail.outboxDrop', input.club);
    return context.write(async (write) => {
      await enterScope(write.tx, club);
      if ('ids' in input) await requireOwn(write.tx, club, input.ids);
      const mails = await dropHeldMails(write.tx, { ...input, club });
      const dropped = mails.length;
      const id = 'ids' in input ? input.ids.join(', ') : input.state;
      const content = `Postausgang: ${dropped === 1 ? 'eine angehaltene Mail' : `${dropped} angehaltene Mails`} gelöscht`;
      if (dropped > 0) write.audit('mail.outboxDrop', { club, id: id.slice(0, 100), entity: 'mails' }, content, { before: { mails } });
      return { dropped };
    });
  }),
});

/** Throws not-found for e-mails of another club. */
async function requireOwn(tx: Transaction, club: OutboxFilter['club'], ids: readonly number[]): Promise<void> {
  const found = await tx.$count(outboxMail, and(eq(outboxMail.club, club), inArray(outboxMail.id, [...ids])));
  if (found < new Set(ids).size) throw new Problem('not-found');
}

/** The number of e-mails by state, ignoring the state of the filter, and how many of them a retry would include. */
async function countsOf(tx: Transaction, filter: OutboxFilter) {
  const count = (state: string) => sql<number>`count(*) filter (where ${outboxMail.state} = ${state})::int`;
  const again = (state: string) => sql<number>`count(*) filter (where ${outboxMail.state} = ${state} and ${isRetryable()})::int`;
  const [row] = await tx
    .select({
      counts: { queued: count('queued'), failed: count('failed'), held: count('held'), sent: count('sent') },
      retryable: { failed: again('failed'), held: again('held') },
    })
    .from(outboxMail)
    .where(inOutbox({ ...filter, state: undefined }));
  return row ?? { counts: { queued: 0, failed: 0, held: 0, sent: 0 }, retryable: { failed: 0, held: 0 } };
}

function toEntry({ mail, isRetryable: mayAgain }: { mail: typeof outboxMail.$inferSelect; isRetryable: boolean }): OutboxEntry {
  const isSecret = secretMailKinds.some((kind) => kind === mail.kind);
  const { id, recipient, state, attempts, failure, lastError } = mail;
  return {
    id,
    // An unknown kind, stored by an older version, counts as a notice.
    kind: mailKinds.find((kind) => kind === mail.kind) ?? 'notice',
    recipient,
    subject: isSecret ? null : mail.subject,
    body: isSecret ? null : mail.body,
    state,
    createdAt: mail.createdAt.toISOString(),
    sentAt: mail.sentAt?.toISOString() ?? null,
    attempts,
    nextAttemptAt: state === 'queued' ? mail.nextAttemptAt.toISOString() : null,
    failure,
    lastError: state === 'sent' ? null : lastError,
    isRetryable: mayAgain,
  };
}
