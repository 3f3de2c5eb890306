import type { SentMail } from '#shared/content/mails.ts';
import type { mailMessage } from './table.ts';

export type MailRow = typeof mailMessage.$inferSelect;

/** An e-mail for lists, with the delivery states of its messages. */
export function toSent(row: MailRow, states = { queued: 0, sent: 0, failed: 0 }): SentMail {
  const { id, subject, audienceName, legalBasis, sender, state, sendAt, heldBecause, createdAt, recipients } = row;
  return {
    id,
    subject,
    audience: audienceName,
    legalBasis,
    sender,
    state,
    sendAt: sendAt?.toISOString() ?? null,
    heldBecause,
    createdAt: createdAt.toISOString(),
    recipients,
    ...states,
  };
}
