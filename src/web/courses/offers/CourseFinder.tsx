import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { weekdayNames, weekdayOf } from '#shared/kernel/calendar.ts';
import { slotInWords } from '#shared/courses/courseText.ts';
import type { ListedCourse } from '#shared/courses/courseShapes.ts';
import { ruleInWords } from '#shared/courses/eligibility.ts';
import { today } from '#web/lib/berlinDay.ts';
import { boot } from '#web/lib/boot.ts';
import classes from './course.module.css';
import finder from './finder.module.css';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { publicCoursesQuery } from './queries.ts';

const shownAtFirst = 9;

/** The offers of the club, found by word, weekday and age; on the association's site those of all clubs. */
export function CourseFinder() {
  const { data } = useQuery(publicCoursesQuery());
  const [search, setSearch] = useState('');
  const [weekday, setWeekday] = useState(0);
  const [age, setAge] = useState('');
  const [isAll, setIsAll] = useState(false);
  if (!data || data.rows.length === 0) return null;
  const found = data.rows.filter((one) => fits(one, { search, weekday, age: age === '' ? null : Number(age) }));
  const shown = isAll ? found : found.slice(0, shownAtFirst);
  return (
    <section className={finder['finder']} aria-labelledby="angebote">
      <h2 id="angebote">Angebot finden</h2>
      <div className={finder['filters']}>
        <label>
          Suchen
          <input value={search} onChange={(event) => setSearch(event.currentTarget.value)} placeholder="Yoga, Turnhalle …" maxLength={80} />
        </label>
        <label>
          Wochentag
          <select value={weekday} onChange={(event) => setWeekday(Number(event.currentTarget.value))}>
            <option value={0}>jeder Tag</option>
            <option value={-1}>heute</option>
            {weekdayNames.map((name, at) => (
              <option key={name} value={at + 1}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Alter
          <input
            value={age}
            onChange={(event) => setAge(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 3))}
            inputMode="numeric"
          />
        </label>
      </div>
      <output className={classes['quiet']}>{found.length === 1 ? '1 Angebot' : `${found.length} Angebote`}</output>
      <ul className={finder['results']}>
        {shown.map((one) => (
          <li key={one.id}>
            <Link to="/id/$course" params={{ course: one.slug }} className={finder['result']}>
              <strong>{one.title}</strong>
              <span>{one.slots.map(slotInWords).join(', ')}</span>
              <span>{[one.place, ruleInWords({ ...one, ageReference: '' }).replace(' ()', '')].filter(Boolean).join(' · ')}</span>
              <span className={`${classes['phase']} ${finder['resultPhase']}`} data-kind={one.phase.kind}>
                {one.phase.text}
              </span>
              {boot.club.name === 'GSV' && <span className={classes['kind']}>{boot.clubs[one.club].displayName}</span>}
            </Link>
          </li>
        ))}
      </ul>
      {found.length > shown.length && (
        <span className={classes['more']}>
          <PlainButton onClick={() => setIsAll(true)}>Alle {found.length} zeigen</PlainButton>
        </span>
      )}
    </section>
  );
}

function fits(one: ListedCourse, { search, weekday, age }: { search: string; weekday: number; age: number | null }): boolean {
  const words = `${one.title} ${one.subtitle} ${one.department ?? ''} ${one.place}`.toLowerCase();
  return (
    words.includes(search.trim().toLowerCase()) &&
    (weekday === 0 || one.slots.some((slot) => slot.weekday === (weekday < 0 ? weekdayOf(today()) : weekday))) &&
    (age === null || ((one.ageMin ?? 0) <= age && age <= (one.ageMax ?? 200)))
  );
}
