/** Consents that can be withdrawn at any time; all others are part of an enrolment. */
export const freeConsents = ['photo_web', 'photo_print', 'newsletter', 'contact_list', 'health_note'] as const;

/** Consents that members can give at any time, independently of an enrolment. */
export const memberConsents = ['photo_web', 'photo_print', 'newsletter'] as const;

/** Consents that a course can require for enrolment, besides terms and the guardian's consent. */
export const requirableConsents = ['privacy_notice', 'photo_web', 'photo_print', 'contact_list'] as const;
export type RequirableConsent = (typeof requirableConsents)[number];

/** The German names of the purposes of consents. */
export const consentNames: { readonly [purpose: string]: string } = {
  privacy_notice: 'Datenschutzhinweise',
  photo_web: 'Fotos auf der Website',
  photo_print: 'Fotos in gedruckten Heften',
  newsletter: 'Rundbrief',
  contact_list: 'Kontaktliste der Gruppe',
  health_note: 'Gesundheitshinweis für die Übungsleitung',
  guardian_participation: 'Teilnahme mit Zustimmung der Eltern',
  terms: 'Verbindliche Anmeldung und Absageregel',
};
