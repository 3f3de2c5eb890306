import { z } from 'zod';
import { addDays, type LocalDate } from '#shared/kernel/calendar.ts';
import { localDate } from '#shared/kernel/fields.ts';
import { honourViews } from '#shared/people/honours/honours.ts';

export const periods = ['next30', 'thisYear', 'nextYear', 'range'] as const;

type PeriodName = (typeof periods)[number];

export const periodNames: { readonly [period in PeriodName]: string } = {
  next30: 'Nächste 30 Tage',
  thisYear: 'Dieses Jahr',
  nextYear: 'Nächstes Jahr',
  range: 'Von – bis',
};

/** The list's state in the URL: a period relative to today, or two days. */
export const honoursAddress = z.object({
  period: z.enum(periods).default('next30'),
  from: localDate.optional(),
  to: localDate.optional(),
  view: z.enum(honourViews).default('round'),
});

/** The first and last day of a period. Unset days default to the next 30 days. */
export function daysOf(
  { period, from, to }: { period: PeriodName; from?: string | undefined; to?: string | undefined },
  today: LocalDate,
): { from: LocalDate; to: LocalDate } {
  const year = Number(today.slice(0, 4)) + (period === 'nextYear' ? 1 : 0);
  if (period === 'thisYear' || period === 'nextYear') return { from: `${year}-01-01`, to: `${year}-12-31` };
  const begin = period === 'range' && from ? from : today;
  return { from: begin, to: period === 'range' && to ? to : addDays(begin, 30) };
}
