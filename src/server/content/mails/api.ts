import { and, desc, eq, ilike, or, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { fullName } from '#shared/kernel/fullName.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { id as idShape, instant } from '#shared/kernel/fields.ts';
import { mailSets, mailsContract, plannedDaysAtMost, recipientsAtMost, type MailInput, type MailState } from '#shared/content/mails.ts';
import { readRichText } from '#shared/kernel/richText.ts';
import { deleteToBin } from '#server/club/bin/service.ts';
import { readClubs, requireOwnPicturesIn } from '#server/club/clubs/service.ts';
import { readParameter } from '#server/club/config/service.ts';
import { now } from '#server/platform/process/clock.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { containing } from '#server/platform/database/columns.ts';
import { fromCursor, toCursor } from '#server/platform/database/cursor.ts';
import { enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import { moveFilesToBin, partsOfFiles } from '#server/files/objects/service.ts';
import { batchStates, postMails, requeueMails } from '#server/platform/mail/outbox.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { countTry } from '#server/platform/http/rateLimit.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { outboxMail } from '#server/platform/database/tables.ts';
import { audienceName, readerNamed, recipientsOf } from './audience.ts';
import { factsOf } from './facts.ts';
import { filesFor, filesOf, filesOnlyOf } from './files.ts';
import { lockMail } from './planned.ts';
import { countOfferMail, requireMayWrite } from './rights.ts';
import { dispatch, emailOf, toAttachments } from './sending.ts';
import { unsubscribe } from './service.ts';
import { mailFile, mailMessage, mailRecipient } from './table.ts';
import { toSent, type MailRow } from './view.ts';

const os = implementing(mailsContract);
const position = z.tuple([instant, idShape]);
const hourMs = 60 * 60 * 1000;
const perClub = { free: 20, windowMs: hourMs };
const perUser = { free: 20, windowMs: hourMs };
const shownSamples = 20;

/** Bulk e-mails: audience, drafts, sending, scheduling and delivery states. */
export const mailsApi = os.router({
  preview: os.preview.handler(async ({ context, input }) => {
    await requireMayWrite(context, input);
    const { club, name: sender } = signedIn(context);
    const { around, replyTo } = await frameOf(context, club, input);
    return context.read(async (tx) => {
      const { name: _name, recipients, ...counts } = await recipientsOf(tx, club, input.audience, input.legalBasis);
      const frame = { ...around, facts: await factsOf(tx, around.site, input.audience) };
      const unsubscribeUrl = input.legalBasis === 'consent' ? `${around.site}/unsubscribe/…` : undefined;
      const asRead = (to: Parameters<typeof emailOf>[2]) => emailOf({ ...input, sender, club }, frame, to, unsubscribeUrl);
      return {
        ...counts,
        recipients: recipients.length,
        sample: recipients.slice(0, shownSamples).map((to) => {
          const { subject, text } = asRead(to);
          const about = to.isParent ? to.names.join(', ') : '';
          return { name: to.readers.map(fullName).join(', '), about, email: to.email, subject, text };
        }),
        text: asRead(recipients[0] ?? readerNamed()).text,
        replyTo,
      };
    });
  }),

  test: os.test.handler(async ({ context, input }) => {
    await requireMayWrite(context, input);
    const viewer = signedIn(context);
    const { club, name, email } = viewer;
    await countTry(context.database, `test-mail:${viewer.userId}`, perUser);
    const { around, replyTo } = await frameOf(context, club, input);
    return context.write(async ({ tx }) => {
      const frame = { ...around, facts: await factsOf(tx, around.site, input.audience) };
      const { subject, text, html } = emailOf({ ...input, sender: name, club }, frame, readerNamed(name));
      const attachments = toAttachments(await filesFor(tx, club, input.files));
      await postMails(tx, [{ kind: 'bulk', club, recipient: email, subject: `Probe: ${subject}`, body: text, html, replyTo, attachments }]);
      return { ok: true } as const;
    });
  }),

  send: os.send.handler(async ({ context, input }) => {
    await requireMayWrite(context, input);
    const { club } = signedIn(context);
    const sendAt = input.sendAt === undefined ? null : plannedFor(input.sendAt);
    await countTry(context.database, `mail:${club}`, perClub);
    await countOfferMail(context, input);
    const { around, replyTo } = await frameOf(context, club, input);
    return context.write(async (write) => {
      const row = await storeMail(context, write, input, { state: sendAt ? 'planned' : 'draft', sendAt, replyTo });
      if (!sendAt) {
        const sent = await dispatch(write, row, around);
        return toSent(sent, { queued: sent.recipients, sent: 0, failed: 0 });
      }
      const { recipients } = await recipientsOf(write.tx, club, input.audience, input.legalBasis);
      if (recipients.length > recipientsAtMost) throw fieldProblem('audience', `Höchstens ${recipientsAtMost} Empfänger auf einmal.`);
      write.audit('mail.send', { club, id: row.id, entity: 'mails' }, `Rundmail „${row.subject}“ geplant (${row.audienceName})`, {
        after: { sendAt: sendAt.toISOString(), legalBasis: row.legalBasis },
      });
      return toSent(row);
    });
  }),

  keep: os.keep.handler(async ({ context, input }) => {
    allow(context, 'mail.send', 'club');
    const { club } = signedIn(context);
    const { replyTo } = await frameOf(context, club, input);
    return context.write(async (write) => {
      const row = await storeMail(context, write, input, { state: 'draft', sendAt: null, replyTo });
      write.audit('mail.send', { club, id: row.id, entity: 'mails' }, `Rundmail „${row.subject}“ als Entwurf abgelegt`);
      return toSent(row);
    });
  }),

  withdraw: os.withdraw.handler(({ context, input }) =>
    context.write(async (write) => {
      const { subject, club, id } = await lockOwn(context, write.tx, input.id, ['planned']);
      await write.tx.update(mailMessage).set({ state: 'withdrawn', sendAt: null }).where(eq(mailMessage.id, id));
      write.audit('mail.send', { club, id, entity: 'mails' }, `Geplante Rundmail „${subject}“ zurückgezogen`);
      write.changed({ collection: 'mails', club, entityId: id });
      return { ok: true } as const;
    }),
  ),

  drop: os.drop.handler(({ context, input }) =>
    context.write(async (write) => {
      const { subject, club, id } = await lockOwn(context, write.tx, input.id, mailSets.open);
      const paths = await filesOnlyOf(write.tx, [id]);
      await deleteToBin(write.tx, context, { id, club, kind: 'mails', name: subject || 'Ohne Betreff', permission: 'mail.send' }, [
        { table: mailMessage, where: eq(mailMessage.id, id) },
        { table: mailFile, where: eq(mailFile.messageId, id) },
        ...partsOfFiles(paths),
      ]);
      await moveFilesToBin(write.tx, id, paths);
      write.audit('mail.send', { club, id, entity: 'mails' }, `Entwurf der Rundmail „${subject}“ gelöscht`);
      write.changed({ collection: 'mails', club, entityId: id });
      return { ok: true } as const;
    }),
  ),

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
            input.state ? eq(mailMessage.state, input.state) : undefined,
            input.search ? mentioning(input.search) : undefined,
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
        // Undelivered e-mails first.
        .orderBy(sql`${outboxMail.state} = 'sent'`, mailRecipient.name, mailRecipient.email)
        .limit(recipientsAtMost);
      const states = await batchStates(tx, [row.id]);
      const { audience: to, replyTo } = row;
      return { ...toSent(row, states.get(row.id)), to, replyTo, files: await filesOf(tx, row.id), body: readRichText(row.body), rows };
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

/** The text is stored as editor JSON; a word is found unless formatting splits it. */
function mentioning(search: string) {
  const like = containing(search);
  return or(
    ilike(mailMessage.subject, like),
    ilike(mailMessage.audienceName, like),
    ilike(mailMessage.sender, like),
    ilike(sql`${mailMessage.body}::text`, like),
  );
}

/** The send time of a scheduled e-mail; throws unless it is in the future and at most `plannedDaysAtMost` days ahead. */
function plannedFor(sendAt: string): Date {
  const at = new Date(sendAt);
  if (at <= now()) throw fieldProblem('sendAt', 'Dieser Zeitpunkt ist schon vorbei.');
  if (at.getTime() > now().getTime() + plannedDaysAtMost * 24 * hourMs)
    throw fieldProblem('sendAt', `Höchstens ${plannedDaysAtMost} Tage im Voraus.`);
  return at;
}

async function frameOf(context: Context, club: ClubName, input: Pick<MailInput, 'body' | 'replyTo'>) {
  requireOwnPicturesIn(club, { body: input.body });
  const feedbackMail = await readParameter(context.database.orm, 'feedbackMail');
  return {
    around: { clubName: (await readClubs(context.database))[club].displayName, site: siteOf(context.settings, club) },
    replyTo: (input.replyTo === 'club' && feedbackMail) || signedIn(context).email,
  };
}

type Stored = Pick<MailRow, 'state' | 'sendAt' | 'replyTo'>;

/** Stores an e-mail in the archive in place of its draft; concurrent sends of one draft store it once. */
async function storeMail(
  context: Context,
  write: Write,
  input: MailInput & { replaces?: string | undefined },
  stored: Stored,
): Promise<MailRow> {
  const viewer = signedIn(context);
  const { club } = viewer;
  if (input.replaces) {
    await lockOwn(context, write.tx, input.replaces, mailSets.open);
    await write.tx.delete(mailMessage).where(eq(mailMessage.id, input.replaces));
  }
  const { subject, body, audience, legalBasis } = input;
  const files = await filesFor(write.tx, club, input.files);
  const [row] = await write.tx
    .insert(mailMessage)
    .values({
      id: randomUUID(),
      club,
      subject,
      body,
      audience,
      audienceName: await audienceName(write.tx, club, audience),
      legalBasis,
      recipients: 0,
      createdBy: viewer.userId,
      sender: viewer.name,
      createdAt: now(),
      ...stored,
    })
    .returning();
  if (!row) throw new Problem('conflict');
  if (files.length > 0) await write.tx.insert(mailFile).values(files.map((file) => ({ messageId: row.id, club, ...file })));
  write.changed({ collection: 'mails', club, entityId: row.id });
  return row;
}

async function lockOwn(context: Context, tx: Transaction, id: string, states: readonly MailState[]): Promise<MailRow> {
  await readMessage(context, tx, id, 'mail.send');
  return lockMail(tx, id, states);
}

async function readMessage(context: Context, tx: Transaction, id: string, permission: 'mail.send' | 'mail.listSent'): Promise<MailRow> {
  const [row] = await tx.select().from(mailMessage).where(eq(mailMessage.id, id));
  if (!row) throw new Problem('not-found');
  allow(context, permission, targetOf(context, row.club));
  await enterScope(tx, row.club);
  return row;
}
