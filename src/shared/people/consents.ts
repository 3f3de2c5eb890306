/** Consents that can be withdrawn at any time; the others belong to an enrolment. */
export const freeConsents = ['photo_web', 'photo_print', 'newsletter', 'contact_list', 'health_note'] as const;

/** Consents that members may give at any time, without an enrolment that asks for them. */
export const memberConsents = ['photo_web', 'photo_print', 'newsletter'] as const;

/** Consents that a course may require with an enrolment, beside terms and the guardian's consent. */
export const requirableConsents = ['privacy_notice', 'photo_web', 'photo_print', 'contact_list'] as const;
export type RequirableConsent = (typeof requirableConsents)[number];

/** The German words for the purposes of consents. */
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
