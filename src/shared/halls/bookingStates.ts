/** The states of a booking, from the request to its end. */
export const bookingStates = [
  'requested',
  'counter_offered',
  'approved',
  'rejected',
  'withdrawn',
  'released',
  'taken_over',
  'displaced',
  'cancelled',
  'held',
  'not_used',
] as const;
export type BookingState = (typeof bookingStates)[number];

/** The German names of the states. */
export const bookingStateNames: { readonly [state in BookingState]: string } = {
  requested: 'Angefragt',
  counter_offered: 'Gegenvorschlag',
  approved: 'Zugesagt',
  rejected: 'Abgelehnt',
  withdrawn: 'Zurückgezogen',
  released: 'Freigegeben',
  taken_over: 'Übernommen',
  displaced: 'Verdrängt',
  cancelled: 'Abgesagt',
  held: 'Stattgefunden',
  not_used: 'Nicht genutzt',
};

const states = (...of: BookingState[]): readonly BookingState[] => of;

/** Sets of booking states that rules refer to. */
export const bookingSets = {
  /** Occupies the time for everybody else. */
  blocking: states('approved', 'held', 'not_used'),
  /** Occupies the time, and is or was used. */
  used: states('approved', 'held'),
  /** In the past, and recorded as used or unused. */
  marked: states('held', 'not_used'),
  /** Requested and not decided, or answered with a counter-offer. */
  waiting: states('requested', 'counter_offered'),
  /** Approved, requested, or answered with a counter-offer. */
  standing: states('approved', 'requested', 'counter_offered'),
  /** Like `standing`, or displaced: ends with the date that it was booked for. */
  unsettled: states('approved', 'requested', 'counter_offered', 'displaced'),
  /** Like `standing`, or released: dropped when the calendar changes. */
  coming: states('approved', 'requested', 'counter_offered', 'released'),
  /** Shown in the plan, occupying or not. */
  planned: states('approved', 'held', 'not_used', 'requested', 'counter_offered', 'released'),
  /** The time and purpose can be changed. */
  changeable: states('approved', 'requested'),
  /** The same of a single date: a displaced one still needs a place. */
  changeableAlone: states('approved', 'requested', 'displaced'),
  /** Is offered to be cancelled: a released hour is taken back first. */
  cancellableAlone: states('approved', 'displaced'),
  /** Can be cancelled by the holder. */
  cancellable: states('approved', 'released', 'displaced'),
  /** No longer valid, so that another booking can replace it in a series. */
  gone: states('cancelled', 'withdrawn', 'rejected', 'displaced', 'taken_over'),
};

/** The purposes of a booking, from which its priority on municipal facilities is derived. */
export const bookingKinds = ['school', 'training', 'match', 'course', 'event', 'rental', 'maintenance', 'other'] as const;
export type BookingKind = (typeof bookingKinds)[number];
/** The German names of the purposes. */
export const bookingKindNames: { readonly [kind in BookingKind]: string } = {
  school: 'Schule',
  training: 'Training',
  match: 'Spiel',
  course: 'Kurs',
  event: 'Veranstaltung',
  rental: 'Vermietung',
  maintenance: 'Wartung',
  other: 'Sonstiges',
};

/** The age groups of a booking; youth has priority over adults on municipal facilities. */
export const ageGroups = ['children', 'youth', 'adults', 'seniors', 'mixed'] as const;
export type AgeGroup = (typeof ageGroups)[number];
/** The German names of the age groups. */
export const ageGroupNames: { readonly [group in AgeGroup]: string } = {
  children: 'Kinder',
  youth: 'Jugend',
  adults: 'Erwachsene',
  seniors: 'Ältere',
  mixed: 'Gemischt',
};

/** The priority on municipal facilities, 1 highest: school, youth of clubs, adults of clubs, other, rental. */
export function priorityOf(kind: BookingKind, ageGroup: AgeGroup | null): number {
  if (kind === 'school') return 1;
  if (kind === 'rental') return 5;
  if (kind === 'maintenance' || kind === 'other') return 4;
  return ageGroup === 'children' || ageGroup === 'youth' ? 2 : 3;
}
