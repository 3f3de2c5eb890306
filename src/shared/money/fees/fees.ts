import { z } from 'zod';
import { familyModes, feeAges, feeLayers, feeRhythms, feeRunStates, helperPools, proRatas } from './feeWords.ts';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, line, localDate, pageOf, pageQuery, requiredLine, version } from '#shared/kernel/fields.ts';
import { memberKindNames } from '#shared/people/memberWords.ts';
import { payerLetters } from '../letters/contract.ts';
import { feePreview, previewFilters } from './feePreview.ts';

const cents = z.int().min(0).max(100_000_000);
const otherCents = cents.nullable().default(null).describe('The price for payers with this rhythm; null if it is not offered.');
const place = z.int().min(1).max(20).nullable().default(null);
const age = z.int().min(0).max(120).nullable().default(null);

/** One fee rule of the club. */
export const feeRuleInput = z
  .strictObject({
    layer: z.enum(feeLayers),
    position: z.int().min(0).max(999).default(0),
    name: requiredLine(80),
    kinds: z.array(z.enum(memberKindNames)).max(5).default([]).describe('Empty for all except trial and honorary members.'),
    ageFrom: age,
    ageTo: age,
    ageOn: z.enum(feeAges).default('year_start'),
    departmentId: id.nullable().default(null),
    placeFrom: place.describe('Base fees only: the position within the family.'),
    placeTo: place,
    familyMin: z.int().min(1).max(20).default(3).describe('Family flat rates only: the minimum number of members.'),
    childAgeTo: z.int().min(0).max(99).default(17),
    familyMode: z.enum(familyModes).default('cheapest'),
    proRataIn: z.enum(proRatas).default('month'),
    proRataOut: z.enum(proRatas).default('full'),
    validFrom: localDate,
    validTo: localDate.nullable().default(null),
    rhythm: z.enum(feeRhythms).default('year'),
    cents: cents.describe('The price per period of the rhythm, the entry fee, or the price of a missing helper hour.'),
    monthCents: otherCents,
    quarterCents: otherCents,
    halfCents: otherCents,
    yearCents: otherCents,
    dueMinutes: z.int().min(15).max(60_000).nullable().default(null).describe('Helper hours only: the required minutes per year.'),
    ledgerAccountId: id.nullable().default(null).describe('The ledger account of its charges; null for that of membership fees.'),
    pool: z.enum(helperPools).default('person').describe('Helper hours only: the group whose hours are counted together.'),
  })
  .refine(({ layer, departmentId }) => (layer === 'department') === (departmentId !== null), {
    path: ['departmentId'],
    message: 'Bitte eine Abteilung wählen.',
  })
  .refine(({ layer, dueMinutes }) => (layer === 'helper') === (dueMinutes !== null), {
    path: ['dueMinutes'],
    message: 'Bitte die Stunden angeben.',
  })
  .refine(({ ageFrom, ageTo }) => ageFrom === null || ageTo === null || ageTo >= ageFrom, {
    path: ['ageTo'],
    message: 'Das höchste Alter darf nicht unter dem niedrigsten liegen.',
  })
  .refine(({ placeFrom, placeTo }) => placeFrom === null || placeTo === null || placeTo >= placeFrom, {
    path: ['placeTo'],
    message: 'Der letzte Platz darf nicht vor dem ersten liegen.',
  })
  .refine(({ validFrom, validTo }) => validTo === null || validTo >= validFrom, {
    path: ['validTo'],
    message: 'Der letzte Tag darf nicht vor dem ersten liegen.',
  });
export type FeeRuleInput = z.output<typeof feeRuleInput>;

/** A rule that raises fees for months that are charged already needs a tick and a reason: only the statutes may allow it. */
const retroaction = { isRetroactive: z.boolean().default(false), retroactiveReason: line(200).default('') };
/** A rule as it is edited. */
export const feeRuleForm = feeRuleInput.safeExtend(retroaction);
export type FeeRuleForm = z.output<typeof feeRuleForm>;

const feeRule = z.object({
  ...feeRuleInput.shape,
  retroactiveReason: z.string().describe('Why it raises fees for months that were charged already; empty if it does not.'),
  id,
  club: clubName,
  isBooked: z.boolean().describe('Whether charges were booked with the rule; then only name, position and last day can be changed.'),
  version,
});
export type FeeRuleView = z.infer<typeof feeRule>;

