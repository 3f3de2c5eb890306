import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, email, id, line, localDate, paragraphs, requiredLine, version } from '#shared/kernel/fields.ts';
import { donationKinds, noticeKinds } from './words.ts';

const address = paragraphs(300).refine((text) => text.trim() !== '', 'Bitte die Anschrift angeben.');

/** The club's tax notice and the details for its receipts. */
export const donationSettingsInput = z
  .strictObject({
    issuer: address.describe('Name and address of the club, on several lines.'),
    place: requiredLine(80).describe('The place of issue.'),
    taxOffice: requiredLine(80),
    taxNumber: requiredLine(40),
    noticeKind: z.enum(noticeKinds),
    noticeOn: localDate,
    assessedFor: line(40).default('').describe('Only for an exemption notice: the last assessed years, e.g. "2022 bis 2024".'),
    purposes: requiredLine(200).describe('The text after "wegen Förderung", e.g. "des Sports".'),
    announcedOn: localDate
      .nullable()
      .default(null)
      .describe(
        'The day on which automatic issuing was reported to the tax office, since when receipts are valid without a signature; null if it was not.',
      ),
  })
  .refine(({ noticeKind, assessedFor }) => noticeKind !== 'exemption' || assessedFor !== '', {
    path: ['assessedFor'],
    message: 'Bitte den letzten Veranlagungszeitraum angeben.',
  });
const settings = z.object({ ...donationSettingsInput.shape, version });
export type DonationSettings = z.infer<typeof settings>;

/** A donation as entered by the treasurer. */
export const donationInput = z.strictObject({
  donorName: requiredLine(120),
  donorAddress: address.describe('Street, postcode and town, on several lines.'),
  kind: z.enum(donationKinds).default('money'),
  cents: z.int('Bitte einen Betrag angeben.').min(1, 'Bitte einen Betrag angeben.').max(99_999_999, 'Das ist zu viel.'),
  receivedOn: localDate,
  inCash: z.boolean().default(false).describe('Only for money: whether it is in the cash box.'),
  note: line(200).default(''),
});

const donation = z.object({
  ...donationInput.shape,
  id,
  receiptNo: z.string().nullable().describe('The number of the receipt that includes the donation; null if there is none.'),
  isLocked: z.boolean().describe('Whether its day is in a closed period, so that it cannot be changed.'),
  version,
});
export type Donation = z.infer<typeof donation>;

/** The content of a receipt at the time of issue. */
const receiptContent = z.object({
  isCollective: z.boolean(),
  donorName: z.string(),
  donorAddress: z.string(),
  cents: z.int(),
  settings: z.object(donationSettingsInput.shape),
  lines: z.array(z.object({ receivedOn: z.string(), cents: z.int(), kind: z.enum(donationKinds) })),
});
export type ReceiptContent = z.infer<typeof receiptContent>;

const receipt = z.object({
  id,
  no: z.string().describe('Year and number, e.g. "2026-3".'),
  issuedOn: z.string(),
  donorName: z.string(),
  cents: z.int(),
  donations: z.int(),
  createdBy: z.string(),
  cancelledAt: z.string().nullable(),
  reason: z.string(),
  mailedAt: z.string().nullable(),
  mayMail: z.boolean().describe('Whether it can be sent by mail: valid without a signature and not cancelled.'),
  version,
});
export type Receipt = z.infer<typeof receipt>;
const wholeReceipt = receipt.extend({ content: receiptContent });
export type WholeReceipt = z.infer<typeof wholeReceipt>;

const donations = z.object({
  year: z.int(),
  donations: z.array(donation).describe('At most 1,000, latest first.'),
  receipts: z.array(receipt).describe('Receipts issued in the year, at most 1,000, latest first.'),
  totalCents: z.int(),
  receiptedCents: z.int(),
  settings: settings.nullable(),
  lacking: z.array(z.string()).describe('The missing data without which no receipt can be issued, as German sentences.'),
});
export type Donations = z.infer<typeof donations>;

const club = clubName.optional();
const year = z.coerce.number().int().min(2000).max(2199);
const number = z.coerce.number().int().min(1).max(100_000);
const repeatable = ['in-progress', 'key-reused'] as const;
const example = { donorName: 'Bäckerei Krume', donorAddress: 'Markt 1\n59999 Auenfeld', cents: 25_000, receivedOn: '2026-11-20' };

/** The recipient of an emailed receipt. */
export const mailingInput = z.strictObject({ email });

/** The reason for cancelling a receipt. */
export const cancellingInput = z.strictObject({ reason: requiredLine(200) });

