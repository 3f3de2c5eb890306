import type { LocalDate } from '#shared/kernel/calendar.ts';
import type { PriceUnit } from './courseWords.ts';

/** The period of a price that a day belongs to: its month, quarter or year; empty for a price that is asked once. */
export function periodOf(per: PriceUnit, day: LocalDate): string {
  if (per === 'month' || per === 'session') return day.slice(0, 7);
  if (per === 'quarter') return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
  return per === 'year' ? day.slice(0, 4) : '';
}

/** A period as people write it: 11/2026, 4. Quartal 2026, 2026. */
export function periodInWords(period: string): string {
  const [year = '', part = ''] = period.split('-');
  if (part.startsWith('Q')) return `${part.slice(1)}. Quartal ${year}`;
  return part ? `${part}/${year}` : year;
}
