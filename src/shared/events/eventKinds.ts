/** The kinds of events. */
export const eventKinds = ['match', 'tournament', 'meeting', 'festival', 'trip', 'camp', 'workshop', 'other'] as const;
export type EventKind = (typeof eventKinds)[number];
/** The German names of the kinds of events. */
export const eventKindNames: { readonly [kind in EventKind]: string } = {
  match: 'Spiel',
  tournament: 'Turnier',
  meeting: 'Versammlung',
  festival: 'Fest',
  trip: 'Fahrt',
  camp: 'Freizeit',
  workshop: 'Workshop',
  other: 'Sonstiges',
};
