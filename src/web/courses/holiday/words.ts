import { germanDate } from '#shared/kernel/calendar.ts';
import type { HolidayPage } from '#shared/courses/holiday/shapes.ts';

type Round = Pick<HolidayPage, 'phase' | 'wishesUntil' | 'sendsOn'>;

/** The phase of a round, as a sentence for families. */
export function standInWords({ phase, wishesUntil, sendsOn }: Round): string {
  if (phase === 'open') return `Wünsche bis ${germanDate(wishesUntil)}, die Plätze werden am ${germanDate(sendsOn)} vergeben.`;
  if (phase === 'sent') return 'Die Plätze sind vergeben.';
  if (phase === 'cancelled')
    return 'Dieses Ferienprogramm findet nicht statt. Zu den Angeboten selbst können Sie sich anmelden, soweit sie stattfinden.';
  return `Die Wünsche sind abgeschlossen. Die Plätze werden am ${germanDate(sendsOn)} vergeben.`;
}

/** The seats of an offer: before the allocation their number, afterwards also the number of wishes. */
export function seatsInWords({ seats, wishes }: { seats: number | null; wishes: number | null }): string {
  const many = seats === null ? 'Plätze für alle' : seats === 1 ? '1 Platz' : `${seats} Plätze`;
  return wishes === null ? many : `${many}, ${wishes === 1 ? '1 Wunsch' : `${wishes} Wünsche`}`;
}

/** Stars as characters; the number is given to screen readers. */
export function starsInWords(stars: number): string {
  return '★'.repeat(stars);
}
