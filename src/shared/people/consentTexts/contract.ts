import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, localDate, paragraphs, version } from '#shared/kernel/fields.ts';
import { textPurposes } from './words.ts';

const purpose = z.enum(textPurposes);
const numbered = z.object({ version, text: z.string() });

const consentText = numbered.extend({
  id: id.nullable().describe('Null for the default text of the product.'),
  fromDay: z.iso.date().nullable(),
  asksAgain: z.boolean().describe('Whether people who agreed to an earlier version must agree again.'),
  isUpcoming: z.boolean(),
  createdBy: z.string().describe('The name of the author; empty for the first version and for deleted accounts.'),
});
export type ConsentText = z.infer<typeof consentText>;

const purposeTexts = z.object({
  purpose,
  versions: z.array(consentText).describe('All versions, latest first.'),
  agreed: z.array(z.object({ version, people: z.int() })).describe('The number of people who agreed to each version, latest first.'),
});
export type PurposeTexts = z.infer<typeof purposeTexts>;

/** A new version of a consent text, with its first day and whether consents must be renewed. */
export const newConsentText = z.strictObject({
  text: paragraphs(1000).refine((text) => text !== '', 'Bitte schreiben Sie den Text.'),
  fromDay: localDate,
  asksAgain: z.boolean(),
});
export type NewConsentText = z.infer<typeof newConsentText>;

/** The versioned consent texts of a club. */
export const consentTextsContract = {
  current: endpoint(
    { access: 'config.readPublic' },
    { method: 'GET', path: '/consent-texts/current', summary: 'Texte der Einwilligungen, wie sie heute gelten' },
  )
    .input(z.strictObject({ club: clubName.optional() }))
    .output(z.record(purpose, numbered)),
  list: endpoint(
    { access: 'consentTexts.manage' },
    { method: 'GET', path: '/consent-texts', summary: 'Texte der Einwilligungen mit allen Fassungen' },
  )
    .input(z.strictObject({ club: clubName.optional() }))
    .output(z.array(purposeTexts)),
  create: endpoint(
    { access: 'consentTexts.manage' },
    {
      method: 'POST',
      path: '/consent-texts',
      summary: 'Neue Fassung eines Textes',
      description:
        'The first day of validity must be in the future; until then the version can be withdrawn. At most one version per purpose can be pending.',
      refuses: ['in-progress', 'key-reused'],
      example: {
        purpose: 'photo_web',
        text: 'Fotos vom Vereinsleben dürfen auf der Website des Vereins stehen.',
        fromDay: '2099-01-01',
        asksAgain: true,
      },
    },
  )
    .input(newConsentText.extend({ purpose, club: clubName.optional() }))
    .output(consentText),
  delete: endpoint(
    { access: 'consentTexts.manage' },
    {
      method: 'DELETE',
      path: '/consent-texts/{id}',
      summary: 'Fassung zurücknehmen, die noch nicht gilt',
      refuses: ['wrong-state'],
    },
  )
    .input(z.strictObject({ id }))
    .output(done),
};
