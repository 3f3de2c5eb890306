import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, email, id } from '#shared/kernel/fields.ts';

/** The duration of a watch in days, after which a mail offers to extend it. */
export const watchDays = 180;

/** The maximum number of watches per e-mail address. */
export const watchesAtMost = 5;

/** The states of a watch; mails are only sent to active ones. */
export const watchStates = ['unconfirmed', 'active', 'ended'] as const;

/** The subject of a watch: one offer, or all results of a filter of the offers page. */
const target = {
  courseId: id.optional(),
  filter: z.record(z.string().max(20), z.string().max(200)).optional().describe('The filter of /offers, as in its URL.'),
};

/** A new watch; visitors enter an address, which is verified by mail. */
export const watchInput = z.strictObject({
  ...target,
  email: z
    .union([z.literal(''), email])
    .default('')
    .describe('The address of a visitor; mails to accounts are sent to the address of the account.'),
  /** A honeypot field, invisible to users. */
  website: z.string().max(200).default(''),
});

/** A watch, for the holder of the link in a mail. */
const ownWatch = z.object({
  state: z.enum(watchStates),
  club: clubName,
  words: z.string().describe('The watched offer or filter as German text.'),
  path: z.string().describe('The path of the watched page.'),
  expiresAt: z.iso.datetime(),
});
export type OwnWatch = z.infer<typeof ownWatch>;

const token = z.strictObject({ token: z.string().regex(/^[\w-]{20,64}$/) });

/** Mails about free places, the start of enrolment and new offers. */
export const watchesContract = {
  create: endpoint(
    { access: 'offerWatch.create' },
    {
      method: 'POST',
      path: '/offer-watches',
      summary: 'Bescheid bekommen, wenn etwas frei wird',
      description:
        'A visitor gets a mail with a confirmation link; the response is the same for every address. Accounts need no confirmation.',
      example: { filter: { day: 'we', age: '6' }, email: 'jo@example.org' },
    },
  )
    .input(watchInput)
    .output(z.object({ isConfirmed: z.boolean().describe('Whether no confirmation is needed, because the caller has an account.') })),
  byToken: endpoint(
    { access: 'offerWatch.manageByToken' },
    { method: 'GET', path: '/offer-watches/{token}', summary: 'Was der Link aus der Mail beobachtet' },
  )
    .input(token)
    .output(ownWatch),
  confirm: endpoint(
    { access: 'offerWatch.manageByToken' },
    {
      method: 'POST',
      path: '/offer-watches/{token}/confirmation',
      summary: 'Bestätigen, oder nach 180 Tagen verlängern',
    },
  )
    .input(token)
    .output(ownWatch),
  end: endpoint(
    { access: 'offerWatch.manageByToken' },
    { method: 'POST', path: '/offer-watches/{token}/end', summary: 'Keinen Bescheid mehr bekommen' },
  )
    .input(token)
    .output(done),
};
