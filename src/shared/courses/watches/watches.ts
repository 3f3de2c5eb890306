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
  filter: z.record(z.string().max(20), z.string().max(200)).optional().describe('The filter of /offers as it stands in the address.'),
};

/** A new watch; visitors enter an address, which is verified by mail. */
export const watchInput = z.strictObject({
  ...target,
  email: z
    .union([z.literal(''), email])
    .default('')
    .describe('Of a visitor; who has an account is written to at its address.'),
  /** A honeypot field, invisible to users. */
  website: z.string().max(200).default(''),
});

/** A watch, for the holder of the link in a mail. */
const ownWatch = z.object({
  state: z.enum(watchStates),
  club: clubName,
  words: z.string().describe('What is watched.'),
  path: z.string().describe('Where it is found.'),
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
        'Without an account: a mail with a link to confirm goes to the address; the answer is the same for every address. An account needs no confirmation.',
      example: { filter: { day: 'we', age: '6' }, email: 'jo@example.org' },
    },
  )
    .input(watchInput)
    .output(z.object({ isConfirmed: z.boolean().describe('Nothing more to do: the account is known.') })),
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
