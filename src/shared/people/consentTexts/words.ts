import { recordOf } from '../../kernel/keys.ts';

/** The purposes with a separate text; terms and the guardian's consent are part of the enrolment and stored with the order. */
export const textPurposes = ['privacy_notice', 'photo_web', 'photo_print', 'contact_list', 'newsletter', 'health_note'] as const;
export type TextPurpose = (typeof textPurposes)[number];

/** Version 1 of each text; a club's own texts start with version 2. */
export const firstTexts: { readonly [purpose in TextPurpose]: string } = {
  privacy_notice: 'Ich habe die Datenschutzhinweise des Vereins gelesen.',
  photo_web: 'Fotos aus den Stunden dürfen auf der Website des Vereins stehen.',
  photo_print: 'Fotos aus den Stunden dürfen in gedruckten Heften des Vereins stehen.',
  contact_list: 'Name und Telefonnummer dürfen auf der Kontaktliste der Gruppe stehen.',
  newsletter: 'Ich möchte Neuigkeiten per Mail erhalten.',
  health_note:
    'Der Verein darf den Hinweis speichern. Nur die leitende Übungsleitung und der Vorstand können ihn öffnen, und jedes Öffnen wird festgehalten.',
};

/** A text with its version number. */
export type NumberedText = { version: number; text: string };

/** The default versions, valid unless a club has its own text. */
export const firstVersions: { readonly [purpose in TextPurpose]: NumberedText } = recordOf(textPurposes, (purpose) => ({
  version: 1,
  text: firstTexts[purpose],
}));

/** Whether a club can define the text of a purpose. */
export function isTextPurpose(purpose: string): purpose is TextPurpose {
  return textPurposes.some((one) => one === purpose);
}
