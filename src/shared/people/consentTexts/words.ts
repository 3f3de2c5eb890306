import { recordOf } from '../../kernel/keys.ts';

/** The purposes with a text of their own; terms and the guardian's consent are part of the enrolment and kept with the order. */
export const textPurposes = ['privacy_notice', 'photo_web', 'photo_print', 'contact_list', 'newsletter', 'health_note'] as const;
export type TextPurpose = (typeof textPurposes)[number];

/** Version 1 of each text; what a club says instead begins with version 2. */
export const firstTexts: { readonly [purpose in TextPurpose]: string } = {
  privacy_notice: 'Ich habe die Datenschutzhinweise des Vereins gelesen.',
  photo_web: 'Fotos aus den Stunden dürfen auf der Website des Vereins stehen.',
  photo_print: 'Fotos aus den Stunden dürfen in gedruckten Heften des Vereins stehen.',
  contact_list: 'Name und Telefonnummer dürfen auf der Kontaktliste der Gruppe stehen.',
  newsletter: 'Ich möchte Neuigkeiten per Mail erhalten.',
  health_note:
    'Der Verein darf den Hinweis speichern. Nur die leitende Übungsleitung und der Vorstand können ihn öffnen, und jedes Öffnen wird festgehalten.',
};

/** A text with the number of its version. */
export type NumberedText = { version: number; text: string };

/** The first versions, as they hold where a club says nothing else. */
export const firstVersions: { readonly [purpose in TextPurpose]: NumberedText } = recordOf(textPurposes, (purpose) => ({
  version: 1,
  text: firstTexts[purpose],
}));

/** Whether a purpose has a text that a club may word. */
export function isTextPurpose(purpose: string): purpose is TextPurpose {
  return textPurposes.some((one) => one === purpose);
}
