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
  subject: z.string().nullable().describe('Hidden for mails with a secret link.'),
  body: z.string().nullable().describe('Hidden for mails with a secret link, empty once it is sent.'),
  state: z.enum(outboxStates),
  createdAt: instant,
  sentAt: instant.nullable(),
  attempts: z.int(),
  nextAttemptAt: instant.nullable().describe('Of mails that wait.'),
  failure: z.enum(['recipient', 'server', 'unknown']).nullable(),
  lastError: z.string().nullable().describe('The words of the mail server at the last try.'),
  isRetryable: z.boolean().describe('Failed or held, and with no link that has ended.'),
});
export type OutboxEntry = z.infer<typeof outboxEntry>;

const filter = {
  club: clubName.optional(),
  kind: z.enum(mailKinds).optional(),
  search: line(100).optional().describe('A part of the address.'),
};

const outbox = z.object({
  rows: z.array(outboxEntry),
  next: z.string().nullable(),
  counts: z.object({ queued: z.int(), failed: z.int(), held: z.int(), sent: z.int() }).describe('Of the filter, in each state.'),
  retryable: z.object({ failed: z.int(), held: z.int() }).describe('How many of these a retry of the filter would take.'),
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
        'What waits or is held, and what left or failed in the last 30 days, newest first. Mails with a secret link show only recipient and kind.',
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
      description: 'Some by their ids, or all of the filter that failed or are held. A mail whose link has ended does not leave again.',
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
      description: 'Some by their ids, or all of the filter that are held. What is not held stays, and counts for nothing.',
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
