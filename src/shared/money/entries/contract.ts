import { z } from 'zod';
import { taxSpheres } from '#shared/courses/courseWords.ts';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, localDate, requiredLine } from '#shared/kernel/fields.ts';
import { moneyAccounts } from '../cash/words.ts';
import { entryCategories } from './words.ts';

const what = {
  category: z.enum(entryCategories),
  sphere: z.enum(taxSpheres),
  text: requiredLine(200).describe('The counterparty and the purpose.'),
};

const amount = z.int('Bitte einen Betrag angeben.').min(1, 'Bitte einen Betrag angeben.').max(99_999_999, 'Das ist zu viel.');

/** The maximum of parts of one bank line. */
export const linePartsAtMost = 20;

/** The entries as which a bank line without a charge is booked: one, or several parts. */
export const lineEntriesInput = z.strictObject({
  parts: z
    .array(z.strictObject({ ...what, cents: amount }))
    .min(1)
    .max(linePartsAtMost),
});
export type LineEntries = z.infer<typeof lineEntriesInput>;

/** Cash, or money on an account whose statements are not imported. */
export const entryInput = z.strictObject({
  ...what,
  account: z.enum(moneyAccounts).default('cash'),
  accountId: id.optional().describe('The bank account; defaults to the one that collects or pays.'),
  cents: amount,
  bookedOn: localDate,
});

const entry = z.object({
  ...what,
  id,
  cents: z.int().describe('In cents; negative for outgoing money.'),
  bookedOn: z.string(),
  account: z.enum(moneyAccounts),
  accountId: id.nullable().describe('The bank account; null for cash, and for the first account from before there were several.'),
  isOfBank: z.boolean().describe('Whether it was created by a statement line or a payout run; it is deleted when that is reverted.'),
  isLocked: z.boolean().describe('Whether its day is in a closed period, so that it cannot be changed.'),
  createdBy: z.string(),
});
export type Entry = z.infer<typeof entry>;

const club = clubName.optional();
const yearNumber = z.coerce.number().int().min(2000).max(2199);

/** Other income and spending of a club (/admin/money/year). */
export const entriesContract = {
  list: endpoint(
    { access: 'books.manage' },
    { method: 'GET', path: '/ledger-entries', summary: 'Weitere Einnahmen und Ausgaben eines Jahres, die neuesten zuerst' },
  )
    .input(z.strictObject({ year: yearNumber, club }))
    .output(z.array(entry)),
  create: endpoint(
    { access: 'books.manage' },
    {
      method: 'POST',
      path: '/ledger-entries',
      summary: 'Einnahme oder Ausgabe eintragen',
      description: 'The category determines whether it is income or spending. Fails for a day in a closed period.',
      refuses: ['in-progress', 'key-reused'],
      example: { category: 'event_income', sphere: 'business', text: 'Kuchen beim Sommerfest', cents: 12550, bookedOn: '2026-07-12' },
    },
  )
    .input(entryInput.extend({ club }))
    .output(entry),
  delete: endpoint(
    { access: 'books.manage' },
    {
      method: 'DELETE',
      path: '/ledger-entries/{id}',
      summary: 'Eingetragene Einnahme oder Ausgabe löschen',
      description: 'Entries created by a statement line are deleted by reopening the line.',
      refuses: ['wrong-state', 'period-closed'],
    },
  )
    .input(z.strictObject({ id }))
    .output(done),
};
