import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { id as idShape, instant } from '#shared/kernel/fields.ts';
import { mailsContract, recipientsAtMost, type Audience, type MailInput, type SentMail } from '#shared/content/mails.ts';
import { readRichText } from '#shared/kernel/richText.ts';
import { readClubs, requireOwnPicturesIn } from '#server/club/clubs/service.ts';
import { readParameter } from '#server/club/config/service.ts';
import { now } from '#server/platform/process/clock.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { blocksOf } from '#server/platform/database/blocks.ts';
import { fromCursor, toCursor } from '#server/platform/database/cursor.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import { batchStates, postMails, requeueMails, type Mail } from '#server/platform/outbox.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { countTry } from '#server/platform/http/rateLimit.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { linkHash, newSecret } from '#server/platform/secretLinks.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { outboxMail } from '#server/platform/database/tables.ts';
import { recipientsOf, type Recipient } from './audience.ts';
import { emailTo } from './email.ts';
import { unsubscribe } from './service.ts';
import { mailMessage, mailRecipient } from './table.ts';

const os = implementing(mailsContract);
type Row = typeof mailMessage.$inferSelect;
const position = z.tuple([instant, idShape]);
const perClub = { free: 20, windowMs: 60 * 60 * 1000 };
const perUser = { free: 20, windowMs: 60 * 60 * 1000 };
const rowsAtOnce = 500;

