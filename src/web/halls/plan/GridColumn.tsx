import { memo, type CSSProperties } from 'react';
import { ageGroupNames, bookingKindNames } from '#shared/halls/bookingStates.ts';
import { localOf, minutesOf, timeRange } from '#shared/kernel/calendar.ts';
import { today } from '#web/lib/berlinDay.ts';
import { useNow } from '#web/lib/useNow.ts';
import { colourOf, labelOf } from '../bookings/words.ts';
import { minutesIn, type GridBooking, type GridColumn, type Span, type Spot } from './gridPlace.ts';
import grid from './grid.module.css';
import './holders.css';
import classes from './plan.module.css';

/** The preview of a drop, and why it is impossible. */
export type Ghost = { spot: Spot; words: string; times: string; clash: string | undefined; free: string };

type ColumnProps = {
  index: number;
  column: GridColumn;
  span: Span;
  ghost: Ghost | undefined;
  onOpen: (booking: GridBooking) => void;
};

const busyFrom = 16 * 60;

/** The minimum width of a unit; in the plan of a season showing more days matters more than full names. */
const partRem = 5.5;
const partOfWeekRem = 3.5;

/** A hall on a day. Memoized: re-renders only when its own bookings change, or when something is dragged over it. */
export const Column = memo(function Column({ index, column, span, ghost, onOpen }: ColumnProps) {
  const { title, heading, hall, date, pause, bookings } = column;
  const isToday = !column.isPattern && date === today();
  const height = `calc(var(--hour) * ${(span.to - span.from) / 60})`;
  return (
    <section
      className={grid['group']}
      aria-label={title}
      data-today={isToday || undefined}
      style={{ minWidth: `${Math.max(7.5, hall.units.length * (column.isPattern ? partOfWeekRem : partRem))}rem` }}
    >
      <div className={grid['groupHead']}>
        <h3 className={grid['groupTitle']}>
          <span className={grid['groupName']} data-alone={pause === undefined || undefined}>
            {heading}
          </span>
          {isToday && <span className={grid['todayWord']}> heute</span>}
          {pause && <span className={classes['pause']}>{pause}</span>}
        </h3>
        <div className={grid['parts']} aria-hidden="true">
          {hall.units.map(({ id, label }) => (
            <span key={id}>{label}</span>
          ))}
        </div>
      </div>
      <div className={grid['field']} data-closed={pause ? true : undefined} data-column={index} style={{ height }}>
        {column.shades
          ?.filter(({ from, to }) => from < span.to && to > span.from)
          .map(({ from, to, words, kind }) => (
            <span key={`${kind} ${from} ${words}`} className={grid['shade']} data-kind={kind} style={bandOf({ from, to }, span)}>
              {words}
            </span>
          ))}
        {bookings.map((booking) => (
          <Block key={booking.id} booking={booking} column={column} span={span} onOpen={onOpen} />
        ))}
        {isToday ? <NowLine span={span} /> : <span data-beginning style={{ position: 'absolute', top: percent(busyFrom, span) }} />}
        {ghost && (
          <div className={grid['ghost']} data-clash={ghost.clash ? true : undefined} style={boxOf(ghost.spot, hall.units.length, span)}>
            <strong>{ghost.times}</strong> {ghost.clash ?? ghost.free}
          </div>
        )}
      </div>
    </section>
  );
});

type BlockProps = { booking: GridBooking; column: GridColumn; span: Span; onOpen: (booking: GridBooking) => void };

/**
 * A booking across its units; units that are not adjacent are spanned from the first to the last. In the plan of a season the group comes
 * first: the colour tells whose it is.
 */
function Block({ booking, column: { hall, date, isPattern }, span, onOpen }: BlockProps) {
  const { units } = hall;
  const places = booking.unitIds.map((id) => units.findIndex((unit) => unit.id === id)).filter((index) => index >= 0);
  const first = places.length > 0 ? Math.min(...places) : 0;
  const width = places.length > 0 ? Math.max(...places) - first + 1 : units.length;
  const parts = units.filter(({ id }) => booking.unitIds.includes(id)).map(({ label }) => label);
  const [begin, end = ''] = timeRange(booking).split(/(?=–)/);
  const what = [booking.kind && bookingKindNames[booking.kind], booking.department, booking.ageGroup && ageGroupNames[booking.ageGroup]];
  return (
    <button
      type="button"
      className={classes['block']}
      data-booking={booking.id}
      data-colour={booking.colour ?? colourOf(booking)}
      data-state={booking.state}
      data-movable={booking.may.includes('change') || undefined}
      data-half={booking.half}
      data-locked={booking.isLocked || undefined}
      style={boxOf({ unit: first, units: width, ...minutesIn(booking, date) }, units.length, span, booking.half)}
      onClick={() => onOpen(booking)}
    >
      <span className={classes['blockText']}>
        <span className={classes['blockTime']}>
          {begin}
          <span className={classes['blockEnd']}>{end}</span>
        </span>{' '}
        {isPattern && booking.title ? `${booking.title} · ${booking.holder}` : labelOf(booking)}
        {booking.isLocked && <span className={grid['lockWord']}> festgelegt</span>}
        {what.some(Boolean) && <span className={classes['blockWhat']}> {what.filter(Boolean).join(' · ')}</span>}
        {units.length > 1 && <span className="unseen">, {parts.join(', ')}</span>}
      </span>
      {booking.may.includes('change') && !booking.isFixed && <span className={classes['edge']} data-edge />}
    </button>
  );
}

function NowLine({ span }: { span: Span }) {
  const { at, isShown } = useNowIn(span);
  return <div className={grid['now']} data-now-line data-beginning hidden={!isShown} style={{ top: percent(at, span) }} />;
}

/** The time of now beside the hours. */
export function NowClock({ span }: { span: Span }) {
  const { at, time, isShown } = useNowIn(span);
  return (
    <div className={grid['clock']} hidden={!isShown}>
      <strong style={{ top: percent(at, span) }}>{time}</strong>
    </div>
  );
}

function useNowIn(span: Span): { at: number; time: string; isShown: boolean } {
  const { time } = localOf(new Date(useNow()));
  const minute = minutesOf(time);
  return { at: Math.max(span.from, Math.min(minute, span.to)), time, isShown: minute >= span.from && minute <= span.to };
}

function boxOf(
  { unit, units, from, to }: Pick<Spot, 'unit' | 'units' | 'from' | 'to'>,
  of: number,
  span: Span,
  half?: GridBooking['half'],
): CSSProperties {
  const left = unit + (half === 'second' ? units / 2 : 0);
  return { ...bandOf({ from, to }, span), left: `${(left / of) * 100}%`, width: `${((half ? units / 2 : units) / of) * 100}%` };
}

function bandOf({ from, to }: Span, span: Span): CSSProperties {
  const [top, bottom] = [Math.max(from, span.from), Math.min(to, span.to)];
  return { top: percent(top, span), height: `${Math.max(1.5, ((bottom - top) / (span.to - span.from)) * 100)}%` };
}

function percent(minute: number, { from, to }: Span): string {
  return `${((minute - from) / (to - from)) * 100}%`;
}
