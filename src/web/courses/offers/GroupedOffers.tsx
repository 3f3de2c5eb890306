import { Link } from '@tanstack/react-router';
import { weekdayNames } from '#shared/kernel/calendar.ts';
import type { ListedCourse } from '#shared/courses/courseShapes.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import { boot } from '#web/lib/boot.ts';
import { formatDay } from '#web/lib/format.ts';
import classes from './offers.module.css';
import { phaseWords } from './phaseWords.ts';

type Line = { offer: ListedCourse; time: string };

/** The offers grouped by weekday and time, or by location, one line each. */
export function GroupedOffers({ view, rows }: { view: 'week' | 'places'; rows: readonly ListedCourse[] }) {
  const groups = view === 'week' ? byWeekday(rows) : byPlace(rows);
  return groups.map(([name, lines]) => (
    <section key={name} aria-label={name}>
      <h2 className={classes['day']}>
        {name} <span className={classes['quiet']}>({lines.length === 1 ? '1 Angebot' : `${lines.length} Angebote`})</span>
      </h2>
      <ul className={classes['lines']}>
        {lines.map(({ offer, time }) => (
          <li key={`${offer.id} ${time}`}>
            <Link to="/id/$course" params={{ course: offer.slug }} className={classes['line']}>
              <span className={classes['time']}>{time}</span>
              <span>
                <strong>{offer.title}</strong>
                <span className={classes['quiet']}>
                  {[
                    view === 'week' && offer.place,
                    boot.club.name === 'GSV' && boot.clubs[offer.club].displayName,
                    phaseWords({ ...offer, free: null }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ));
}

function byWeekday(rows: readonly ListedCourse[]): [string, Line[]][] {
  const days = weekdayNames.map((name, at): [string, Line[]] => [
    name,
    rows
      .flatMap((offer) => offer.slots.filter(({ weekday }) => weekday === at + 1).map((slot) => ({ offer, time: timeOf(slot) })))
      .toSorted((a, b) => a.time.localeCompare(b.time)),
  ]);
  const others = rows.filter(({ slots }) => slots.length === 0).map((offer) => ({ offer, time: nextOf(offer) }));
  return [...days, ['Einzelne Tage', others] satisfies [string, Line[]]].filter(([, lines]) => lines.length > 0);
}

function byPlace(rows: readonly ListedCourse[]): [string, Line[]][] {
  const places = [...Map.groupBy(rows, ({ place }) => place || 'Ohne festen Ort')].toSorted(([a], [b]) => compareNames(a, b));
  return places.map(([place, found]) => [place, found.map((offer) => ({ offer, time: whenOf(offer) }))]);
}

function whenOf(offer: ListedCourse): string {
  return offer.slots.map((slot) => `${(weekdayNames[slot.weekday - 1] ?? '').slice(0, 2)} ${timeOf(slot)}`).join(', ') || nextOf(offer);
}

function timeOf({ startTime, endTime }: ListedCourse['slots'][number]): string {
  return `${startTime.slice(0, 5)}–${endTime.slice(0, 5)}`;
}

function nextOf({ next }: ListedCourse): string {
  return next ? formatDay(next.startsAt) : '';
}
