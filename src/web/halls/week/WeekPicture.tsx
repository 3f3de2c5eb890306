import { Text } from '@mantine/core';
import { memo, useMemo, useState } from 'react';
import { addDays, dayInWords, germanDate, weekdayNames, weekdayOf } from '#shared/kernel/calendar.ts';
import { today } from '#web/lib/berlinDay.ts';
import { ScrollRegion } from '#web/ui/plain/ScrollRegion.tsx';
import type { Booking, Hall } from '../bookings/queries.ts';
import { Chip } from '../plan/Chip.tsx';
import plan from '../plan/plan.module.css';
import '../plan/holders.css';
import { useArrowKeys } from '../plan/useArrowKeys.ts';
import { barOf, cellWords, shortWords } from './bars.ts';
import { shortsOf } from './shorts.ts';
import { WeekLegend } from './WeekLegend.tsx';
import classes from './week.module.css';

type WeekPictureProps = {
  monday: string;
  halls: readonly Hall[];
  bookings: readonly Booking[];
  pauses: readonly { facilityId: string; date: string; reason: string }[];
  onOpen: (booking: Booking) => void;
};

const none: readonly Booking[] = [];

/**
 * The week of all halls as a picture: a cell per hall and day, with a bar from 7:00 to 23:00 for each unit. The
 * selected cell is described below.
 */
export function WeekPicture({ monday, halls, bookings, pauses, onOpen }: WeekPictureProps) {
  const table = useArrowKeys();
  const days = useMemo(() => Array.from({ length: 7 }, (_, index) => addDays(monday, index)), [monday]);
  const cells = useMemo(() => Map.groupBy(bookings, ({ facilityId, date }) => `${facilityId} ${date}`), [bookings]);
  const closed = useMemo(() => new Map(pauses.map(({ facilityId, date, reason }) => [`${facilityId} ${date}`, reason])), [pauses]);
  const shorts = useMemo(() => shortsOf(bookings.map(({ holder }) => holder)), [bookings]);
  const [chosen, setChosen] = useState<string>();
  const [hallId, day] = chosen?.split(' ') ?? [];
  const hall = halls.find(({ id }) => id === hallId);
  return (
    <>
      <ScrollRegion label="Wochenplan" className={plan['scroll']} ref={table}>
        <table className={classes['week']}>
          <thead>
            <tr>
              <th scope="col">Sportstätte</th>
              {days.map((date) => (
                <DayHead key={date} date={date} />
              ))}
            </tr>
          </thead>
          <tbody>
            {halls.map((one) => (
              <tr key={one.id}>
                <th scope="row">{one.name}</th>
                {days.map((date) => (
                  <Cell
                    key={date}
                    hall={one}
                    date={date}
                    bookings={cells.get(`${one.id} ${date}`) ?? none}
                    pause={closed.get(`${one.id} ${date}`)}
                    shorts={shorts}
                    isChosen={chosen === `${one.id} ${date}`}
                    onChoose={setChosen}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <WeekLegend bookings={bookings} shorts={shorts} />
      <section className={chosen ? classes['words'] : `${classes['words']} no-print`} aria-label="Ausgewählter Tag">
        {hall && day ? (
          <>
            <Text fw={600}>{`${dayInWords(day)}, ${hall.name}`}</Text>
            <CellList bookings={cells.get(chosen ?? '') ?? none} hall={hall} pause={closed.get(chosen ?? '')} onOpen={onOpen} />
          </>
        ) : (
          <Text size="sm" c="dimmed">
            Wählen Sie einen Tag einer Sportstätte: hier steht er dann in Worten.
          </Text>
        )}
      </section>
    </>
  );
}

function DayHead({ date }: { date: string }) {
  const isToday = date === today();
  return (
    <th scope="col" data-today={isToday || undefined}>
      {weekdayNames[weekdayOf(date) - 1]}{' '}
      <span className={plan['date']}>
        {germanDate(date).slice(0, 6)}
        {isToday && ' heute'}
      </span>
      <span className={classes['hours']} aria-hidden="true">
        <span>7</span>
        <span>11</span>
        <span>15</span>
        <span>19</span>
        <span>23</span>
      </span>
    </th>
  );
}

type CellProps = {
  hall: Hall;
  date: string;
  bookings: readonly Booking[];
  pause: string | undefined;
  shorts: ReadonlyMap<string, string>;
  isChosen: boolean;
  onChoose: (key: string) => void;
};

/** A hall on a day. Memoized: re-renders only when its own bookings change. */
const Cell = memo(function Cell({ hall, date, bookings, pause, shorts, isChosen, onChoose }: CellProps) {
  const key = `${hall.id} ${date}`;
  const words = cellWords(bookings, hall, pause);
  return (
    <td data-day={`${weekdayNames[weekdayOf(date) - 1]?.slice(0, 2)} ${germanDate(date).slice(0, 6)}`}>
      <button
        type="button"
        className={classes['cell']}
        data-state={pause === undefined ? 'open' : 'closed'}
        data-count={bookings.length}
        aria-label={`${hall.name}, ${dayInWords(date)}: ${words}`}
        data-words={bookings.length > 0 ? words : undefined}
        data-short={shortWords(bookings, shorts)}
        aria-pressed={isChosen}
        tabIndex={isChosen ? 0 : -1}
        onFocus={() => onChoose(key)}
        onClick={() => onChoose(key)}
      >
        {hall.units.map(({ id }) => (
          <span key={id} className={classes['bar']} style={barOf(bookings, id, date)} />
        ))}
        {pause !== undefined && <span className={plan['pause']}>{pause}</span>}
      </button>
    </td>
  );
});

type CellListProps = { bookings: readonly Booking[]; hall: Hall; pause: string | undefined; onOpen: (booking: Booking) => void };

function CellList({ bookings, hall, pause, onOpen }: CellListProps) {
  return (
    <>
      {pause !== undefined && <Text size="sm">{pause}</Text>}
      {bookings.length === 0 && pause === undefined && <Text size="sm">Hier steht nichts.</Text>}
      <ul className={classes['list']}>
        {bookings.map((booking) => (
          <li key={booking.id}>
            <Chip booking={booking} hall={hall} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </>
  );
}