const feeRun = z.object({
  id,
  from: z.string(),
  to: z.string(),
  dueOn: z.string(),
  laterDays: z.array(z.string()).describe('The later days on which instalments are due, if each has its own.'),
  state: z.enum(feeRunStates),
  lines: z.int(),
  totalCents: z.int(),
  cancelled: z.int().describe('The number of its charges that are cancelled.'),
  excluded: z.int(),
  told: z.int().describe('The number of payers who got a mail.'),
  letters: z.int().describe('The number of payers without an email address who still owe something.'),
  postedOn: z.string().nullable().describe('The day on which the letters were sent; null if they were not.'),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  reason: z.string(),
  version,
});
export type FeeRun = z.infer<typeof feeRun>;

const feeUndoing = z.object({
  charges: z.int().describe('The number of charges that undoing cancels.'),
  cents: z.int(),
  staying: z.int().describe('The number of charges that stay, because something happened to them or to another one of their payer.'),
  stayingCents: z.int(),
  named: z
    .array(z.object({ reference: z.string(), name: z.string(), label: z.string(), cents: z.int(), why: z.string() }))
    .describe('The first 50 that stay, with the reason in German.'),
});
export type FeeUndoing = z.infer<typeof feeUndoing>;

const exclusion = z.strictObject({ key: requiredLine(200), reason: requiredLine(200) });
export type FeeExclusion = z.infer<typeof exclusion>;

const ruleChange = z.object({
  memberId: id,
  name: z.string(),
  from: z.string(),
  oldLabel: z.string(),
  oldCents: z.int(),
  newLabel: z.string(),
  newCents: z.int(),
});
export type RuleChange = z.infer<typeof ruleChange>;

/** Whole months. */
const feePeriod = z.strictObject({ from: localDate, to: localDate });

const club = clubName.optional();
/** The steps before a club collects fees for the first time, in order. */
export const feeSteps = ['account', 'departments', 'rules', 'members', 'mandates', 'openings', 'run'] as const;
export type FeeStep = (typeof feeSteps)[number];

const raising = 'A rule that raises fees for months that are charged already needs `isRetroactive` and a reason.';
const repeatable = ['in-progress', 'key-reused'] as const;
const example = { layer: 'base', name: 'Erwachsene', ageFrom: 18, validFrom: '2027-01-01', rhythm: 'year', cents: 12000 };

