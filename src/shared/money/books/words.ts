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
