import { dayInWords, germanDate, localOf, timesInWords } from '#shared/kernel/calendar.ts';
import type { EventView } from '#shared/events/events.ts';

/** "Samstag, 19.06.2027, 14:00–22:00 Uhr" */
export function whenOf({ startsAt, endsAt, isAllDay }: Pick<EventView, 'startsAt' | 'endsAt' | 'isAllDay'>): string {
  const [from, to] = [localOf(new Date(startsAt)), localOf(new Date(isAllDay ? Date.parse(endsAt) - 1 : endsAt))];
  const day = dayInWords(from.date);
  if (isAllDay) return from.date === to.date ? day : `${day} bis ${germanDate(to.date)}`;
  return from.date === to.date
    ? `${day}, ${timesInWords({ startsAt, endsAt })}`
    : `${day}, ${from.time} Uhr bis ${germanDate(to.date)}, ${to.time} Uhr`;
}

/** "von 8 bis 14 Jahren"; empty without age limits. */
export function agesInWords({ ageMin, ageMax }: Pick<EventView, 'ageMin' | 'ageMax'>): string {
  if (ageMin !== null && ageMax !== null) return `von ${ageMin} bis ${ageMax} Jahren`;
  if (ageMin !== null) return `ab ${ageMin} Jahren`;
  return ageMax === null ? '' : `bis ${ageMax} Jahre`;
}