/** Membership fees (/admin/money/fees): the fee rules, and runs that charge by them. */
export const feesContract = {
  rules: endpoint(
    { access: 'fees.manage' },
    { method: 'GET', path: '/fee-rules', summary: 'Beitragsregeln', description: 'In the order in which they are evaluated.' },
  )
    .input(z.strictObject({ club }))
    .output(z.array(feeRule)),
  createRule: endpoint(
    { access: 'fees.manage', answerMs: 20_000 },
    { method: 'POST', path: '/fee-rules', summary: 'Beitragsregel anlegen', description: raising, refuses: repeatable, example },
  )
    .input(feeRuleForm.safeExtend({ club }))
    .output(feeRule),
  updateRule: endpoint(
    { access: 'fees.manage', answerMs: 20_000 },
    {
      method: 'PUT',
      path: '/fee-rules/{id}',
      summary: 'Beitragsregel ändern',
      description: `Once charges were booked with the rule, only its name, position and last day can be changed. ${raising}`,
      example: { ...example, version: 1 },
    },
  )
    .input(feeRuleForm.safeExtend({ id, version }))
    .output(feeRule),
  deleteRule: endpoint(
    { access: 'fees.manage' },
    {
      method: 'DELETE',
      path: '/fee-rules/{id}',
      summary: 'Beitragsregel löschen',
      description: 'Only rules with which nothing was booked.',
      refuses: ['wrong-state'],
    },
  )
    .input(z.strictObject({ id }))
    .output(done),
  firstSteps: endpoint(
    { access: 'fees.manage' },
    {
      method: 'GET',
      path: '/fee-runs/first-steps',
      summary: 'Was vor dem ersten Einzug fehlt',
      description: 'Computed from the existing data. Hidden once fees were booked or a run was collected.',
    },
  )
    .input(z.strictObject({ club }))
    .output(z.object({ isShown: z.boolean(), done: z.array(z.enum(feeSteps)) })),
  period: endpoint(
    { access: 'fees.manage' },
    {
      method: 'GET',
      path: '/fee-runs/period',
      summary: 'Das laufende Beitragsjahr',
      description: 'The fee year starts in the month set by the club.',
    },
  )
    .input(z.strictObject({ club }))
    .output(z.object({ from: z.iso.date(), to: z.iso.date() })),
  preview: endpoint(
    { access: 'fees.manage', answerMs: 10_000 },
    {
      method: 'GET',
      path: '/fee-runs/preview',
      summary: 'Was ein Beitragslauf fordern würde',
      description: 'Read-only. Compares with existing charges of these months; only differences are booked.',
    },
  )
    .input(feePeriod.extend({ club, ...previewFilters }))
    .output(feePreview),
  ruleChanges: endpoint(
    { access: 'fees.manage', answerMs: 10_000 },
    {
      method: 'GET',
      path: '/fee-rules/changes',
      summary: 'Wer in den nächsten zwölf Monaten die Regel wechselt',
      description: 'Mostly due to age; sorted by day, at most 300.',
    },
  )
    .input(z.strictObject({ club }))
    .output(z.array(ruleChange)),
  runs: endpoint({ access: 'fees.manage' }, { method: 'GET', path: '/fee-runs', summary: 'Beitragsläufe, die neuesten zuerst' })
    .input(z.strictObject({ ...pageQuery, limit: pageQuery.limit.default(20), club }))
    .output(pageOf(feeRun)),
  book: endpoint(
    { access: 'fees.manage', fresh: true, answerMs: 20_000 },
    {
      method: 'POST',
      path: '/fee-runs',
      summary: 'Beitragslauf buchen',
      description: 'Recomputes the fees. Fails with `changed-since-preview` if the result differs from the preview.',
      refuses: ['changed-since-preview', 'not-ready', ...repeatable],
      example: { from: '2027-01-01', to: '2027-12-31', dueOn: '2027-02-01', hash: 'x', excluded: [], tells: true },
    },
  )
    .input(
      feePeriod.extend({
        club,
        dueOn: localDate,
        isSpread: z
          .boolean()
          .default(false)
          .describe('Whether each instalment is due on its own day: that of `dueOn` in its first month, at the earliest on `dueOn`.'),
        hash: requiredLine(100),
        excluded: z.array(exclusion).max(500).default([]).describe('Excluded from this run only.'),
        tells: z.boolean().default(false).describe('Whether each payer with an email address gets one mail about all lines.'),
      }),
    )
    .output(feeRun),
  letters: endpoint(
    { access: 'fees.manage', answerMs: 10_000 },
    { method: 'GET', path: '/fee-runs/{id}/letters', summary: 'Beitragsmitteilungen eines Laufs, die per Brief gehen' },
  )
    .input(z.strictObject({ id }))
    .output(payerLetters),
  postLetters: endpoint(
    { access: 'fees.manage', answerMs: 10_000 },
    {
      method: 'PUT',
      path: '/fee-runs/{id}/letters',
      summary: 'Vermerken, dass die Briefe eines Laufs verschickt sind',
      description:
        'Sets or clears today as the day on which the letters were sent. Sent letters count as the advance notice of the debits.',
      refuses: ['wrong-state'],
      example: { isPosted: true, version: 1 },
    },
  )
    .input(z.strictObject({ id, isPosted: z.boolean(), version }))
    .output(feeRun),
  undoing: endpoint(
    { access: 'fees.manage', answerMs: 10_000 },
    { method: 'GET', path: '/fee-runs/{id}/undoing', summary: 'Was sich an einem Beitragslauf rückgängig machen lässt' },
  )
    .input(z.strictObject({ id }))
    .output(feeUndoing),
  undo: endpoint(
    { access: 'fees.manage', fresh: true, answerMs: 20_000 },
    {
      method: 'POST',
      path: '/fee-runs/{id}/undoing',
      summary: 'Beitragslauf rückgängig machen',
      description:
        'Refused once something of it is paid, waived, deferred, dunned or in collection; with `onlyUntouched` the charges of these payers stay.',
      refuses: ['wrong-state', ...repeatable],
      example: { reason: 'Falscher Satz', version: 1 },
    },
  )
    .input(z.strictObject({ id, reason: requiredLine(200), onlyUntouched: z.boolean().default(false), version }))
    .output(feeRun),
};
