import { useMemo } from 'react';
import { addDays, weekdayNames } from '#shared/kernel/calendar.ts';
import { Disclosure } from '#web/ui/plain/Disclosure.tsx';
import type { Booking, Hall } from '../bookings/queries.ts';
import { WeekdayHeads } from '../parts/WeekdayHeads.tsx';
import { hourLoad } from './hourLoad.ts';
import classes from './week.module.css';

type HourLoadProps = {
  monday: string;
  halls: readonly Hall[];
  bookings: readonly Booking[];
  pauses: readonly { facilityId: string; date: string }[];
};

/** The load of the halls by hour and weekday: the occupied share of the opening hours, as a number and a shade. */
export function HourLoad({ monday, halls, bookings, pauses }: HourLoadProps) {
  const rows = useMemo(() => {
    const days = Array.from({ length: 7 }, (_, at) => addDays(monday, at));
    return hourLoad(days, halls, bookings, pauses);
  }, [monday, halls, bookings, pauses]);
  if (rows.length === 0) return null;
  return (
    <Disclosure title="Auslastung nach Stunden" onPaper="hidden">
      <table className={classes['load']}>
        <caption>Anteil der Öffnungszeit aller gezeigten Hallenteile, in Prozent</caption>
        <thead>
          <tr>
            <th scope="col">Uhr</th>
            <WeekdayHeads />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ hour, percents }) => (
            <tr key={hour}>
              <th scope="row">{hour}</th>
              {percents.map((percent, at) => (
                <td key={weekdayNames[at]} style={{ backgroundColor: shadeOf(percent ?? 0) }}>
                  {percent ?? '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Disclosure>
  );
}

/** The shade of an hour; the number is always shown too. */
function shadeOf(percent: number): string {
  return `color-mix(in srgb, var(--mantine-primary-color-light) ${percent}%, var(--app-surface))`;
}
