import { z } from 'zod';
import { clubName, id, line, localDate, paragraphs, requiredLine, version } from '#shared/kernel/fields.ts';
import { requirableConsents } from '#shared/people/consents.ts';
import { enrolmentStates } from '../enrolmentStates.ts';
import { lowestPrice } from '../courseShapes.ts';
import { roundPhases, wishesAtMost, wishOutcomes } from './rules.ts';
import { starsAtMost } from './units.ts';

const roundFields = z.strictObject({
  name: requiredLine(80),
  text: paragraphs(1000).default(''),
  wishesUntil: localDate.describe('The last day of the wishes.'),
  sendsOn: localDate.describe('The day on which the seats are sent.'),
});

/** The input for a round: seats are sent out after the wishes are closed. */
export const roundInput = roundFields.superRefine(({ wishesUntil, sendsOn }, context) => {
  if (sendsOn <= wishesUntil)
    context.addIssue({ code: 'custom', path: ['sendsOn'], message: 'Bitte ein Tag nach dem letzten Tag der Wünsche.' });
});
export type RoundInput = z.infer<typeof roundInput>;

/** The reason for cancelling a round; families read it. */
export const callingOff = z.strictObject({ id, version, reason: requiredLine(200) });

/** A round as listed for boards. */
export const roundRow = z.object({
  ...roundFields.shape,
  id,
  club: clubName,
  phase: z.enum(roundPhases),
  offers: z.int(),
  children: z.int(),
  isOwn: z.boolean().describe("Whether the viewer's club manages the round, rather than only taking part with offers."),
  version,
});
export type RoundRow = z.infer<typeof roundRow>;

const offerFields = {
  courseId: id,
  slug: z.string(),
  title: z.string(),
  club: clubName,
  when: z.string(),
  place: z.string(),
  isOff: z.boolean(),
};

/** A round as edited by a board: with the offers of all clubs, and those of the own club that could join. */
export const managedRound = z.object({
  round: roundRow,
  offers: z.array(z.object({ ...offerFields, seats: z.int().nullable(), wishes: z.int() })),
  obstacle: z.string().describe('The reason why the own club cannot take part at all; empty if it can.'),
  choices: z.array(
    z.object({
      courseId: id,
      title: z.string(),
      when: z.string(),
      why: z.string().describe('The reason why the offer cannot take part; empty if it can.'),
    }),
  ),
});
export type ManagedRound = z.infer<typeof managedRound>;

const preparedWish = z.object({ courseId: id, stars: z.int(), outcome: z.enum(wishOutcomes), reason: z.string() });

/** The preview of the seats, or their final assignment. */
export const roundPreview = z.object({
  isFixed: z.boolean(),
  seed: z.string(),
  offers: z.array(z.object({ courseId: id, title: z.string(), club: clubName, seats: z.int().nullable(), wishes: z.int() })),
  children: z.array(
    z.object({
      childId: id,
      name: z.string(),
      age: z.int().nullable(),
      lot: z.int().nullable(),
      wants: z.int(),
      friends: z.array(z.string()),
      hasAccount: z.boolean().describe('Whether an account acts for the child; otherwise nobody can be notified of its seat.'),
      wishes: z.array(preparedWish),
    }),
  ),
});
export type RoundPreview = z.infer<typeof roundPreview>;

/** The public view of a round. */
export const holidayPage = z.object({
  id,
  club: clubName,
  name: z.string(),
  text: z.string(),
  wishesUntil: z.string(),
  sendsOn: z.string(),
  phase: z.enum(roundPhases),
  seed: z.string().nullable().describe('The seed of the lots; null until the seats are sent.'),
  offers: z.array(
    z.object({
      ...offerFields,
      ages: z.string(),
      requiredConsents: z.array(z.enum(requirableConsents)),
      priceFrom: lowestPrice.nullable(),
      seats: z.int().nullable(),
      wishes: z.int().nullable().describe('The number of wishes for the offer; null until the seats are sent.'),
    }),
  ),
});
export type HolidayPage = z.infer<typeof holidayPage>;

/** A round as linked where offers are shown. */
export const holidayLink = z.object({
  id,
  name: z.string(),
  wishesUntil: z.string(),
  phase: z.enum(roundPhases),
  courseIds: z.array(id),
});

const wish = z.strictObject({ courseId: id, stars: z.int().min(1).max(starsAtMost) });

/** The wishes of a child as sent by its family. */
export const wishesInput = z.strictObject({
  id,
  personId: id,
  wants: z.int().min(1, 'Bitte 1 bis 10.').max(wishesAtMost, 'Bitte 1 bis 10.'),
  wishes: z
    .array(wish)
    .min(1, 'Bitte mindestens ein Angebot auswählen.')
    .max(wishesAtMost, `Höchstens ${wishesAtMost} Wünsche.`)
    .refine((all) => new Set(all.map(({ courseId }) => courseId)).size === all.length, 'Bitte jedes Angebot nur einmal.'),
  friends: z
    .enum(['none', 'new', 'join', 'keep'])
    .describe('"new" creates a code, "join" uses that of a friend, "keep" leaves it unchanged.'),
  code: line(12).default(''),
  consents: z.array(z.enum(requirableConsents)).max(requirableConsents.length).default([]),
  version: version.nullable().describe('Null if the child had no wishes yet.'),
});
export type WishesInput = z.infer<typeof wishesInput>;

/** A child of the viewer's family with its wishes and their outcomes. */
export const wishingChild = z.object({
  personId: id,
  name: z.string(),
  unfit: z.array(z.object({ courseId: id, reason: z.string() })),
  entry: z
    .object({
      wants: z.int(),
      wishes: z.array(z.object({ courseId: id, stars: z.int() })),
      consents: z.array(z.enum(requirableConsents)),
      lot: z.int().nullable().describe('Null until the seats are sent.'),
      code: z.string().nullable(),
      friends: z.int().describe('The number of children with this code.'),
      version,
    })
    .nullable(),
  results: z.array(
    z.object({
      ...preparedWish.shape,
      enrolmentId: id.nullable(),
      state: z.enum(enrolmentStates).nullable().describe('The state of the enrolment that resulted from the wish; null if there is none.'),
      answerUntil: z.string().nullable(),
    }),
  ),
});
export type WishingChild = z.infer<typeof wishingChild>;
