import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, localDate, pageOf, pageQuery, requiredLine, version } from '#shared/kernel/fields.ts';
import { iban } from '#shared/kernel/iban.ts';
import { accountOrigins, nameAnswers, payoutRunStates, payoutSources } from './words.ts';

const cents = z.int();
const source = z.enum(payoutSources);

const candidate = z.object({
  source,
  sourceId: id,
  payeeId: id.describe('The id of a person or an organisation.'),
  isOrganisation: z.boolean().describe('Whether the payee is an organisation, whose account is not stored and which is paid manually.'),
  name: z.string(),
  label: z.string(),
  cents,
  account: z.string().nullable().describe('The masked IBAN; null if there is none.'),
  origin: z.enum(accountOrigins).nullable(),
  fault: z.string().describe('The reason why it cannot be paid now, in German; empty if it can.'),
});
export type PayoutCandidate = z.infer<typeof candidate>;

const item = z.object({
  id,
  source,
  name: z.string(),
  label: z.string(),
  holder: z.string(),
  account: z.string(),
  cents,
  nameAnswer: z.enum(nameAnswers).nullable().describe('What the bank says of name and IBAN; null if nothing is recorded.'),
  failedReason: z.string(),
});
export type PayoutItem = z.infer<typeof item>;

const run = z.object({
  id,
  messageId: z.string(),
  executionOn: z.string(),
  executedOn: z.string().nullable(),
  debtorAccount: z.string().describe('The name of the account of the club with its masked IBAN.'),
  state: z.enum(payoutRunStates),
  totalCents: cents,
  transfers: z.int(),
  createdBy: z.string(),
  createdAt: z.string(),
  needsOther: z.boolean().describe('Whether the caller created the run and therefore must not submit it (parameter sepa.fourEyes).'),
  items: z.array(item),
  version,
});
export type PayoutRun = z.infer<typeof run>;

const proposal = z.object({ missing: z.array(z.string()), executionOn: z.string(), candidates: z.array(candidate) });
export type PayoutProposal = z.infer<typeof proposal>;

/** What the bank says of a payee's name and IBAN, as recorded; a close match comes with the bank's name. */
const nameAnswerInput = z.discriminatedUnion('answer', [
  z.strictObject({ answer: z.literal('match') }),
  z.strictObject({ answer: z.literal('close'), bankName: requiredLine(70) }),
  z.strictObject({ answer: z.literal('mismatch') }),
]);
export type NameAnswerInput = z.infer<typeof nameAnswerInput>;

/** A bank account for payouts, as typed. */
export const payeeAccountInput = z.strictObject({ holder: requiredLine(70), iban });
const shownAccount = z.object({ account: z.string(), holder: z.string(), payableFrom: z.string().nullable() });
export type ShownAccount = z.infer<typeof shownAccount>;

const ownAccount = z.object({
  personId: id,
  club: clubName,
  name: z.string(),
  account: z.string().nullable().describe('The masked IBAN; null if there is none.'),
  holder: z.string(),
  payableFrom: z
    .string()
    .nullable()
    .describe('The first day on which the account can be used after it replaced another one; null if it can be used already.'),
});
export type OwnPayeeAccount = z.infer<typeof ownAccount>;

const manage = { access: 'payouts.manage' } as const;
const repeatable = ['in-progress', 'key-reused'] as const;
const account = { holder: 'Ole Ohm', iban: 'DE02120300000000202051' };

