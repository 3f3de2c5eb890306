import { sql } from 'drizzle-orm';
import { mondayOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { DiaryEntry } from '#shared/people/memberReport.ts';
import type { Transaction } from '#server/platform/database/database.ts';

const entriesAtMost = 2000;

export type Period = { club: ClubName; from: string; to: string };

/** The dates of courses that were held in a period, the newest first, with who led them. Minutes are real ones, also over a clock change. */
export async function readDiary(tx: Transaction, { club, from, to }: Period) {
  const { rows } = await tx.execute<DiaryEntry>(sql`
    select s.id as "sessionId", to_char(s.local_date, 'YYYY-MM-DD') as day,
      to_char(s.starts_at at time zone 'Europe/Berlin', 'HH24:MI') as start,
      (extract(epoch from s.ends_at - s.starts_at) / 60)::int as minutes,
      c.title, coalesce(d.name, '') as department, s.present_count as present, coalesce(s.note, '') as note,
      coalesce((
        select json_agg(p.lastname || ', ' || p.firstname order by p.lastname, p.firstname) from person p
        where case when s.substitute_person_id is not null then p.id = s.substitute_person_id
          else p.id in (select t.person_id from course_trainer t where t.course_id = c.id) end
      ), '[]'::json) as trainers
    from course_session s join course c on c.id = s.course_id left join department d on d.id = c.department_id
    where c.club = ${club} and s.state = 'held' and s.local_date between ${from} and ${to}
    order by s.starts_at desc, s.id
    limit ${entriesAtMost + 1}`);
  const entries = rows.slice(0, entriesAtMost);
  return { entries, isCut: rows.length > entriesAtMost, weeks: weeksOf(entries), trainers: trainersOf(entries) };
}

function weeksOf(entries: readonly DiaryEntry[]) {
  const weeks = new Map<string, { monday: string; minutes: number; present: number }>();
  for (const { day, minutes, present } of entries.toReversed()) {
    const monday = mondayOf(day);
    const week = weeks.get(monday) ?? { monday, minutes: 0, present: 0 };
    week.minutes += minutes;
    week.present += present ?? 0;
    weeks.set(monday, week);
  }
  return [...weeks.values()];
}

function trainersOf(entries: readonly DiaryEntry[]) {
  const trainers = new Map<string, { name: string; sessions: number; minutes: number }>();
  for (const { trainers: names, minutes } of entries) {
    for (const name of names) {
      const one = trainers.get(name) ?? { name, sessions: 0, minutes: 0 };
      one.sessions += 1;
      one.minutes += minutes;
      trainers.set(name, one);
    }
  }
  return [...trainers.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'de'));
}
