import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, email, id, instant, line, localDate, paragraphs, requiredLine, version } from '#shared/kernel/fields.ts';
import { declarationKinds, declarationStates } from './declarationWords.ts';

/** A declaration, validated by form and server. Few fields are required, and no other input is rejected. */
export const declarationInput = z.strictObject({
  kind: z.enum(declarationKinds),
  club: clubName.describe('The contracting club, as far as known to the sender.'),
  name: requiredLine(120),
  email,
  contract: requiredLine(200).describe('The contract as described by the sender, e.g. the title of an offer or "Mitgliedschaft".'),
  person: line(120).default('').describe('The person concerned, e.g. a child; empty for the sender.'),
  isExtraordinary: z.boolean().default(false).describe('Termination for good cause, without notice.'),
  reason: paragraphs(1000).default(''),
  wishedOn: localDate.nullable().default(null).describe('The requested end; null for the earliest possible day.'),
  enrolmentId: id.nullable().default(null).describe('An own enrolment, selected by a signed-in sender.'),
  key: z
    .string()
    .regex(/^[\w-]{8,64}$/)
    .optional()
    .describe('A client-generated key per form: what it sends again after a lost answer counts once.'),
  website: line(300).default('').describe('A honeypot field that is invisible to people; must stay empty.'),
});

const receipt = z.object({
  receivedAt: instant,
  text: z.string().describe('The declaration with its time to the second, as sent by mail.'),
  endsOn: z
    .string()
    .nullable()
    .describe('The end of the contract; null unless the sender is signed in and owns the contract. Others are informed by mail.'),
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
  canDisown: z.boolean().describe('Whether the holder of the link can still report that they did not send it.'),
});

export type OwnDeclaration = z.infer<typeof ownDeclaration>;

const fitting = z.object({
  enrolmentId: id,
  title: z.string(),
  name: z.string(),
  email: z.string(),
  state: z.string(),
  startsOn: z.string().nullable(),
  endsOnNotice: z
    .string()
    .nullable()
    .describe('The earliest end if notice was given on the day of the declaration; null without a notice period.'),
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
  why: z.string().describe('The reason why the board must act, as a German sentence; empty if it need not.'),
  answer: z.string(),
  decidedAt: instant.nullable(),
  fitting: z.array(fitting).describe('Enrolments with the same name or address, for pending declarations.'),
  version,
});

export type Declaration = z.infer<typeof declaration>;

/** The decision of the board. */
export const declarationDecision = z.strictObject({
  enrolmentId: id.nullable().default(null).describe('The enrolment to end; null changes the declaration only.'),
  endsOn: localDate.nullable().default(null).describe('The last day of the contract; null for a withdrawal.'),
  answer: paragraphs(1000).default('').describe('Sent by mail.'),
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
      description: 'Requires no account. Sends the receipt to the address immediately. At most ten per hour and network address.',
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
      description: 'Possible within 14 days. Automatic effects are reverted where possible, and the board is notified.',
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
