import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, instant, line, pageQuery } from '#shared/kernel/fields.ts';
import { outboxSets, outboxStates } from '#shared/kernel/mail/outboxStates.ts';

/** The German names of the kinds of mails. */
export const mailKindNames = {
  verify: 'Adresse bestätigen',
  reset: 'Neues Passwort',
  invite: 'Einladung',
  changeEmail: 'Neue E-Mail-Adresse',
  manage: 'Anmeldung',
  notice: 'Mitteilung',
  bulk: 'Rundmail',
} as const;
/** The kinds of mails for the outbox filter. */
export const mailKinds = [
  'verify',
  'reset',
  'invite',
  'changeEmail',
  'manage',
  'notice',
  'bulk',
] as const satisfies readonly (keyof typeof mailKindNames)[];

const outboxEntry = z.object({
  id: z.int(),
  kind: z.enum(mailKinds),
  recipient: z.string(),
  subject: z.string().nullable().describe('Null for mails with a secret link.'),
  body: z.string().nullable().describe('Null for mails with a secret link; empty once the mail is sent.'),
  state: z.enum(outboxStates),
  createdAt: instant,
  sentAt: instant.nullable(),
  attempts: z.int(),
  nextAttemptAt: instant.nullable().describe('The time of the next attempt, for queued mails; null otherwise.'),
  failure: z.enum(['recipient', 'server', 'unknown']).nullable(),
  lastError: z.string().nullable().describe('The last error of the mail server; null if there is none or the mail was sent.'),
  isRetryable: z.boolean().describe('Whether the mail failed or is held, and its link, if any, has not expired.'),
});
export type OutboxEntry = z.infer<typeof outboxEntry>;

const filter = {
  club: clubName.optional(),
  kind: z.enum(mailKinds).optional(),
  search: line(100).optional().describe('Matches a part of the address.'),
};

const outbox = z.object({
  rows: z.array(outboxEntry),
  next: z.string().nullable(),
  counts: z
    .object({ queued: z.int(), failed: z.int(), held: z.int(), sent: z.int() })
    .describe('The number of mails per state that match the filter.'),
  retryable: z.object({ failed: z.int(), held: z.int() }).describe('The number of mails that a retry with this filter would queue.'),
  hasMailServer: z.boolean(),
});
export type OutboxPage = z.infer<typeof outbox>;

/** The maximum number of mails in one request. */
const namedAtMost = 200;

/** The outbox of a club: listing mails, queueing them again, and discarding held ones (/admin/mail?tab=outbox). */
export const outboxContract = {
  list: endpoint(
    { access: 'mail.outboxList' },
    {
      method: 'GET',
      path: '/mail/outbox',
      summary: 'Postausgang',
      description:
        'Queued and held mails, and those sent or failed in the last 30 days, newest first. For mails with a secret link only recipient and kind are shown.',
    },
  )
    .input(z.strictObject({ ...pageQuery, ...filter, state: z.enum(outboxStates).optional() }))
    .output(outbox),
  retry: endpoint(
    { access: 'mail.outboxRetry' },
    {
      method: 'POST',
      path: '/mail/outbox/retry',
      summary: 'Mails noch einmal senden, angehaltene freigeben',
      description: 'Queues mails again, selected by id or by filter (failed or held). Mails with an expired link are not sent again.',
      refuses: ['in-progress', 'key-reused'],
      example: { state: 'failed' },
    },
  )
    .input(
      z.union([
        z.strictObject({ club: clubName.optional(), ids: z.array(z.int()).min(1).max(namedAtMost) }),
        z.strictObject({ ...filter, state: z.enum(outboxSets.retryable) }),
      ]),
    )
    .output(z.object({ queued: z.int() })),
  drop: endpoint(
    { access: 'mail.outboxDrop' },
    {
      method: 'POST',
      path: '/mail/outbox/drop',
      summary: 'Angehaltene Mails löschen',
      description: 'Deletes held mails, selected by id or by filter. Mails that are not held are ignored and not counted.',
      refuses: ['in-progress', 'key-reused'],
      example: { state: 'held' },
    },
  )
    .input(
      z.union([
        z.strictObject({ club: clubName.optional(), ids: z.array(z.int()).min(1).max(namedAtMost) }),
        z.strictObject({ ...filter, state: z.literal('held') }),
      ]),
    )
    .output(z.object({ dropped: z.int() })),
};
