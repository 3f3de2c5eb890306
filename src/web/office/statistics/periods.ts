import { addDays, type LocalDate } from '#shared/kernel/calendar.ts';

export type Period = { value: string; label: string; from: LocalDate; to: LocalDate };

/** Common periods: the halves and the whole of this and the last year, and the last twelve months. */
export function usualPeriods(today: LocalDate): Period[] {
  const year = Number(today.slice(0, 4));
  const halves = [year, year - 1].flatMap((of): Period[] => [
    { value: `${of}-2`, label: `2. Halbjahr ${of}`, from: `${of}-07-01`, to: `${of}-12-31` },
    { value: `${of}-1`, label: `1. Halbjahr ${of}`, from: `${of}-01-01`, to: `${of}-06-30` },
    { value: `${of}`, label: `Jahr ${of}`, from: `${of}-01-01`, to: `${of}-12-31` },
  ]);
  const begun = halves.filter(({ from }) => from <= today);
  return [...begun, { value: 'last-90', label: 'Letzte 90 Tage', from: addDays(today, -89), to: today }];
}
