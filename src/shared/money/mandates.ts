import { z } from 'zod';
import { sumOfCents } from '#shared/kernel/money.ts';
import { chosenMandateEnds, mandateEnds, mandateFilters, mandateKinds, mandateOrigins, mandateStates } from './mandateWords.ts';
import { lackingMandate, leftPayer, withoutMandate } from './payerLists.ts';
import { isDebitable, isSepaId, sepaText } from './sepaRules.ts';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, line, localDate, pageQuery, requiredLine, version } from '#shared/kernel/fields.ts';
import { iban } from '#shared/kernel/iban.ts';

/** The reference of a mandate, as on the payer's paper. */
export const mandateReference = requiredLine(35).refine(
  isSepaId,
  'Bitte nur Buchstaben ohne Umlaute, Ziffern, Leerzeichen und + ? / - : ( ) . ,',
);

/** The account holder; the name must not be empty after conversion to the SEPA character set. */
export const mandateHolder = requiredLine(70).refine((text) => sepaText(text, 70) !== '', 'Bitte einen Namen.');

/** An account that can be debited. */
const mandateIban = iban.refine(isDebitable, 'Von diesem Land lässt sich nicht einziehen. Bitte lassen Sie überweisen.');

const account = { iban: mandateIban, accountHolder: mandateHolder, signedOn: localDate, reference: mandateReference };

const collectsOpen = z.boolean().default(false).describe('Also collects open charges that would be paid by transfer.');

/** The content of a mandate on paper. */
export const mandateInput = z.strictObject({
  ...account,
  payerPersonId: id,
  forPersonId: id
    .nullable()
    .default(null)
    .describe('Limits the mandate to charges for this person; null for all persons whom the payer pays for.'),
  kind: z.enum(mandateKinds).default('recurrent'),
  collectsOpen,
});

/** What a replacement takes from the new paper; payer, person and kind stay. */
export const replaceMandateInput = z.strictObject(account);

/** What an imported mandate lacks. */
export const completeMandateInput = z.strictObject({
  signedOn: localDate,
  reference: mandateReference,
  lastUsedOn: localDate.nullable(),
  collectsOpen,
});

/** The end of a mandate: the reason and the last day. */
export const endMandateInput = z.strictObject({ reason: z.enum(chosenMandateEnds), on: localDate });

const mandate = z.object({
  id,
  club: clubName,
  payerPersonId: id,
  payer: z.string(),
  forPersonId: id.nullable(),
  forName: z.string().describe('Empty for all persons whom the payer pays for.'),
  reference: z.string().nullable(),
  account: z.string().describe('The masked IBAN.'),
  accountHolder: z.string(),
  signedOn: z.string().nullable(),
  lastUsedOn: z.string().nullable(),
  lapsesOn: z.string().nullable().describe('The last day of validity unless the mandate is used before; null if unknown.'),
  kind: z.enum(mandateKinds),
  state: z.enum(mandateStates),
  isPaused: z.boolean(),
  origin: z.enum(mandateOrigins),
  endedOn: z.string().nullable(),
  endReason: z.enum(mandateEnds).nullable(),
  version,
});
export type Mandate = z.infer<typeof mandate>;

/** A standing mandate as its payer sees it. */
const ownMandate = mandate
  .pick({
    id: true,
    club: true,
    forName: true,
    reference: true,
    account: true,
    accountHolder: true,
    signedOn: true,
    isPaused: true,
    version: true,
  })
  .extend({ payer: z.string() });
export type OwnMandate = z.infer<typeof ownMandate>;

const someone = z.object({ id, name: z.string() });

/** How the fees of a person are paid. */
const payment = z.object({
  payer: someone,
  isOwn: z.boolean().describe('Whether the person pays for themselves.'),
  mandates: z.array(mandate).describe('The mandates of the payer, valid ones first.'),
  paysFor: z.array(someone).describe('The members whose fees the payer pays.'),
  reference: z.string().describe('An unused reference, as a proposal.'),
  open: z.array(z.object({ personId: id, count: z.int(), cents: z.int() })).describe('Open charges to be paid by transfer, by person.'),
});
export type Payment = z.infer<typeof payment>;

/** The number and sum of charges that a mandate for one person or for all could collect now. */
export function collectable({ open }: Payment, forPersonId: string | null): { count: number; cents: number } {
  const covered = open.filter(({ personId }) => forPersonId === null || personId === forPersonId);
  return {
    count: covered.reduce((sum, { count }) => sum + count, 0),
    cents: sumOfCents(covered),
  };
}

/** A mandate as given online by its payer, who signs on this day. */
export const givenMandateInput = z.strictObject({ payerPersonId: id, iban: mandateIban, accountHolder: mandateHolder });

const one = z.strictObject({ id });
const club = clubName.optional();
const example = { iban: 'DE02120300000000202051', accountHolder: 'Mia Muster', signedOn: '2026-11-01', reference: 'RWA-9001-01' };
const repeatable = ['in-progress', 'key-reused'] as const;

