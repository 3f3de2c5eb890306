import { z } from 'zod';
import { taxSpheres } from '#shared/courses/courseWords.ts';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, requiredLine, version } from '#shared/kernel/fields.ts';
import { chargeSources } from '../chargeWords.ts';

const club = clubName.optional();

/** The sources that can be assigned to a ledger account; refunds are booked to the account of their charge. */
export const bookedSources = chargeSources.filter((source) => source !== 'refund');
const source = z.enum(chargeSources).exclude(['refund']);

/** A club's own ledger account: income for one purpose, separate from other income of the same source. */
export const ledgerAccountInput = z.strictObject({
  name: requiredLine(60),
  sphere: z.enum(taxSpheres),
  sources: z.array(source).max(20).default([]).describe('The sources whose future charges are booked to the account.'),
});
export type LedgerAccountInput = z.output<typeof ledgerAccountInput>;

const account = z.object({
  ...ledgerAccountInput.shape,
  id,
  endedOn: z.string().nullable().describe('The day from which no new charges are booked to the account; null while it is active.'),
  isUsed: z.boolean().describe('Whether charges are booked to the account; then name and sphere cannot be changed.'),
  rules: z.array(z.string()).describe('The names of the fee rules that use the account.'),
  version,
});
export type LedgerAccount = z.infer<typeof account>;

const access = { access: 'books.manage' } as const;
const repeatable = ['in-progress', 'key-reused'] as const;
const example = { name: 'Kursgebühren Reha', sphere: 'purpose', sources: ['course'] };

/** A club's own ledger accounts (/admin/money/year). */
export const ledgerContract = {
  list: endpoint(access, { method: 'GET', path: '/ledger-accounts', summary: 'Eigene Buchungskonten, die laufenden zuerst' })
    .input(z.strictObject({ club }))
    .output(z.array(account)),
  create: endpoint(access, {
    method: 'POST',
    path: '/ledger-accounts',
    summary: 'Buchungskonto anlegen',
    description: 'Existing charges remain on their accounts.',
    refuses: repeatable,
    example,
  })
    .input(ledgerAccountInput.extend({ club }))
    .output(account),
  update: endpoint(access, {
    method: 'PUT',
    path: '/ledger-accounts/{id}',
    summary: 'Buchungskonto ändern',
    description: 'If charges are booked to the account, only its sources can be changed.',
    example: { ...example, version: 1 },
  })
    .input(ledgerAccountInput.extend({ id, version }))
    .output(account),
  setEnded: endpoint(access, {
    method: 'PUT',
    path: '/ledger-accounts/{id}/end',
    summary: 'Buchungskonto beenden oder wieder öffnen',
    example: { isEnded: true, version: 1 },
  })
    .input(z.strictObject({ id, isEnded: z.boolean(), version }))
    .output(account),
  delete: endpoint(access, {
    method: 'DELETE',
    path: '/ledger-accounts/{id}',
    summary: 'Buchungskonto löschen',
    description: 'Only accounts that nothing is booked to.',
    refuses: ['wrong-state'],
  })
    .input(z.strictObject({ id }))
    .output(done),
};
