import { recipientsAtMost } from '#shared/content/mails.ts';
import type { PlaceholderValues } from '#shared/content/placeholders.ts';
import type { RichText } from '#shared/kernel/richText.ts';
import { eq } from 'drizzle-orm';
import { blocksOf } from '#server/platform/database/blocks.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import { postMails, type Mail } from '#server/platform/mail/outbox.ts';
import { now } from '#server/platform/process/clock.ts';
import { linkHash, newSecret } from '#server/platform/secretLinks.ts';
import type { Audience } from '#shared/content/mails.ts';
import { recipientsOf, type Recipient } from './audience.ts';
import { emailTo } from './email.ts';
import { factsOf } from './facts.ts';
import { filesOf } from './files.ts';
import { mailMessage, mailRecipient } from './table.ts';
import type { MailRow } from './view.ts';

const rowsAtOnce = 500;
/** The frame around the text of each message. */
type Around = { clubName: string; site: string };
type Frame = Around & { facts: PlaceholderValues };
type Attachments = NonNullable<Mail['attachments']>;

/** Resolves the current recipients of an e-mail, and queues one message per address. */
export async function dispatch(write: Write, row: MailRow, around: Around): Promise<MailRow> {
  const { tx } = write;
  const { name, recipients } = await recipientsOf(tx, row.club, row.audience, row.legalBasis);
  if (recipients.length === 0) throw fieldProblem('audience', 'Von diesen Personen hat niemand eine Adresse, an die Sie schreiben dürfen.');
  if (recipients.length > recipientsAtMost) throw fieldProblem('audience', `Höchstens ${recipientsAtMost} Empfänger auf einmal.`);
  const change = {
    state: 'sent' as const,
    heldBecause: null,
    audienceName: name,
    recipients: recipients.length,
    // Retention in the archive starts with the day of sending.
    createdAt: now(),
  };
  await tx.update(mailMessage).set(change).where(eq(mailMessage.id, row.id));
  const sent = { ...row, ...change };
  const frame = { ...around, facts: await factsOf(tx, around.site, row.audience) };
  const attachments = toAttachments(await filesOf(tx, row.id));
  for (const block of blocksOf(recipients, rowsAtOnce)) await queue(tx, sent, { ...frame, attachments }, block);
  write.audit(
    'mail.send',
    { club: row.club, id: row.id, entity: 'mails', ...(row.sendAt && { by: { name: row.sender } }) },
    `Rundmail „${row.subject}“ an ${recipients.length} Empfänger (${name})`,
    { after: { audience: shortened(row.audience), legalBasis: row.legalBasis, recipients: recipients.length } },
  );
  write.changed({ collection: 'mails', club: row.club, entityId: row.id });
  return sent;
}

/** Attachments as the queue stores them: by path, without their bytes. */
export function toAttachments(files: readonly { name: string; type: string; path: string }[]): Attachments {
  return files.map(({ name, type, path }) => ({ name, type, path }));
}

/** The text in its e-mail frame, for one recipient. */
export function emailOf(
  row: Pick<MailRow, 'subject' | 'sender' | 'club'> & { body: RichText },
  frame: Frame,
  to: Pick<Recipient, 'names' | 'firstnames' | 'readers' | 'isParent' | 'minutes' | 'shifts'>,
  unsubscribeUrl?: string,
) {
  const { subject, body, sender, club } = row;
  return emailTo(to, { ...frame, subject, body, sender, club, unsubscribeUrl });
}

/** Queues one message per address, and stores its recipients. */
async function queue(
  tx: Transaction,
  row: MailRow,
  frame: Frame & { attachments: Attachments },
  recipients: readonly Recipient[],
): Promise<void> {
  const mails = recipients.map((to) => {
    const secret = row.legalBasis === 'consent' ? newSecret() : undefined;
    const unsubscribeUrl = secret && `${frame.site}/unsubscribe/${secret}`;
    const { subject, text, html } = emailOf(row, frame, to, unsubscribeUrl);
    const mail: Mail = {
      kind: 'bulk',
      club: row.club,
      recipient: to.email,
      subject,
      body: text,
      html,
      replyTo: row.replyTo,
      batchId: row.id,
      onceKey: `bulk:${row.id}:${to.email}`,
      ...(unsubscribeUrl && { unsubscribeUrl }),
      ...(frame.attachments.length > 0 && { attachments: frame.attachments }),
    };
    const note = {
      messageId: row.id,
      club: row.club,
      email: to.email,
      name: to.names.join(', '),
      personIds: to.personIds,
      unsubscribeHash: secret ? linkHash(secret) : null,
    };
    return { mail, note };
  });
  await tx.insert(mailRecipient).values(mails.map(({ note }) => note));
  await postMails(
    tx,
    mails.map(({ mail }) => mail),
  );
}

/** An audience for the audit log, without the selected members; these are stored with the e-mail. */
function shortened(audience: Audience) {
  return audience.kind === 'chosen' ? { kind: audience.kind, members: audience.memberIds.length } : audience;
}
