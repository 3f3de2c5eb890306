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

/** The German words for the states of a booking. */
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

/** Sets of states that decide about something. */
export const bookingSets = {
  /** Blocks the time for everybody else. */
  blocking: states('approved', 'held', 'not_used'),
  /** Blocks the time, and somebody comes or came. */
  used: states('approved', 'held'),
  /** Over, and marked as used or unused. */
  marked: states('held', 'not_used'),
  /** Asked for and not decided, or decided otherwise than asked. */
  waiting: states('requested', 'counter_offered'),
  /** Still stands, promised or asked for. */
  standing: states('approved', 'requested', 'counter_offered'),
  /** Stands, or is given back and may be taken by others: it falls out when the calendar changes. */
  coming: states('approved', 'requested', 'counter_offered', 'released'),
  /** Stands in the plan, blocking or not. */
  planned: states('approved', 'held', 'not_used', 'requested', 'counter_offered', 'released'),
  /** Its time and purpose can be changed. */
  changeable: states('approved', 'requested'),
  /** Can be called off by those who have it. */
  cancellable: states('approved', 'released'),
  /** No longer stands, so that another one may take its day in a series. */
  gone: states('cancelled', 'withdrawn', 'rejected', 'displaced', 'taken_over'),
};

/** The purposes of a booking; the priority on a hall of the town follows from them. */
export const bookingKinds = ['school', 'training', 'match', 'course', 'event', 'rental', 'maintenance', 'other'] as const;
export type BookingKind = (typeof bookingKinds)[number];
/** The German words for the purposes of a booking. */
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

/** The age groups of a booking; youth goes before adults on a hall of the town. */
export const ageGroups = ['children', 'youth', 'adults', 'seniors', 'mixed'] as const;
export type AgeGroup = (typeof ageGroups)[number];
/** The German words for the age groups. */
export const ageGroupNames: { readonly [group in AgeGroup]: string } = {
  children: 'Kinder',
  youth: 'Jugend',
  adults: 'Erwachsene',
  seniors: 'Ältere',
  mixed: 'Gemischt',
};

/** The priority on a hall of the town, 1 before 5: school, youth of clubs, adults of clubs, other, rental. */
export function priorityOf(kind: BookingKind, ageGroup: AgeGroup | null): number {
  if (kind === 'school') return 1;
  if (kind === 'rental') return 5;
  if (kind === 'maintenance' || kind === 'other') return 4;
  return ageGroup === 'children' || ageGroup === 'youth' ? 2 : 3;
}
