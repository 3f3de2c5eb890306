import { z } from 'zod';
import { taxSpheres } from '#shared/courses/courseWords.ts';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { id, line, requiredLine, version } from '#shared/kernel/fields.ts';
import { categoryOf, entryCategories } from '../entries/words.ts';
import { bankDirections } from './fit.ts';

/** The action of a rule on a line: book it as other income or spending, on the account of a payer, or set it aside. */
export const bankRuleWays = ['entry', 'payer', 'ignore'] as const;
/** The German words for the actions of a rule. */
export const bankRuleWayNames: { readonly [way in (typeof bankRuleWays)[number]]: string } = {
  entry: 'Buchen',
  payer: 'Auf ein Konto buchen',
  ignore: 'Ignorieren',
};

/** The maximum of rules per club. */
export const bankRulesAtMost = 200;

const amount = z.int('Bitte einen Betrag angeben.').min(1, 'Bitte einen Betrag angeben.').max(99_999_999, 'Das ist zu viel.').nullable();
const conditions = {
  direction: z.enum(bankDirections),
  nameContains: line(80),
  purposeContains: line(80),
  accountKey: line(100).default('').describe('The `accountKey` of a line: only lines from or to its account match.'),
  centsFrom: amount.describe('The minimum of the absolute amount.'),
  centsTo: amount,
};
const fields = {
  ...conditions,
  name: requiredLine(60),
  way: z.enum(bankRuleWays),
  category: z.enum(entryCategories).nullable().describe('The category of booked lines.'),
  sphere: z.enum(taxSpheres).nullable(),
  payerId: id.nullable().default(null).describe('On whose account it is booked: what is due first is paid, the rest is credit.'),
  reason: line(200).describe('The reason why ignored lines need no booking.'),
  isAutomatic: z.boolean().describe('Whether the rule is applied as soon as a statement is imported; otherwise it is proposed.'),
};
type Fields = z.infer<z.ZodObject<typeof fields>>;
type Conditions = z.infer<z.ZodObject<typeof conditions>>;

function checkConditions({ nameContains, purposeContains, accountKey, centsFrom, centsTo }: Conditions, context: z.RefinementCtx): void {
  const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (!nameContains && !purposeContains && !accountKey)
    say('nameContains', 'Bitte den Namen oder den Verwendungszweck angeben, an dem die Regel eine Zeile erkennt.');
  if (centsFrom !== null && centsTo !== null && centsTo < centsFrom) say('centsTo', 'Das ist weniger als der kleinste Betrag.');
}

function checkRule(rule: Fields, context: z.RefinementCtx): void {
  checkConditions(rule, context);
  const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (rule.way === 'ignore') {
    if (!rule.reason) say('reason', 'Bitte den Grund angeben.');
    return;
  }
  if (rule.way === 'payer') {
    if (!rule.payerId) say('payerId', 'Bitte auswählen, wessen Konto es ist.');
    if (rule.direction === 'out') say('way', 'Auf ein Konto gebucht wird nur, was kommt.');
    return;
  }
  if (!rule.category) say('category', 'Bitte auswählen, wofür es ist.');
  else if (categoryOf(rule.category).direction !== rule.direction)
    say(
      'category',
      rule.direction === 'in' ? 'Hier kommt Geld. Bitte eine Einnahme wählen.' : 'Hier geht Geld. Bitte eine Ausgabe wählen.',
    );
  if (!rule.sphere) say('sphere', 'Bitte den Bereich auswählen.');
}

/** A rule as validated by form and server; sums in cents. */
export const bankRuleInput = z.strictObject(fields).superRefine(checkRule);
export type BankRuleInput = z.infer<typeof bankRuleInput>;
const bankConditions = z.strictObject(conditions).superRefine(checkConditions);

const bankRule = z.object({
  ...fields,
  account: z.string().describe('The ends of the account on the other side; empty if the rule asks for none.'),
  payerName: z.string().describe('Empty without a payer.'),
  isOrganisation: z.boolean(),
  id,
  version,
});
export type BankRule = z.infer<typeof bankRule>;

const trial = z.object({
  count: z.int(),
  cents: z.int().describe('In cents; negative for outgoing money.'),
  lines: z.array(z.object({ id, day: z.string(), name: z.string(), purpose: z.string(), cents: z.int() })).describe('The latest ones.'),
});
export type BankRuleTrial = z.infer<typeof trial>;

const example = {
  name: 'Kontoführung',
  direction: 'out' as const,
  nameContains: '',
  purposeContains: 'Entgeltabschluss',
  centsFrom: null,
  centsTo: 5000,
  way: 'entry' as const,
  category: 'bank_fees' as const,
  sphere: 'ideal' as const,
  reason: '',
  isAutomatic: false,
};
const exampleId = '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b12';

/** The rules of a club for recurring bank lines; the first match applies. */
export const bankRulesContract = {
  list: endpoint(
    { access: 'charges.manage' },
    { method: 'GET', path: '/bank-rules', summary: 'Regeln für Bankzeilen, in ihrer Reihenfolge' },
  )
    .input(z.strictObject({}))
    .output(z.array(bankRule)),
  trial: endpoint(
    { access: 'charges.manage' },
    {
      method: 'POST',
      path: '/bank-rules/trial',
      summary: 'Was eine Regel in zwölf Monaten getroffen hätte',
      description: 'Checks every stored line of the last twelve months. Read-only.',
      example: { direction: 'out', nameContains: '', purposeContains: 'Entgeltabschluss', centsFrom: null, centsTo: null },
    },
  )
    .input(bankConditions)
    .output(trial),
  create: endpoint(
    { access: 'charges.manage' },
    {
      method: 'POST',
      path: '/bank-rules',
      summary: 'Regel für Bankzeilen anlegen',
      description: 'It is added at the end.',
      refuses: ['in-progress', 'key-reused'],
      example,
    },
  )
    .input(bankRuleInput)
    .output(bankRule),
  update: endpoint(
    { access: 'charges.manage' },
    { method: 'PUT', path: '/bank-rules/{id}', summary: 'Regel ändern', example: { ...example, version: 1 } },
  )
    .input(bankRuleInput.safeExtend({ id, version }))
    .output(bankRule),
  order: endpoint(
    { access: 'charges.manage' },
    {
      method: 'PUT',
      path: '/bank-rules/order',
      summary: 'Reihenfolge der Regeln',
      description: 'Must name every rule once; fails if others were created or deleted meanwhile.',
      refuses: ['conflict'],
      example: { ids: [exampleId] },
    },
  )
    .input(z.strictObject({ ids: z.array(id).min(1).max(bankRulesAtMost) }))
    .output(done),
  delete: endpoint(
    { access: 'charges.manage' },
    { method: 'DELETE', path: '/bank-rules/{id}', summary: 'Regel löschen', description: 'Existing bookings remain unchanged.' },
  )
    .input(z.strictObject({ id }))
    .output(done),
};