/** SEPA mandates (/admin/money/mandates): entered from paper, replaced, paused, ended. */
export const mandatesContract = {
  list: endpoint(
    { access: 'mandates.read' },
    { method: 'GET', path: '/mandates', summary: 'Lastschriftmandate', description: 'Sorted by the name of the payer.' },
  )
    .input(
      z.strictObject({
        ...pageQuery,
        club,
        filter: z.enum(mandateFilters).default('present'),
        search: line(100).optional().describe('Matches a part of a name or of the reference, or a complete IBAN.'),
      }),
    )
    .output(
      z.object({
        rows: z.array(mandate),
        next: z.string().nullable(),
        total: z.int().nullable().describe('Only on the first page, otherwise null.'),
      }),
    ),
  missing: endpoint(
    { access: 'mandates.read' },
    {
      method: 'GET',
      path: '/mandates/missing',
      summary: 'Zahler ohne Mandat',
      description: 'Payers of current members without a mandate, sorted by name; at most 2,000.',
    },
  )
    .input(z.strictObject({ club, search: line(100).optional() }))
    .output(z.array(withoutMandate)),
  left: endpoint(
    { access: 'mandates.read' },
    {
      method: 'GET',
      path: '/mandates/left',
      summary: 'Ausgetretene Zahler',
      description: 'Payers who have left the club, but still pay for members or owe charges of others. Sorted by name.',
    },
  )
    .input(z.strictObject({ club, search: line(100).optional() }))
    .output(z.array(leftPayer)),
  mine: endpoint(
    { access: 'mandates.read' },
    { method: 'GET', path: '/mandates/mine', summary: 'Von welchen Konten für mich und meine Kinder eingezogen werden darf' },
  ).output(z.array(ownMandate)),
  lacking: endpoint(
    { access: 'mandates.give' },
    {
      method: 'GET',
      path: '/mandates/mine/lacking',
      summary: 'Welches eigene Mandat fehlt',
      description: 'Payers for whom direct debit was agreed but who have no mandate: the user, and persons they act for.',
    },
  ).output(z.array(lackingMandate)),
  give: endpoint(
    { access: 'mandates.give' },
    {
      method: 'POST',
      path: '/mandates/mine',
      summary: 'Ein fehlendes Mandat geben',
      refuses: ['wrong-state', ...repeatable],
      example: { payerPersonId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11', iban: 'DE02120300000000202051', accountHolder: 'Mia Muster' },
    },
  )
    .input(givenMandateInput)
    .output(done),
  endOwn: endpoint(
    { access: 'mandates.end' },
    {
      method: 'POST',
      path: '/mandates/mine/{id}/ending',
      summary: 'Ein eigenes Mandat beenden',
      description: 'At once. Open charges are switched to transfer, except those in collection; payer and board get a mail.',
      refuses: ['wrong-state', ...repeatable],
      example: { version: 1 },
    },
  )
    .input(z.strictObject({ id, version }))
    .output(done),
  ofPerson: endpoint(
    { access: 'mandates.read' },
    { method: 'GET', path: '/people/{id}/payment', summary: 'Wer für jemanden zahlt, und womit' },
  )
    .input(z.strictObject({ id, asPayer: z.stringbool().default(false).describe('Treats the person as the payer.') }))
    .output(payment),
  create: endpoint(
    { access: 'mandates.manage', fresh: true },
    {
      method: 'POST',
      path: '/mandates',
      summary: 'Mandat eintragen',
      refuses: repeatable,
      example: {
        ...example,
        payerPersonId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11',
        forPersonId: null,
        kind: 'recurrent',
        collectsOpen: false,
      },
    },
  )
    .input(mandateInput)
    .output(mandate),
  complete: endpoint(
    { access: 'mandates.manage', fresh: true },
    {
      method: 'PUT',
      path: '/mandates/{id}',
      summary: 'Übernommenes Mandat ergänzen',
      description: 'Only for mandates without a date or reference.',
      refuses: ['wrong-state'],
      example: { signedOn: '2019-03-01', reference: 'M-17', lastUsedOn: '2026-01-15', collectsOpen: false, version: 1 },
    },
  )
    .input(completeMandateInput.extend({ id, version }))
    .output(mandate),
  replace: endpoint(
    { access: 'mandates.manage', fresh: true },
    {
      method: 'POST',
      path: '/mandates/{id}/replacement',
      summary: 'Mandat durch ein neues ersetzen',
      description: 'For a new account or holder: ends the old mandate and creates one with its own date and reference.',
      refuses: ['wrong-state', ...repeatable],
      example: { ...example, reference: 'RWA-9001-02', version: 1 },
    },
  )
    .input(replaceMandateInput.extend({ id, version }))
    .output(mandate),
  end: endpoint(
    { access: 'mandates.manage', fresh: true },
    {
      method: 'POST',
      path: '/mandates/{id}/ending',
      summary: 'Mandat beenden',
      description: 'Open charges are switched to transfer, except those in collection. The payer gets a mail.',
      refuses: ['wrong-state', ...repeatable],
      example: { reason: 'revoked_by_payer', on: '2026-11-20', version: 1 },
    },
  )
    .input(endMandateInput.extend({ id, version }))
    .output(mandate),
  pause: endpoint(
    { access: 'mandates.manage', fresh: true },
    {
      method: 'PUT',
      path: '/mandates/{id}/pause',
      summary: 'Mandat ruhen lassen oder fortsetzen',
      description: 'Nothing is collected while the mandate is paused.',
      refuses: ['wrong-state'],
      example: { isPaused: true, version: 1 },
    },
  )
    .input(z.strictObject({ id, isPaused: z.boolean(), version }))
    .output(mandate),
  reveal: endpoint(
    { access: 'mandates.reveal', fresh: true },
    {
      method: 'POST',
      path: '/mandates/{id}/iban',
      summary: 'Ganze IBAN zeigen',
      description: 'Recorded in the audit log.',
      refuses: repeatable,
      example: {},
    },
  )
    .input(one)
    .output(z.object({ iban: z.string() })),
  export: endpoint(
    { access: 'mandates.reveal', fresh: true, answerMs: 10_000 },
    { method: 'GET', path: '/mandates/export', summary: 'Alle Mandate mit ganzer IBAN als CSV' },
  )
    .input(z.strictObject({ club }))
    .output(z.file()),
};
