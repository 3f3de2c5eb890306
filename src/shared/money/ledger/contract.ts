import { z } from 'zod';
import { taxSpheres } from '#shared/courses/courseWords.ts';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, requiredLine, version } from '#shared/kernel/fields.ts';
import { chargeSources } from '../chargeWords.ts';

const club = clubName.optional();

/** The sources that book to an account automatically; refunds book where their charge did. */
export const bookedSources = chargeSources.filter((source) => source !== 'refund');
const source = z.enum(chargeSources).exclude(['refund']);

/** A ledger account of a club's own: income for one purpose, apart from that of the same source. */
export const ledgerAccountInput = z.strictObject({
  name: requiredLine(60),
  sphere: z.enum(taxSpheres),
  sources: z.array(source).max(20).default([]).describe('Whose charges book to it from now on.'),
});
export type LedgerAccountInput = z.output<typeof ledgerAccountInput>;

const account = z.object({
  ...ledgerAccountInput.shape,
  id,
  endedOn: z.string().nullable().describe('From this day on nothing new books to it.'),
  isUsed: z.boolean().describe('Charges book to it: name and sphere stay.'),
  rules: z.array(z.string()).describe('Names of the fee rules that book to it.'),
  version,
});
export type LedgerAccount = z.infer<typeof account>;

const access = { access: 'books.manage' } as const;
const repeatable = ['in-progress', 'key-reused'] as const;
const example = { name: 'Kursgebühren Reha', sphere: 'purpose', sources: ['course'] };

/** Ledger accounts of a club's own (/admin/money/year). */
export const ledgerContract = {
  list: endpoint(access, { method: 'GET', path: '/ledger-accounts', summary: 'Eigene Buchungskonten, die laufenden zuerst' })
    .input(z.strictObject({ club }))
    .output(z.array(account)),
  create: endpoint(access, {
    method: 'POST',
    path: '/ledger-accounts',
    summary: 'Buchungskonto anlegen',
    description: 'What was charged before stays where it is.',
    refuses: repeatable,
    example,
  })
    .input(ledgerAccountInput.extend({ club }))
    .output(account),
  update: endpoint(access, {
    method: 'PUT',
    path: '/ledger-accounts/{id}',
    summary: 'Buchungskonto ändern',
    description: 'Once charges book to it only what books to it from now on.',
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
    description: 'Only while nothing books to it.',
    refuses: ['wrong-state'],
  })
    .input(z.strictObject({ id }))
    .output(done),
};
