import { useState } from 'react';
import { germanDate, timesInWords } from '#shared/kernel/calendar.ts';
import type { CoursePage } from '#shared/courses/courseShapes.ts';
import { formatDay } from '#web/lib/format.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import classes from './course.module.css';

const shownAtFirst = 8;

/** The sessions of a course; cancelled ones are struck through with the reason. */
export function CourseDates({ course: { sessions, skipped } }: { course: Pick<CoursePage, 'sessions' | 'skipped'> }) {
  const [isOpen, setIsOpen] = useState(false);
  const [today] = useState(() => new Date().toISOString());
  const held = sessions.map((one) => ({
    key: one.id,
    date: one.localDate,
    text: `${formatDay(one.startsAt)}, ${timesInWords(one)}`,
    isOff: one.state === 'cancelled',
    note:
      one.state === 'cancelled' ? (one.reason ?? 'fällt aus') : one.state === 'moved' ? `verlegt${one.place && ` nach ${one.place}`}` : '',
    isPast: one.endsAt < today,
  }));
  const out = skipped.map(({ date, reason }) => ({
    key: date,
    date,
    text: germanDate(date),
    isOff: true,
    note: reason,
    isPast: date < today.slice(0, 10),
  }));
  const all = [...held, ...out].toSorted((a, b) => a.date.localeCompare(b.date));
  const coming = all.filter(({ isPast }) => !isPast);
  const shown = isOpen || all.length <= shownAtFirst ? all : coming.slice(0, shownAtFirst);
  if (all.length === 0) return null;
  return (
    <section>
      <h2>Termine</h2>
      <ul className={classes['dates']}>
        {shown.map(({ key, text, isOff, note, isPast }) => (
          <li key={key} data-past={isPast || undefined}>
            {isOff ? <s>{text}</s> : text}
            {note && <span className={classes['note']}> {note}</span>}
          </li>
        ))}
      </ul>
      {all.length > shown.length && (
        <span className={classes['more']}>
          <PlainButton onClick={() => setIsOpen(true)}>Alle {held.length} Termine zeigen</PlainButton>
        </span>
      )}
    </section>
  );
}
