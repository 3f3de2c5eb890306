import { useQuery } from '@tanstack/react-query';
import { addDays, germanDate } from '#shared/kernel/calendar.ts';
import { today } from '#web/lib/berlinDay.ts';
import { dayRulesQuery } from '../facilities/queries.ts';

/** The next holidays or closures, as a summary in the list of settings. */
export function HolidaysState() {
  const from = today();
  const { data } = useQuery(dayRulesQuery(from, addDays(from, 900)));
  if (!data) return null;
  const next = data.filter(({ scope }) => scope !== 'facility').toSorted((a, b) => a.startsOn.localeCompare(b.startsOn))[0];
  return next ? `${next.name} ab ${germanDate(next.startsOn)}` : 'Nichts eingetragen';
}
