import { ageBrackets, marginOf, percentOf, perSession, type StatFigures } from './courseStat.ts';
import { priceCategories, priceCategoryNames } from '#shared/courses/courseWords.ts';

/** A figure of the statistics with its German name; its unit determines the format. */
export type StatColumn = {
  name: string;
  label: string;
  unit: 'count' | 'percent' | 'cents';
  of: (figures: StatFigures) => number | null;
};

/** All figures of the statistics in order, for the table, the totals, the exports and the print view. */
export const statColumns: readonly StatColumn[] = [
  count('places', 'Plätze', ({ places }) => places),
  count('registered', 'Angemeldet', ({ registered }) => registered),
  count('waitlistPeak', 'Warteliste (Höchststand)', ({ waitlistPeak }) => waitlistPeak),
  count('present', 'Anwesend', ({ present }) => present),
  count('absent', 'Gefehlt', ({ absent }) => absent),
  { name: 'occupancy', label: 'Auslastung', unit: 'percent', of: ({ taken, places }) => percentOf(taken, places) },
  count('sessionsPlanned', 'Termine geplant', ({ sessionsPlanned }) => sessionsPlanned),
  count('sessionsHeld', 'Termine gehalten', ({ sessionsHeld }) => sessionsHeld),
  count('sessionsCancelled', 'Termine ausgefallen', ({ sessionsCancelled }) => sessionsCancelled),
  count('perSession', 'Anwesend je Termin', perSession),
  count('members', 'Mitglieder', ({ members }) => members),
  count('partners', 'Mitglieder des Partnervereins', ({ partners }) => partners),
  count('nonMembers', 'Nichtmitglieder', ({ registered, members, partners }) => registered - members - partners),
  ...priceCategories.map((category) =>
    count(`price-${category}`, `Preis ${priceCategoryNames[category]}`, ({ categories }) => categories[category] ?? 0),
  ),
  ...[...ageBrackets, 'unbekannt'].map((bracket, at) => count(`age-${at}`, `Alter ${bracket}`, ({ ages }) => ages[at] ?? 0)),
  count('under18', 'Unter 18', ({ under18 }) => under18),
  { name: 'under18Share', label: 'Anteil unter 18', unit: 'percent', of: ({ under18, registered }) => percentOf(under18, registered) },
  count('women', 'Weiblich', ({ women }) => women),
  count('men', 'Männlich', ({ men }) => men),
  count('diverse', 'Divers', ({ diverse }) => diverse),
  count('genderless', 'Geschlecht unbekannt', ({ registered, women, men, diverse }) => registered - women - men - diverse),
  money('target', 'Soll', ({ targetCents }) => targetCents),
  money('paid', 'Bezahlt', ({ paidCents }) => paidCents),
  money('open', 'Offen', ({ openCents }) => openCents),
  money('refunded', 'Erstattet', ({ refundedCents }) => refundedCents),
  count('trainerMinutes', 'Minuten der Übungsleitung', ({ trainerMinutes }) => trainerMinutes),
  money('trainer', 'Kosten der Übungsleitung', ({ trainerCents }) => trainerCents),
  count('hallMinutes', 'Minuten in Hallen', ({ hallMinutes }) => hallMinutes),
  money('hall', 'Kosten der Hallen', ({ hallCents }) => hallCents),
  money('margin', 'Deckungsbeitrag', marginOf),
];

function count(name: string, label: string, of: StatColumn['of']): StatColumn {
  return { name, label, unit: 'count', of };
}

function money(name: string, label: string, of: StatColumn['of']): StatColumn {
  return { name, label, unit: 'cents', of };
}
