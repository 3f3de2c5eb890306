/** The kinds of legal pages; each club has at most one page of each. */
export const legalKinds = ['imprint', 'contact', 'privacy', 'terms', 'statutes', 'fees', 'accessibility'] as const;
export type LegalKind = (typeof legalKinds)[number];

/** The German names of the legal pages, and the fixed slugs that the footer links to. */
export const legalPages: { readonly [kind in LegalKind]: { label: string; slug: string } } = {
  imprint: { label: 'Impressum', slug: 'impressum' },
  contact: { label: 'Kontakt', slug: 'kontakt' },
  privacy: { label: 'Datenschutz', slug: 'datenschutz' },
  terms: { label: 'Nutzungsbedingungen', slug: 'nutzungsbedingungen' },
  statutes: { label: 'Satzung', slug: 'satzung' },
  fees: { label: 'Beitragsordnung', slug: 'beitragsordnung' },
  accessibility: { label: 'Barrierefreiheit', slug: 'barrierefreiheit' },
};