/** Outgoing money (/admin/money/payouts). */
export const payoutsContract = {
  propose: endpoint(manage, { method: 'GET', path: '/payout-runs/proposal', summary: 'Was auszuzahlen ist, und was fehlt' })
    .input(z.strictObject({ club: clubName.optional(), accountId: id.optional() }))
    .output(proposal),
  list: endpoint(manage, { method: 'GET', path: '/payout-runs', summary: 'Sammelüberweisungen, die neuesten zuerst' })
    .input(z.strictObject({ club: clubName.optional(), ...pageQuery, limit: pageQuery.limit.default(20) }))
    .output(pageOf(run)),
  create: endpoint(
    { ...manage, fresh: true, answerMs: 10_000 },
    {
      method: 'POST',
      path: '/payout-runs',
      summary: 'Sammelüberweisung anlegen',
      description: 'Fails if an item is no longer payable or the total differs from `totalCents`.',
      refuses: ['changed-since-preview', 'not-ready', ...repeatable],
      example: { chosen: [{ source: 'refund', sourceId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11' }], totalCents: 1000 },
    },
  )
    .input(
      z.strictObject({
        club: clubName.optional(),
        chosen: z
          .array(z.strictObject({ source, sourceId: id }))
          .min(1)
          .max(1000),
        totalCents: cents,
        accountId: id.optional().describe('The account of the club to pay from; defaults to the one that pays.'),
      }),
    )
    .output(run),
  file: endpoint(
    { ...manage, fresh: true, answerMs: 20_000 },
    {
      method: 'GET',
      path: '/payout-runs/{id}/file',
      summary: 'Die Datei für die Bank (pain.001.001.09)',
      description:
        'Identical on each download, until an item comes back or the bank corrects a name. With the parameter sepa.fourEyes, not for the creator of the run.',
      refuses: ['wrong-state', 'second-person'],
    },
  )
    .input(z.strictObject({ id }))
    .output(z.file()),
  execute: endpoint(manage, {
    method: 'POST',
    path: '/payout-runs/{id}/execution',
    summary: 'Als ausgeführt vermerken',
    description: 'Records the payments and marks hour sheets and expenses as paid.',
    refuses: ['wrong-state', 'second-person', 'period-closed', ...repeatable],
    example: { executedOn: '2026-11-20', version: 1 },
  })
    .input(z.strictObject({ id, executedOn: localDate, version }))
    .output(run),
  discard: endpoint(manage, {
    method: 'POST',
    path: '/payout-runs/{id}/discarding',
    summary: 'Sammelüberweisung verwerfen',
    description: 'Possible only before the run is submitted to the bank. Its items become payable again.',
    refuses: ['wrong-state', ...repeatable],
    example: { version: 1 },
  })
    .input(z.strictObject({ id, version }))
    .output(run),
  fail: endpoint(manage, {
    method: 'POST',
    path: '/payout-runs/{id}/failures',
    summary: 'Eine Überweisung kam zurück',
    description: "The item becomes payable again; for an executed run, the payment is reversed with today's date.",
    refuses: ['wrong-state', 'period-closed', ...repeatable],
    example: { itemId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11', reason: 'Konto erloschen', version: 1 },
  })
    .input(z.strictObject({ id, itemId: id, reason: requiredLine(200), version }))
    .output(run),
  answerName: endpoint(manage, {
    method: 'POST',
    path: '/payout-runs/{id}/name-answers',
    summary: 'Was die Bank zu Name und IBAN sagt (Empfängerprüfung)',
    description:
      "Applies to all items of the transfer, before its execution. With `close`, the bank's name replaces the holder in the file and in the stored account; with `mismatch`, the items become payable again.",
    refuses: ['wrong-state', ...repeatable],
    example: { itemId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11', said: { answer: 'close', bankName: 'Ole Ohm-Uhl' }, version: 1 },
  })
    .input(z.strictObject({ id, itemId: id, said: nameAnswerInput, version }))
    .output(run),
  askForAccounts: endpoint(manage, {
    method: 'POST',
    path: '/payout-runs/account-requests',
    summary: 'Alle ohne Konto bitten, eines einzutragen',
    description: 'Sent by mail, at most once per day and person.',
    refuses: repeatable,
    example: {},
  })
    .input(z.strictObject({ club: clubName.optional() }))
    .output(z.object({ told: z.int(), withoutAddress: z.int() })),
  ownAccounts: endpoint(
    { access: 'payouts.manageOwn' },
    { method: 'GET', path: '/payee-accounts/own', summary: 'Mein Konto für Auszahlungen bei jedem Verein' },
  ).output(z.array(ownAccount)),
  setOwnAccount: endpoint(
    { access: 'payouts.manageOwn', fresh: true },
    {
      method: 'PUT',
      path: '/payee-accounts/own/{personId}',
      summary: 'Mein Konto für Auszahlungen eintragen',
      description: 'A mail is sent to the previously known address. If it replaces another account, nothing is paid to it for three days.',
      example: account,
    },
  )
    .input(payeeAccountInput.extend({ personId: id }))
    .output(shownAccount),
  setAccount: endpoint(
    { ...manage, fresh: true },
    {
      method: 'PUT',
      path: '/payee-accounts/{personId}',
      summary: 'Konto für Auszahlungen einer Person eintragen',
      description:
        'The person is notified by mail at the previously known address. If it replaces another account, nothing is paid to it for three days.',
      example: account,
    },
  )
    .input(payeeAccountInput.extend({ personId: id, club: clubName.optional() }))
    .output(shownAccount),
};
