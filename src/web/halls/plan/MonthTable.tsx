import { bookingSets } from '#shared/halls/bookingStates.ts';
import { addDays, daysBetween, germanDate, minutesOf, mondayOf } from '#shared/kernel/calendar.ts';
import { openingsOn } from '#shared/halls/bookingRules.ts';
import { today } from '#web/lib/berlinDay.ts';
import type { Booking, Hall } from '../bookings/queries.ts';
import { WeekdayHeads } from '../parts/WeekdayHeads.tsx';
import classes from './month.module.css';

type MonthTableProps = { month: string; halls: readonly Hall[]; bookings: readonly Booking[]; onDay: (day: string) => void };

/** A month: the number of bookings per day, and their share of the opening hours. */
export function MonthTable({ month, halls, bookings, onDay }: MonthTableProps) {
  const first = mondayOf(`${month}-01`);
  const weeks = Math.ceil((daysBetween(first, addDays(lastOf(month), 1)) || 35) / 7);
  const byDay = Map.groupBy(bookings, ({ date }) => date);
  return (
    <table className={classes['month']}>
      <caption className={classes['caption']}>Je Tag: Zahl der Belegungen und Auslastung der Öffnungszeit</caption>
      <thead>
        <tr>
          <WeekdayHeads />
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: weeks }, (_, week) => (
          <tr key={week}>
            {Array.from({ length: 7 }, (_unused, weekday) => {
              const day = addDays(first, week * 7 + weekday);
              const here = byDay.get(day) ?? [];
              return (
                <td
                  key={day}
                  data-today={day === today() || undefined}
                  data-load={loadOf(usedPercent(here, halls, day))}
                  data-other={!day.startsWith(month) || undefined}
                >
                  <button type="button" className={classes['monthDay']} onClick={() => onDay(day)}>
                    <span className="unseen">{germanDate(day)}: </span>
                    <strong>{Number(day.slice(8))}</strong>
                    {here.length > 0 && (
                      <span className={classes['dayUse']}>
                        <span>
                          {here.length} <span className={classes['noun']}>{here.length === 1 ? 'Belegung' : 'Belegungen'}</span>
                        </span>
                        <span>{usedPercent(here, halls, day)} %</span>
                      </span>
                    )}
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The shade of a day. */
function loadOf(percent: number): 'low' | 'middle' | 'high' | undefined {
  if (percent === 0) return undefined;
  return percent < 25 ? 'low' : percent < 60 ? 'middle' : 'high';
}

/** The occupied share of the opening hours of all units on a day, in whole percent. */
export function usedPercent(bookings: readonly Booking[], halls: readonly Hall[], day: string): number {
  let open = 0;
  for (const hall of halls)
    for (const { opens, closes } of openingsOn(hall, day)) open += (minutesOf(closes) - minutesOf(opens)) * hall.units.length;
  const used = bookings
    .filter(({ state }) => bookingSets.used.includes(state))
    .reduce((sum, { startsAt, endsAt, unitIds }) => sum + ((Date.parse(endsAt) - Date.parse(startsAt)) / 60_000) * unitIds.length, 0);
  return open === 0 ? 0 : Math.round((used / open) * 100);
}

/** The last day of a month (YYYY-MM). */
export function lastOf(month: string): string {
  return addDays(addDays(`${month}-28`, 4).slice(0, 8) + '01', -1);
}
