import type { chargeSources } from '../chargeWords.ts';
import type { taxSpheres } from '#shared/courses/courseWords.ts';

type Source = (typeof chargeSources)[number];
type Sphere = (typeof taxSpheres)[number];

/** The four spheres of a non-profit club, as the tax office calls them. */
export const sphereNames: { readonly [sphere in Sphere]: string } = {
  ideal: 'Ideeller Bereich',
  asset: 'Vermögensverwaltung',
  purpose: 'Zweckbetrieb',
  business: 'Wirtschaftlicher Geschäftsbetrieb',
};

/** The spheres as advisers number them. */
export const sphereNumbers: { readonly [sphere in Sphere]: number } = { ideal: 1, asset: 2, purpose: 3, business: 4 };

/** What a charge is for. */
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
