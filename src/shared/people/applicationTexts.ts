/** The texts that applicants agree to; a club publishes all of them before it takes applications. */
export const applicationTexts = ['statutes', 'fees', 'privacy'] as const;
export type ApplicationText = (typeof applicationTexts)[number];

/** The German names of these texts. */
export const applicationTextNames: { readonly [text in ApplicationText]: string } = {
  statutes: 'Satzung',
  fees: 'Beitragsordnung',
  privacy: 'Datenschutz',
};

/** The texts without a published page. */
export function missingTexts(texts: { readonly [text in ApplicationText]: string | null }): ApplicationText[] {
  return applicationTexts.filter((text) => texts[text] === null);
}
