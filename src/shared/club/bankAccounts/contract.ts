import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, line, localDate, requiredLine, version } from '#shared/kernel/fields.ts';
import { creditorId, iban } from '#shared/kernel/iban.ts';

const club = clubName.optional();
const emptyOr = <Shape extends z.ZodType>(shape: Shape) => z.union([z.literal(''), shape]);

/** A bank account of a club, as typed. */
export const clubAccountInput = z.strictObject({
  name: requiredLine(60).describe('The name within the club.'),
  holder: requiredLine(70).describe('The holder as known to the bank.'),
  iban,
  bic: z
    .string()
    .max(20)
    .transform((text) => text.replaceAll(/\s/g, '').toUpperCase())
    .refine((text) => text === '' || /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text), 'Ein BIC hat 8 oder 11 Zeichen.')
    .default(''),
  creditorId: emptyOr(creditorId).default('').describe('Without it, nothing is debited to this account.'),
  formerCreditorId: emptyOr(creditorId)
    .default('')
    .describe('The creditor identifier before a change: named to the bank with the first debit of an imported mandate.'),
  isCollect: z.boolean().describe('Whether it is the account for incoming money: transfers and, unless chosen otherwise, debits.'),
  isPay: z.boolean().describe('Whether payout files are paid from it, unless chosen otherwise.'),
});
export type ClubAccountInput = z.output<typeof clubAccountInput>;

const clubAccount = z.object({
  ...clubAccountInput.shape,
  iban: z.string(),
  bic: z.string(),
  creditorId: z.string(),
  formerCreditorId: z.string(),
  id,
  isMain: z.boolean().describe('Whether it is the first account: money from before there were several lies on it.'),
  isUsed: z.boolean().describe('Whether it has statements, runs or payments; then its IBAN cannot be changed.'),
  isConfirmed: z.boolean().describe('Whether it can be used; with the parameter sepa.fourEyes a second person confirms it first.'),
  mayConfirm: z.boolean().describe('Whether the caller is the person to confirm it.'),
  endedOn: z.string().nullable().describe('The day on which it was closed; null while it is open.'),
  line: line(200).describe('Name and last digits, for choices.'),
  version,
});
export type ClubAccount = z.infer<typeof clubAccount>;

const access = { access: 'clubAccount.manage' } as const;
const fresh = { ...access, fresh: true } as const;
const repeatable = ['in-progress', 'key-reused'] as const;
const example = {
  name: 'Spendenkonto',
  holder: 'Rot-Weiß Auenfeld e. V.',
  iban: 'DE02200505501015871393',
  bic: '',
  creditorId: 'DE98ZZZ09999999999',
  formerCreditorId: '',
  isCollect: false,
  isPay: true,
};

/** The bank accounts of a club (/admin/config, "Beitrag und Bank"). A change is mailed to all admins of the club. */
export const clubAccountsContract = {
  list: endpoint(access, { method: 'GET', path: '/club-accounts', summary: 'Bankkonten des Vereins, die laufenden zuerst' })
    .input(z.strictObject({ club }))
    .output(z.array(clubAccount)),
  create: endpoint(fresh, {
    method: 'POST',
    path: '/club-accounts',
    summary: 'Bankkonto des Vereins anlegen',
    description: 'An account that collects or pays replaces the one that did so before.',
    refuses: repeatable,
    example,
  })
    .input(clubAccountInput.extend({ club }))
    .output(clubAccount),
  update: endpoint(fresh, {
    method: 'PUT',
    path: '/club-accounts/{id}',
    summary: 'Bankkonto des Vereins ändern',
    description: 'The IBAN of an account with statements, runs or payments cannot be changed.',
    refuses: ['wrong-state'],
    example: { ...example, version: 1 },
  })
    .input(clubAccountInput.extend({ id, version }))
    .output(clubAccount),
  confirm: endpoint(fresh, {
    method: 'POST',
    path: '/club-accounts/{id}/confirmation',
    summary: 'Bankkonto des Vereins als zweite Person bestätigen',
    refuses: ['wrong-state', 'second-person'],
    example: { version: 1 },
  })
    .input(z.strictObject({ id, version }))
    .output(clubAccount),
  setEnded: endpoint(fresh, {
    method: 'PUT',
    path: '/club-accounts/{id}/end',
    summary: 'Bankkonto des Vereins beenden oder wieder öffnen',
    description: 'Only an account that neither collects nor pays and has no pending run. Its history remains.',
    refuses: ['wrong-state'],
    example: { endedOn: '2026-11-30', version: 1 },
  })
    .input(z.strictObject({ id, endedOn: localDate.nullable(), version }))
    .output(clubAccount),
};