/** Mails to many: who would get one, sending it, and what became of it. */
export const mailsApi = os.router({
  preview: os.preview.handler(async ({ context, input }) => {
    const club = ownClub(context);
    const frame = await frameOf(context, club, input);
    return context.read(async (tx) => {
      const { name: _name, recipients, ...counts } = await recipientsOf(tx, club, input.audience, input.legalBasis);
      const first = recipients[0] ?? { names: [], isParent: false };
      return {
        ...counts,
        recipients: recipients.length,
        sample: recipients.slice(0, 5).map(({ names, email }) => ({ name: names.join(', '), email })),
        text: emailTo(first, { ...frame, unsubscribeUrl: input.legalBasis === 'consent' ? `${frame.site}/unsubscribe/…` : undefined }).text,
        replyTo: frame.replyTo,
      };
    });
  }),

  test: os.test.handler(async ({ context, input }) => {
    const viewer = signedIn(context);
    const club = ownClub(context);
    await countTry(context.database, `test-mail:${viewer.userId}`, perUser);
    const frame = await frameOf(context, club, input);
    return context.write(async (write) => {
      const { text, html } = emailTo({ names: [viewer.name], isParent: false }, frame);
      const subject = `Probe: ${input.subject}`;
      await postMails(write.tx, [{ kind: 'bulk', club, recipient: viewer.email, subject, body: text, html, replyTo: frame.replyTo }]);
      return { ok: true } as const;
    });
  }),

  send: os.send.handler(async ({ context, input }) => {
    const viewer = signedIn(context);
    const club = ownClub(context);
    await countTry(context.database, `mail:${club}`, perClub);
    const frame = await frameOf(context, club, input);
    return context.write(async (write) => {
      const { name, recipients } = await recipientsOf(write.tx, club, input.audience, input.legalBasis);
      if (recipients.length === 0)
        throw fieldProblem('audience', 'Von diesen Personen hat niemand eine Adresse, an die Sie schreiben dürfen.');
      if (recipients.length > recipientsAtMost) throw fieldProblem('audience', `Höchstens ${recipientsAtMost} Empfänger auf einmal.`);
      const [row] = await write.tx
        .insert(mailMessage)
        .values({
          id: randomUUID(),
          club,
          subject: input.subject,
          body: input.body,
          audience: input.audience,
          audienceName: name,
          legalBasis: input.legalBasis,
          replyTo: frame.replyTo,
          recipients: recipients.length,
          createdBy: viewer.userId,
          sender: viewer.name,
          createdAt: now(),
        })
        .returning();
      if (!row) throw new Problem('conflict');
      for (const block of blocksOf(recipients, rowsAtOnce)) await queue(write.tx, row, frame, block);
      write.audit(
        'mail.send',
        { club, id: row.id, entity: 'mails' },
        `Rundmail „${row.subject}“ an ${recipients.length} Empfänger (${name})`,
        { after: { audience: shortened(input.audience), legalBasis: input.legalBasis, recipients: recipients.length } },
      );
      write.changed({ collection: 'mails', club, entityId: row.id });
      return toSent(row, { queued: recipients.length, sent: 0, failed: 0 });
    });
  }),

  list: os.list.handler(({ context, input }) => {
    const club = clubAsked(context, 'mail.listSent', input.club);
    const after = input.cursor ? fromCursor(input.cursor, position) : undefined;
    return context.read(async (tx) => {
      const rows = await tx
        .select()
        .from(mailMessage)
        .where(
          and(
            eq(mailMessage.club, club),
            after && sql`(${mailMessage.createdAt}, ${mailMessage.id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
          ),
        )
        .orderBy(desc(mailMessage.createdAt), desc(mailMessage.id))
        .limit(input.limit + 1);
      const shown = rows.slice(0, input.limit);
      const states = await batchStates(
        tx,
        shown.map(({ id }) => id),
      );
      const last = shown.at(-1);
      return {
        rows: shown.map((row) => toSent(row, states.get(row.id))),
        next: rows.length > input.limit && last ? toCursor([last.createdAt.toISOString(), last.id]) : null,
      };
    });
  }),

  read: os.read.handler(({ context, input }) =>
    context.read(async (tx) => {
      const row = await readMessage(context, tx, input.id, 'mail.listSent');
      const rows = await tx
        .select({ email: mailRecipient.email, name: mailRecipient.name, state: outboxMail.state, error: outboxMail.lastError })
        .from(mailRecipient)
        .innerJoin(outboxMail, and(eq(outboxMail.batchId, mailRecipient.messageId), eq(outboxMail.recipient, mailRecipient.email)))
        .where(eq(mailRecipient.messageId, row.id))
        // What did not arrive stands first.
        .orderBy(sql`${outboxMail.state} = 'sent'`, mailRecipient.name, mailRecipient.email)
        .limit(recipientsAtMost);
      const states = await batchStates(tx, [row.id]);
      return { ...toSent(row, states.get(row.id)), body: readRichText(row.body), rows };
    }),
  ),

  retry: os.retry.handler(({ context, input }) =>
    context.write(async (write) => {
      const row = await readMessage(context, write.tx, input.id, 'mail.send');
      const queued = await requeueMails(write.tx, { batchId: row.id });
      write.changed({ collection: 'mails', club: row.club, entityId: row.id });
      const content = `Rundmail „${row.subject}“ noch einmal an ${queued} Empfänger`;
      write.audit('mail.send', { club: row.club, id: row.id, entity: 'mails' }, content);
      return { queued };
    }),
  ),

  unsubscribe: os.unsubscribe.handler(async ({ context, input }) => {
    await countTry(context.database, `unsubscribe:${context.network}`, { free: 60, windowMs: 60 * 60 * 1000 });
    await unsubscribe(context.database, input.token);
    return { ok: true } as const;
  }),
});

/** An audience for the log; who was ticked stands with the mail. */
function shortened(audience: Audience) {
  return audience.kind === 'chosen' ? { kind: audience.kind, members: audience.memberIds.length } : audience;
}

type Frame = Awaited<ReturnType<typeof frameOf>>;

async function frameOf(context: Context, club: ClubName, input: Pick<MailInput, 'body' | 'replyTo'>) {
  requireOwnPicturesIn(club, { body: input.body });
  const viewer = signedIn(context);
  const feedbackMail = await readParameter(context.database.orm, 'feedbackMail');
  return {
    body: input.body,
    club,
    sender: viewer.name,
    clubName: (await readClubs(context.database))[club].displayName,
    site: siteOf(context.settings, club),
    replyTo: (input.replyTo === 'club' && feedbackMail) || viewer.email,
  };
}

/** One message for each address, and the note of who got it. */
async function queue(tx: Transaction, row: Row, frame: Frame, recipients: readonly Recipient[]): Promise<void> {
  const mails = recipients.map((to) => {
    const secret = row.legalBasis === 'consent' ? newSecret() : undefined;
    const unsubscribeUrl = secret && `${frame.site}/unsubscribe/${secret}`;
    const { text, html } = emailTo(to, { ...frame, unsubscribeUrl });
    const mail: Mail = {
      kind: 'bulk',
      club: row.club,
      recipient: to.email,
      subject: row.subject,
      body: text,
      html,
      replyTo: frame.replyTo,
      batchId: row.id,
      onceKey: `bulk:${row.id}:${to.email}`,
      ...(unsubscribeUrl && { unsubscribeUrl }),
    };
    return {
      mail,
      note: {
        messageId: row.id,
        club: row.club,
        email: to.email,
        name: to.names.join(', '),
        personIds: to.personIds,
        unsubscribeHash: secret ? linkHash(secret) : null,
      },
    };
  });
  await tx.insert(mailRecipient).values(mails.map(({ note }) => note));
  await postMails(
    tx,
    mails.map(({ mail }) => mail),
  );
}

function ownClub(context: Context): ClubName {
  allow(context, 'mail.send', 'club');
  return signedIn(context).club;
}

async function readMessage(context: Context, tx: Transaction, id: string, permission: 'mail.send' | 'mail.listSent'): Promise<Row> {
  const [row] = await tx
    .select()
    .from(mailMessage)
    .where(inArray(mailMessage.id, [id]));
  if (!row) throw new Problem('not-found');
  allow(context, permission, targetOf(context, row.club));
  await enterScope(tx, row.club);
  return row;
}

function toSent(row: Row, states: { queued: number; sent: number; failed: number } = { queued: 0, sent: 0, failed: 0 }): SentMail {
  return {
    ...states,
    id: row.id,
    subject: row.subject,
    audience: row.audienceName,
    legalBasis: row.legalBasis,
    sender: row.sender,
    createdAt: row.createdAt.toISOString(),
    recipients: row.recipients,
  };
}
