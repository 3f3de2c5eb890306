import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, localDate, requiredLine, typedPassword } from '#shared/kernel/fields.ts';
import { yearLine } from '../books/contract.ts';
import { placeBalance } from '../cash/contract.ts';

const cents = z.int();
const club = clubName.optional();
const year = z.coerce.number().int().min(2000).max(2199);

/** The maximum validity of a link in days. */
export const linkDaysAtMost = 60;
/** The maximum of movements in a sample. */
export const sampleAtMost = 50;

/** A link for the auditors: its recipient, the password that they receive separately, and its last day. */
export const auditorLinkInput = z.strictObject({
  name: requiredLine(80),
  password: z.string().min(10, 'Bitte mindestens 10 Zeichen.').max(200, 'Höchstens 200 Zeichen.'),
  until: localDate,
});

const link = z.object({
  id,
  name: z.string(),
  until: z.string().describe('The last day on which the link is valid.'),
  createdBy: z.string(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  isOpen: z.boolean(),
  openings: z.int(),
  lastOpenedAt: z.string().nullable(),
});
export type AuditorLink = z.infer<typeof link>;

/** The number of movements in a sample. */
export const sampleInput = z.strictObject({
  count: z.int('Bitte eine Zahl.').min(1, 'Mindestens 1.').max(sampleAtMost, `Höchstens ${sampleAtMost}.`),
});

/** The secret and password that open the books of a year without an account. */
export const openingInput = z.strictObject({ token: z.string().regex(/^[\w-]{20,64}$/), password: typedPassword });

const movement = z.object({
  day: z.string(),
  cents: cents.describe('In cents; negative for outgoing money.'),
  place: z.string().describe('The account, the cash box, or the credit of payers, in German.'),
  label: z.string(),
  sphere: yearLine.shape.sphere,
  document: z.string(),
  text: z.string(),
});
export type Movement = z.infer<typeof movement>;

const openedBooks = z.object({
  clubName: z.string(),
  year: z.int(),
  name: z.string().describe('The recipient of the link.'),
  until: z.string(),
  closedUntil: z.string().nullable(),
  lines: z.array(yearLine),
  inCents: cents,
  outCents: cents,
  surplusCents: cents,
  hasSpheres: z.boolean(),
  balances: z.array(placeBalance),
  movements: z.array(movement).describe('All movements of the year, earliest first, without the names of payers.'),
});
export type OpenedBooks = z.infer<typeof openedBooks>;

const sampled = z.object({
  id,
  day: z.string(),
  cents,
  title: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })).describe('All facts that document the movement.'),
});
export type Sampled = z.infer<typeof sampled>;

const exampleOpening = { token: 'kb2Jx0yZ8rVqN1cW5tPd7LmA3sHf6uEg9oYi4BvKQXw', password: 'Kuchen-im-Mai-2026' };

/** The books of a year for its auditors, who have no account (/books/{token}). */
export const auditorsContract = {
  list: endpoint(
    { access: 'books.share' },
    { method: 'GET', path: '/books/{year}/auditor-links', summary: 'Links für die Kassenprüfung eines Jahres, die neuesten zuerst' },
  )
    .input(z.strictObject({ year, club }))
    .output(z.array(link)),
  make: endpoint(
    { access: 'books.share', fresh: true },
    {
      method: 'POST',
      path: '/books/{year}/auditor-links',
      summary: 'Link für die Kassenprüfung erstellen',
      description: 'The URL is returned only once. The password must be communicated separately.',
      refuses: ['in-progress', 'key-reused'],
      example: { name: 'Karla Kasse', password: 'Kuchen-im-Mai-2026', until: '2026-12-31' },
    },
  )
    .input(auditorLinkInput.extend({ year, club }))
    .output(z.object({ link, address: z.string() })),
  end: endpoint(
    { access: 'books.share' },
    { method: 'POST', path: '/books/auditor-links/{id}/end', summary: 'Link für die Kassenprüfung beenden', example: {} },
  )
    .input(z.strictObject({ id }))
    .output(link),
  open: endpoint(
    { access: 'books.readByToken', answerMs: 10_000 },
    {
      method: 'POST',
      path: '/auditor-books/openings',
      summary: 'Die Bücher eines Jahres hinter einem Link für die Kassenprüfung',
      refuses: ['wrong-password'],
      example: exampleOpening,
    },
  )
    .input(openingInput)
    .output(openedBooks),
  sample: endpoint(
    { access: 'books.readByToken', answerMs: 10_000 },
    {
      method: 'POST',
      path: '/auditor-books/samples',
      summary: 'Zufällige Buchungen des Jahres mit allem, was sie belegt',
      refuses: ['wrong-password'],
      example: { ...exampleOpening, count: 10 },
    },
  )
    .input(openingInput.extend(sampleInput.shape))
    .output(z.array(sampled)),
};
