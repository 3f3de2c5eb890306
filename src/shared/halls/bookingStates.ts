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

/** The German words for the states of a booking (domain.md 5.1). */
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

/** States in which nobody else can have the time. */
export const blockingStates: readonly BookingState[] = ['approved', 'held', 'not_used'];
/** States that stand in the plan, blocking or not. */
export const plannedStates: readonly BookingState[] = [...blockingStates, 'requested', 'counter_offered', 'released'];
/** States in which a date no longer stands, so that another one may take its day in a series. */
export const goneStates: readonly BookingState[] = ['cancelled', 'withdrawn', 'rejected', 'displaced', 'taken_over'];

export const bookingKinds = ['school', 'training', 'match', 'course', 'event', 'rental', 'maintenance', 'other'] as const;
export type BookingKind = (typeof bookingKinds)[number];
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

export const ageGroups = ['children', 'youth', 'adults', 'seniors', 'mixed'] as const;
export type AgeGroup = (typeof ageGroups)[number];
export const ageGroupNames: { readonly [group in AgeGroup]: string } = {
  children: 'Kinder',
  youth: 'Jugend',
  adults: 'Erwachsene',
  seniors: 'Ältere',
  mixed: 'Gemischt',
};

/**
 * Who goes first on a hall of the town, 1 before 5: school, youth of clubs, adults of clubs, other, rental
 * (domain.md 4, "Municipal halls").
 */
export function priorityOf(kind: BookingKind, ageGroup: AgeGroup | null): number {
  if (kind === 'school') return 1;
  if (kind === 'rental') return 5;
  if (kind === 'maintenance' || kind === 'other') return 4;
  return ageGroup === 'children' || ageGroup === 'youth' ? 2 : 3;
}
