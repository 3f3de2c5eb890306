/** What people may take back at any time; the rest belongs to an enrolment. */
export const freeConsents = ['photo_web', 'photo_print', 'newsletter', 'contact_list', 'health_note'] as const;

/** What members may agree to at any time, without a sign-up that asks for it. */
export const memberConsents = ['photo_web', 'photo_print', 'newsletter'] as const;

/** What a course may ask of everybody who signs up, beside terms and the guardian's word. */
export const requirableConsents = ['privacy_notice', 'photo_web', 'photo_print', 'contact_list'] as const;
export type RequirableConsent = (typeof requirableConsents)[number];

/** The German words for what people agreed to. */
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
