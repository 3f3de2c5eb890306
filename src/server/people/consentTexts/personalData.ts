import { asc, inArray } from 'drizzle-orm';
import { consentNames } from '#shared/people/consents.ts';
import { firstTexts, isTextPurpose } from '#shared/people/consentTexts/words.ts';
import type { PersonalData, PersonalRow } from '#server/platform/database/personalData.ts';
import { consent } from '../persons/table.ts';
import { versionOf } from './service.ts';
import { consentText } from './table.ts';

/** A person's file contains the texts that they agreed to. */
export const consentTextsData: PersonalData = {
  beside: [
    {
      title: 'Texte der Einwilligungen',
      tables: [consentText],
      read: async (tx, { people }) => {
        const ids = people.map(({ id }) => id);
        const agreed = await tx
          .selectDistinct({ club: consent.club, purpose: consent.purpose, version: consent.textVersion })
          .from(consent)
          .where(inArray(consent.personId, ids))
          .orderBy(asc(consent.club), asc(consent.purpose), asc(consent.textVersion))
          .limit(200);
        const texts = await tx.select().from(consentText).limit(2000);
        return agreed.flatMap(({ club, purpose, version }): PersonalRow[] => {
          if (!isTextPurpose(purpose)) return [];
          const own = texts.find((one) => one.club === club && one.purpose === purpose && one.version === versionOf(version));
          return [{ purpose: consentNames[purpose], text_version: String(versionOf(version)), content: own?.text ?? firstTexts[purpose] }];
        });
      },
    },
  ],
  accounts: [consentText.createdBy],
};
