import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { id, localDate, pageOf, pageQuery, paragraphs, requiredLine, version } from '#shared/kernel/fields.ts';
import { dunningChannels, dunningLevels, dunningRunStates } from './words.ts';

const cents = z.int();
const level = z.literal(dunningLevels);

/** The settings of the club for one level. */
export const dunningStageInput = z.strictObject({
  name: requiredLine(60),
  afterDays: z.int().min(1, 'Mindestens 1 Tag.').max(365),
  feeCents: z.int().min(0).max(10_000, 'Höchstens 100,00 €.'),
  dueDays: z.int().min(1, 'Mindestens 1 Tag.').max(90),
  text: paragraphs(1000).min(1, 'Bitte ein Satz.'),
  channel: z.enum(dunningChannels),
});

const stage = dunningStageInput.extend({ level, version });
export type ShownStage = z.infer<typeof stage>;

const line = z.object({
  reference: z.string(),
  name: z.string().describe('The person it is for, if that is not the payer.'),
  label: z.string(),
  dueOn: z.string(),
  cents,
});

const notice = z.object({
  payerId: id,
  name: z.string(),
  level,
  levelName: z.string(),
  lines: z.array(line),
  cents: cents.describe('The charged amount, without the fee of this notice.'),
  feeCents: cents,
  dueOn: z.string(),
  byMail: z.boolean(),
  byLetter: z.boolean(),
});
export type ShownNotice = z.infer<typeof notice>;

const leftOut = z.object({
  payerId: id,
  name: z.string(),
  cents,
  reason: z.string(),
  isCourt: z.boolean().describe('Whether all levels are used up.'),
});
export type ShownLeftOut = z.infer<typeof leftOut>;

const preview = z.object({
  hash: z.string(),
  automatic: z
    .int()
    .nullable()
    .describe('How many reminders of these go out by themselves next morning; null if the club does not want that.'),
  notices: z.array(notice),
  leftOut: z.array(leftOut),
});
export type DunningPreview = z.infer<typeof preview>;

const run = z.object({
  id,
  createdOn: z.string(),
  createdBy: z.string(),
  state: z.enum(dunningRunStates),
  notices: z.int(),
  letters: z.int(),
  totalCents: cents,
  feeCents: cents,
  mayUndo: z.boolean().describe('Only possible on the day of the run.'),
  version,
});
export type DunningRun = z.infer<typeof run>;

const sent = z.object({
  run,
  sender: z.object({ name: z.string(), iban: z.string() }),
  notices: z.array(
    notice.extend({
      text: z.string(),
      reference: z.string(),
      address: z.array(z.string()).describe('The lines of the address; empty if unknown.'),
    }),
  ),
});
export type SentRun = z.infer<typeof sent>;
export type SentNotice = SentRun['notices'][number];

const people = z.array(id).max(5000).default([]);
/** A stop of dunning: the reason and its last day; without a day it applies until it is lifted. */
export const dunningStopInput = z.strictObject({ payerId: id, reason: requiredLine(200), until: localDate.nullable() });

const access = { access: 'charges.manage' } as const;
const repeatable = ['in-progress', 'key-reused'] as const;

/** Dunning in levels (/admin/money/dunning). */
export const dunningContract = {
  stages: endpoint(access, { method: 'GET', path: '/dunning-levels', summary: 'Mahnstufen' }).output(z.array(stage)),
  updateStage: endpoint(access, {
    method: 'PUT',
    path: '/dunning-levels/{level}',
    summary: 'Mahnstufe ändern',
    example: { name: '1. Mahnung', afterDays: 14, feeCents: 0, dueDays: 14, text: 'Bitte zahlen Sie.', channel: 'mail', version: 1 },
  })
    .input(dunningStageInput.extend({ level: z.coerce.number().pipe(level), version }))
    .output(stage),
  preview: endpoint(
    { ...access, answerMs: 10_000 },
    {
      method: 'GET',
      path: '/dunning-runs/preview',
      summary: 'Wer heute gemahnt würde, und wer warum nicht',
      description: 'Read-only. One notice per payer, with the open amounts of all overdue charges.',
    },
  ).output(preview),
  create: endpoint(
    { ...access, answerMs: 20_000 },
    {
      method: 'POST',
      path: '/dunning-runs',
      summary: 'Mahnungen verschicken',
      description: 'Recomputes the notices; fails if the result differs from the preview. Fees become charges, and mails are sent at once.',
      refuses: ['changed-since-preview', 'not-ready', ...repeatable],
      example: { hash: 'x' },
    },
  )
    .input(
      z.strictObject({
        hash: requiredLine(100),
        excluded: people.describe('Payers to be left out this time.'),
        lowered: people.describe('Payers whose level is lowered by one.'),
      }),
    )
    .output(run),
  runs: endpoint(access, { method: 'GET', path: '/dunning-runs', summary: 'Mahnläufe, die neuesten zuerst' })
    .input(z.strictObject({ ...pageQuery, limit: pageQuery.limit.default(20) }))
    .output(pageOf(run)),
  read: endpoint(access, { method: 'GET', path: '/dunning-runs/{id}', summary: 'Ein Mahnlauf mit seinen Schreiben' })
    .input(z.strictObject({ id }))
    .output(sent),
  undo: endpoint(access, {
    method: 'POST',
    path: '/dunning-runs/{id}/undoing',
    summary: 'Mahnlauf zurücknehmen',
    description: 'On the same day: cancels the fees and restores the levels. Sent mails cannot be recalled.',
    refuses: ['wrong-state', ...repeatable],
    example: { version: 1 },
  })
    .input(z.strictObject({ id, version }))
    .output(run),
  court: endpoint(
    { ...access, fresh: true },
    { method: 'GET', path: '/dunning-court', summary: 'Wer nach der letzten Mahnung noch nicht gezahlt hat, als CSV' },
  ).output(z.file()),
  stop: endpoint(access, {
    method: 'PUT',
    path: '/dunning-stops/{payerId}',
    summary: 'Mahnsperre setzen oder ändern',
    example: { reason: 'Nach Rücksprache', until: null },
  })
    .input(dunningStopInput)
    .output(done),
  liftStop: endpoint(access, { method: 'DELETE', path: '/dunning-stops/{payerId}', summary: 'Mahnsperre aufheben' })
    .input(z.strictObject({ payerId: id }))
    .output(done),
};