/** Donations and their receipts (/admin/money/donations). */
export const donationsContract = {
  list: endpoint({ access: 'donations.manage' }, { method: 'GET', path: '/donations', summary: 'Spenden und Bestätigungen eines Jahres' })
    .input(z.strictObject({ year, club }))
    .output(donations),
  create: endpoint(
    { access: 'donations.manage' },
    { method: 'POST', path: '/donations', summary: 'Spende eintragen', refuses: repeatable, example },
  )
    .input(donationInput.extend({ club }))
    .output(donation),
  update: endpoint(
    { access: 'donations.manage' },
    {
      method: 'PUT',
      path: '/donations/{id}',
      summary: 'Spende berichtigen',
      description: 'Not possible if a receipt includes the donation, or in a closed period.',
      refuses: ['wrong-state'],
      example: { ...example, version: 1 },
    },
  )
    .input(donationInput.extend({ id, version }))
    .output(donation),
  delete: endpoint(
    { access: 'donations.manage' },
    {
      method: 'DELETE',
      path: '/donations/{id}',
      summary: 'Spende löschen',
      description: 'Not possible if a receipt includes the donation, or in a closed period.',
      refuses: ['wrong-state'],
    },
  )
    .input(z.strictObject({ id }))
    .output(done),
  saveSettings: endpoint(
    { access: 'donations.manage', fresh: true },
    {
      method: 'PUT',
      path: '/donation-settings',
      summary: 'Angaben für Zuwendungsbestätigungen',
      example: {
        issuer: 'SC Beispiel e. V.\nAm Platz 1\n59999 Auenfeld',
        place: 'Auenfeld',
        taxOffice: 'Beispielstadt',
        taxNumber: '300/0000/0000',
        noticeKind: 'exemption',
        noticeOn: '2025-03-14',
        assessedFor: '2022 bis 2024',
        purposes: 'des Sports',
        version: 0,
      },
    },
  )
    .input(donationSettingsInput.safeExtend({ club, version: z.int().min(0).describe('0 if nothing was saved yet.') }))
    .output(settings),
  issue: endpoint(
    { access: 'donations.manage', answerMs: 20_000 },
    {
      method: 'POST',
      path: '/donation-receipts',
      summary: 'Zuwendungsbestätigungen ausstellen',
      description:
        'One for each donor (name and address) and year, by name; several donations make it a collective one. Numbers are consecutive within a year. The content is stored.',
      refuses: ['not-ready', 'wrong-state', ...repeatable],
      example: { donationIds: ['8d7a8a31-5b7c-4c57-8d0f-000000000004'] },
    },
  )
    .input(z.strictObject({ donationIds: z.array(id).min(1).max(1000), club }))
    .output(z.array(receipt)),
  print: endpoint(
    { access: 'donations.manage', answerMs: 20_000 },
    {
      method: 'GET',
      path: '/donation-receipts/sheets',
      summary: 'Die gültigen Zuwendungsbestätigungen eines Jahres als ein PDF',
      description: 'Ordered by number, at most 1,000; of some numbers only if a range is given.',
    },
  )
    .input(z.strictObject({ year, from: number.optional(), to: number.optional(), club }))
    .output(z.file()),
  receipt: endpoint(
    { access: 'donations.manage' },
    { method: 'GET', path: '/donation-receipts/{id}', summary: 'Eine Zuwendungsbestätigung' },
  )
    .input(z.strictObject({ id }))
    .output(wholeReceipt),
  file: endpoint(
    { access: 'donations.manage' },
    {
      method: 'GET',
      path: '/donation-receipts/{id}/file',
      summary: 'Eine Zuwendungsbestätigung als PDF',
      description: 'The stored document; identical on each download.',
    },
  )
    .input(z.strictObject({ id }))
    .output(z.file()),
  mail: endpoint(
    { access: 'donations.manage' },
    {
      method: 'POST',
      path: '/donation-receipts/{id}/mail',
      summary: 'Eine Zuwendungsbestätigung per Mail senden',
      description: 'Sent as a PDF. Only for receipts about money that are valid without a signature (R 10b.1 Abs. 4 EStR).',
      refuses: ['wrong-state', ...repeatable],
      example: { email: 'ina@beispiel.example' },
    },
  )
    .input(mailingInput.extend({ id }))
    .output(wholeReceipt),
  cancel: endpoint(
    { access: 'donations.manage' },
    {
      method: 'POST',
      path: '/donation-receipts/{id}/cancel',
      summary: 'Zuwendungsbestätigung für ungültig erklären',
      description: 'The number is not reused. The donations can be corrected and receipted again.',
      refuses: ['wrong-state', ...repeatable],
      example: { reason: 'Anschrift falsch', version: 1 },
    },
  )
    .input(cancellingInput.extend({ id, version }))
    .output(wholeReceipt),
};
