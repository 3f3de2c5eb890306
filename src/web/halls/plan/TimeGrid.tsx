import { minutesOf, localOf } from '#shared/kernel/calendar.ts';
import type { Booking } from '../bookings/queries.ts';
import classes from './plan.module.css';
import { useArrowKeys } from './useArrowKeys.ts';
import { labelOf, timesOf } from '../bookings/words.ts';

/** A column group of the grid: a hall on a day, or a day of a hall, with its parts side by side. */
type GridGroup = {
  key: string;
  title: string;
  /** Why it is closed, if it is. */ pause?: string | undefined;
  units: readonly { id: string; label: string }[];
  bookings: readonly Booking[];
};

type TimeGridProps = { groups: readonly GridGroup[]; onOpen: (booking: Booking) => void; label: string };

const [fromMinute, toMinute] = [7 * 60, 23 * 60];
const hours = Array.from({ length: (toMinute - fromMinute) / 60 }, (_, index) => 7 + index);
const percentOf = (minute: number) => ((minute - fromMinute) / (toMinute - fromMinute)) * 100;

/** Time downwards, halls or days with their parts side by side. Each block is a button that says all in words. */
export function TimeGrid({ groups, onOpen, label }: TimeGridProps) {
  const plan = useArrowKeys();
  return (
    // What scrolls must be reached by the keyboard, also while it is empty (axe: scrollable-region-focusable).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes['scroll']} aria-label={label} tabIndex={0} ref={plan}>
      <div className={classes['grid']}>
        <div className={classes['hours']} aria-hidden="true">
          {hours.map((hour) => (
            <span key={hour}>{String(hour).padStart(2, '0')}:00</span>
          ))}
        </div>
        {groups.map((group) => (
          <section
            key={group.key}
            className={classes['group']}
            aria-label={group.title}
            style={{ minWidth: `${Math.max(8.5, group.units.length * 5.5)}rem` }}
          >
            <h3 className={classes['groupTitle']}>
              {group.title}
              {group.pause && <span className={classes['pause']}>{group.pause}</span>}
            </h3>
            <div className={classes['parts']} aria-hidden="true">
              {group.units.map(({ id, label: part }) => (
                <span key={id}>{part}</span>
              ))}
            </div>
            <div className={classes['field']} data-closed={group.pause ? true : undefined}>
              {group.bookings.map((booking) => (
                <Block key={booking.id} booking={booking} units={group.units} onOpen={onOpen} />
              ))}
            </div>
          </section>
        ))}
      </div>
    </section>
  );
}

type BlockProps = { booking: Booking; units: GridGroup['units']; onOpen: (booking: Booking) => void };

/** A booking over its parts; parts that do not lie side by side are spanned from the first to the last. */
function Block({ booking, units, onOpen }: BlockProps) {
  const places = booking.unitIds.map((id) => units.findIndex((unit) => unit.id === id)).filter((index) => index >= 0);
  const first = places.length > 0 ? Math.min(...places) : 0;
  const width = places.length > 0 ? Math.max(...places) - first + 1 : units.length;
  const [top, bottom] = [
    percentOf(minutesOf(localOf(new Date(booking.startsAt)).time)),
    percentOf(minutesOf(localOf(new Date(booking.endsAt)).time)),
  ];
  const parts = units.filter(({ id }) => booking.unitIds.includes(id)).map(({ label }) => label);
  return (
    <button
      type="button"
      className={classes['block']}
      data-club={booking.club}
      data-state={booking.state}
      style={{
        top: `${Math.max(0, top)}%`,
        height: `${Math.max(1.5, bottom - top)}%`,
        left: `${(first / units.length) * 100}%`,
        width: `${(width / units.length) * 100}%`,
      }}
      onClick={() => onOpen(booking)}
    >
      <span className={classes['blockTime']}>{timesOf(booking)}</span> {labelOf(booking)}
      {units.length > 1 && <span className={classes['unseen']}>, {parts.join(', ')}</span>}
    </button>
  );
}
