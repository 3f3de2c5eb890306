import type { chargeSources } from '../chargeWords.ts';
import type { taxSpheres } from '#shared/courses/courseWords.ts';

type Source = (typeof chargeSources)[number];
type Sphere = (typeof taxSpheres)[number];

/** The four spheres of a non-profit club in the terms of German tax law. */
export const sphereNames: { readonly [sphere in Sphere]: string } = {
  ideal: 'Ideeller Bereich',
  asset: 'Vermögensverwaltung',
  purpose: 'Zweckbetrieb',
  business: 'Wirtschaftlicher Geschäftsbetrieb',
};

/** Income of a year that limits of the Fiscal Code (AO) are about. */
export const yearMeters = ['business', 'purpose', 'all'] as const;

/** What each of these meters counts, with the section of the law. */
export const yearMeterNames: { readonly [meter in (typeof yearMeters)[number]]: string } = {
  business: 'Wirtschaftlicher Geschäftsbetrieb (§\u00A064 Abs.\u00A03\u00A0AO)',
  purpose: 'Zweckbetrieb, sportliche Veranstaltungen (§\u00A067a Abs.\u00A01\u00A0AO)',
  all: 'Alle Einnahmen (§\u00A055 Abs.\u00A01 Nr.\u00A05\u00A0AO)',
};

/** The numbers that tax advisers use for the spheres. */
export const sphereNumbers: { readonly [sphere in Sphere]: number } = { ideal: 1, asset: 2, purpose: 3, business: 4 };

/** The German words for the purposes of charges. */
export const chargeSourceNames: { readonly [source in Source]: string } = {
  membership: 'Mitgliedsbeiträge',
  adjustment: 'Nachforderungen zu Beiträgen',
  course: 'Kurse',
  event: 'Veranstaltungen',
  card: 'Karten mit mehreren Besuchen',
  helper_hours: 'Fehlende Helferstunden',
  cancel_fee: 'Absagegebühren',
  return_fee: 'Gebühren für Rücklastschriften',
  dunning_fee: 'Mahngebühren',
  other: 'Sonstiges',
  refund: 'Erstattungen',
};
