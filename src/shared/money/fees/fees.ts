import { z } from 'zod';
import { familyModes, feeAges, feeLayers, feeRhythms, feeRunStates, helperPools, proRatas } from './feeWords.ts';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, localDate, pageOf, pageQuery, requiredLine, version } from '#shared/kernel/fields.ts';
import { memberKindNames } from '#shared/people/memberWords.ts';
import { payerLetters } from '../letters/contract.ts';
import { feePreview, previewFilters } from './feePreview.ts';

const cents = z.int().min(0).max(100_000_000);
const otherCents = cents.nullable().default(null).describe('Its price for whoever pays in this rhythm instead.');
const place = z.int().min(1).max(20).nullable().default(null);
const age = z.int().min(0).max(120).nullable().default(null);

/** One line of the club's order of fees. */
export const feeRuleInput = z
  .strictObject({
    layer: z.enum(feeLayers),
    position: z.int().min(0).max(999).default(0),
    name: requiredLine(80),
    kinds: z.array(z.enum(memberKindNames)).max(5).default([]).describe('Empty: everybody but trial and honorary members.'),
    ageFrom: age,
    ageTo: age,
    ageOn: z.enum(feeAges).default('year_start'),
    departmentId: id.nullable().default(null),
    placeFrom: place.describe('Of the base: which place in the family.'),
    placeTo: place,
    familyMin: z.int().min(1).max(20).default(3).describe('Of a flat price: from how many people on.'),
    childAgeTo: z.int().min(0).max(99).default(17),
    familyMode: z.enum(familyModes).default('cheapest'),
    proRataIn: z.enum(proRatas).default('month'),
    proRataOut: z.enum(proRatas).default('full'),
    validFrom: localDate,
    validTo: localDate.nullable().default(null),
    rhythm: z.enum(feeRhythms).default('year'),
    cents: cents.describe('The price of one part of the rhythm, the entry fee, or that of a missing hour.'),
    monthCents: otherCents,
    quarterCents: otherCents,
    halfCents: otherCents,
    yearCents: otherCents,
    dueMinutes: z.int().min(15).max(60_000).nullable().default(null).describe('Of helper hours: how long everybody should help in a year.'),
    ledgerAccountId: id.nullable().default(null).describe('Where its charges book to; null: where membership fees do.'),
    pool: z.enum(helperPools).default('person').describe('Of helper hours: whose count together.'),
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

const feeRule = z.object({
  ...feeRuleInput.shape,
  id,
  club: clubName,
  isBooked: z.boolean().describe('Then only its name, place and last day change.'),
  version,
});
export type FeeRuleView = z.infer<typeof feeRule>;

const feeRun = z.object({
  id,
  from: z.string(),
  to: z.string(),
  dueOn: z.string(),
  state: z.enum(feeRunStates),
  lines: z.int(),
  totalCents: z.int(),
  excluded: z.int(),
  told: z.int().describe('Payers who got a mail.'),
  letters: z.int().describe('Payers without an address of e-mail of whose charges something is left.'),
  postedOn: z.string().nullable().describe('When the letters to them went out.'),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  reason: z.string(),
  version,
});
export type FeeRun = z.infer<typeof feeRun>;

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
/** What a club does once before it collects fees for the first time, in this order. */
export const feeSteps = ['account', 'rules', 'members', 'mandates', 'run'] as const;
export type FeeStep = (typeof feeSteps)[number];

const repeatable = ['in-progress', 'key-reused'] as const;
const example = { layer: 'base', name: 'Erwachsene', ageFrom: 18, validFrom: '2027-01-01', rhythm: 'year', cents: 12000 };

/** Membership fees (/admin/money/fees): the order of fees as rules, and runs that charge by them. */
export const feesContract = {
  rules: endpoint(
    { access: 'fees.manage' },
    { method: 'GET', path: '/fee-rules', summary: 'Beitragsregeln', description: 'In the order in which they are tried.' },
  )
    .input(z.strictObject({ club }))
    .output(z.array(feeRule)),
  createRule: endpoint(
    { access: 'fees.manage' },
    { method: 'POST', path: '/fee-rules', summary: 'Beitragsregel anlegen', refuses: repeatable, example },
  )
    .input(feeRuleInput.safeExtend({ club }))
    .output(feeRule),
  updateRule: endpoint(
    { access: 'fees.manage' },
    {
      method: 'PUT',
      path: '/fee-rules/{id}',
      summary: 'Beitragsregel ändern',
      description: 'Once something was booked by it only its name, its place and its last day.',
      example: { ...example, version: 1 },
    },
  )
    .input(feeRuleInput.safeExtend({ id, version }))
    .output(feeRule),
  deleteRule: endpoint(
    { access: 'fees.manage' },
    {
      method: 'DELETE',
      path: '/fee-rules/{id}',
      summary: 'Beitragsregel löschen',
      description: 'Only one that nothing was booked by.',
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
      description: 'Computed from what stands; nothing is asked any more once fees were booked or a run collected.',
    },
  )
    .input(z.strictObject({ club }))
    .output(z.object({ isShown: z.boolean(), done: z.array(z.enum(feeSteps)) })),
  period: endpoint(
    { access: 'fees.manage' },
    { method: 'GET', path: '/fee-runs/period', summary: 'Das laufende Beitragsjahr', description: 'By the month in which it begins.' },
  )
    .input(z.strictObject({ club }))
    .output(z.object({ from: z.iso.date(), to: z.iso.date() })),
  preview: endpoint(
    { access: 'fees.manage', answerMs: 10_000 },
    {
      method: 'GET',
      path: '/fee-runs/preview',
      summary: 'Was ein Beitragslauf fordern würde',
      description: 'Computes only. What the months were charged for already is compared; only the difference is booked.',
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
      description: 'By age, mostly; by day, at most 300.',
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
      description: 'Computes anew; refused where the result is not the one that was shown.',
      refuses: ['changed-since-preview', 'not-ready', ...repeatable],
      example: { from: '2027-01-01', to: '2027-12-31', dueOn: '2027-02-01', hash: 'x', excluded: [], tells: true },
    },
  )
    .input(
      feePeriod.extend({
        club,
        dueOn: localDate,
        hash: requiredLine(100),
        excluded: z.array(exclusion).max(500).default([]).describe('Left out of this run alone.'),
        tells: z.boolean().default(false).describe('Each payer with an address gets one mail over all lines.'),
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
      description: 'With today; they announce its debits from then on. Or that they are not, after all.',
      refuses: ['wrong-state'],
      example: { isPosted: true, version: 1 },
    },
  )
    .input(z.strictObject({ id, isPosted: z.boolean(), version }))
    .output(feeRun),
  undo: endpoint(
    { access: 'fees.manage', fresh: true, answerMs: 10_000 },
    {
      method: 'POST',
      path: '/fee-runs/{id}/undoing',
      summary: 'Beitragslauf rückgängig machen',
      description: 'Only while nothing of it is paid or under way.',
      refuses: ['wrong-state', ...repeatable],
      example: { reason: 'Falscher Satz', version: 1 },
    },
  )
    .input(z.strictObject({ id, reason: requiredLine(200), version }))
    .output(feeRun),
};
