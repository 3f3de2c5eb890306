import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, email, id, instant, line, localDate, paragraphs, requiredLine, version } from '#shared/kernel/fields.ts';
import { declarationKinds, declarationStates } from './declarationWords.ts';

/** A declaration, validated by form and server. Few fields are required, and no other input is rejected. */
export const declarationInput = z.strictObject({
  kind: z.enum(declarationKinds),
  club: clubName.describe('With whom the contract is, as far as the sender knows.'),
  name: requiredLine(120),
  email,
  contract: requiredLine(200).describe('Which contract: the title of an offer, "Mitgliedschaft", or words of one’s own.'),
  person: line(120).default('').describe('For whom it is, e.g. a child; empty: for the sender.'),
  isExtraordinary: z.boolean().default(false).describe('Termination for good cause, without notice.'),
  reason: paragraphs(1000).default(''),
  wishedOn: localDate.nullable().default(null).describe('Null: at the earliest end.'),
  enrolmentId: id.nullable().default(null).describe('One of one’s own, chosen by somebody who is signed in.'),
  website: line(300).default('').describe('A field that people do not see; who fills it in is no person.'),
});

const receipt = z.object({
  receivedAt: instant,
  text: z.string().describe('What was declared, with day and second, as it goes by mail.'),
  endsOn: z
    .string()
    .nullable()
    .describe('The end of the contract, told at once only to somebody signed in whose own it is; to others by mail.'),
});

export type DeclarationReceipt = z.infer<typeof receipt>;

/** A declaration, for the holder of the receipt. */
const ownDeclaration = z.object({
  kind: z.enum(declarationKinds),
  club: clubName,
  name: z.string(),
  contract: z.string(),
  receivedAt: instant,
  state: z.enum(declarationStates),
  canDisown: z.boolean().describe('It can still be called somebody else’s.'),
});

export type OwnDeclaration = z.infer<typeof ownDeclaration>;

const fitting = z.object({
  enrolmentId: id,
  title: z.string(),
  name: z.string(),
  email: z.string(),
  state: z.string(),
  startsOn: z.string().nullable(),
  endsOnNotice: z.string().nullable().describe('The earliest end by notice of the day of the declaration; null where there is no notice.'),
});

/** A declaration, for the board. */
const declaration = z.object({
  id,
  club: clubName,
  kind: z.enum(declarationKinds),
  receivedAt: instant,
  name: z.string(),
  email: z.string(),
  contract: z.string(),
  person: z.string(),
  isExtraordinary: z.boolean(),
  reason: z.string(),
  wishedOn: z.string().nullable(),
  endsOn: z.string().nullable(),
  state: z.enum(declarationStates),
  why: z.string().describe('Why it is a task, in a sentence; empty where it is none.'),
  answer: z.string(),
  decidedAt: instant.nullable(),
  fitting: z.array(fitting).describe('Enrolments under that name or address, for a declaration that waits.'),
  version,
});

export type Declaration = z.infer<typeof declaration>;

/** The decision of the board. */
export const declarationDecision = z.strictObject({
  enrolmentId: id.nullable().default(null).describe('Which enrolment it ends; without one nothing but the declaration changes.'),
  endsOn: localDate.nullable().default(null).describe('The last day of the contract; none for a withdrawal.'),
  answer: paragraphs(1000).default('').describe('Goes by mail.'),
});

/** The board's reply to a declined declaration, visible to the sender. */
export const declarationRefusal = z.strictObject({ answer: paragraphs(1000).min(1) });

const token = z.strictObject({ token: z.string().regex(/^[\w-]{20,64}$/) });
const which = { id, version };

/**
 * Terminating or withdrawing from a contract without an account (/contracts/cancel, /contracts/withdraw), and the
 * processing by the board.
 */
export const declarationsContract = {
  create: endpoint(
    { access: 'contractDeclarations.create' },
    {
      method: 'POST',
      path: '/contract-declarations',
      summary: 'Vertrag kündigen oder widerrufen',
      description: 'Without an account; the receipt goes to the address at once. At most ten in an hour from one network.',
      refuses: ['in-progress', 'key-reused'],
      example: { kind: 'termination', club: 'RWA', name: 'Jo Muster', email: 'jo@example.org', contract: 'Badminton' },
    },
  )
    .input(declarationInput)
    .output(receipt),
  byLink: endpoint(
    { access: 'contractDeclarations.disown' },
    { method: 'GET', path: '/contract-declarations/links/{token}', summary: 'Die eigene Erklärung über den Link aus der Mail' },
  )
    .input(token)
    .output(ownDeclaration),
  disown: endpoint(
    { access: 'contractDeclarations.disown' },
    {
      method: 'POST',
      path: '/contract-declarations/links/{token}',
      summary: 'Das war ich nicht',
      description: 'Within 14 days. What took effect by itself is taken back where it can be; the board is told.',
      refuses: ['undo-over'],
    },
  )
    .input(token)
    .output(ownDeclaration),
  list: endpoint(
    { access: 'contractDeclarations.list' },
    { method: 'GET', path: '/contract-declarations', summary: 'Kündigungen und Widerrufe', description: 'At most 200.' },
  )
    .input(z.strictObject({ club: clubName.optional(), isOpen: z.stringbool().default(true) }))
    .output(z.array(declaration)),
  confirm: endpoint(
    { access: 'contractDeclarations.decide' },
    {
      method: 'POST',
      path: '/contract-declarations/{id}/confirmation',
      summary: 'Kündigung oder Widerruf bestätigen',
      refuses: ['wrong-state'],
      example: { endsOn: '2026-12-31', answer: '', version: 1 },
    },
  )
    .input(declarationDecision.extend(which))
    .output(done),
  refuse: endpoint(
    { access: 'contractDeclarations.decide' },
    {
      method: 'POST',
      path: '/contract-declarations/{id}/refusal',
      summary: 'Kündigung oder Widerruf nicht annehmen',
      refuses: ['wrong-state'],
      example: { answer: 'Für diesen Kurs gibt es kein Widerrufsrecht.', version: 1 },
    },
  )
    .input(declarationRefusal.extend(which))
    .output(done),
  acknowledge: endpoint(
    { access: 'contractDeclarations.decide' },
    {
      method: 'POST',
      path: '/contract-declarations/{id}/acknowledgement',
      summary: 'Einen Widerspruch zur Kenntnis nehmen',
      refuses: ['wrong-state'],
      example: { version: 1 },
    },
  )
    .input(z.strictObject(which))
    .output(done),
};
