import { sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#server/platform/database/database.ts';
import type { Found } from './records.ts';

type Naming = { column: string; as: string; names: SQL };

/** What a row refers to, by the name under which a person knows it. */
const namings: readonly Naming[] = [
  { column: 'course_id', as: 'course', names: sql`select id, title as name from course` },
  { column: 'event_id', as: 'event', names: sql`select id, title as name from event` },
  { column: 'department_id', as: 'department', names: sql`select id, name from department` },
  {
    column: 'shift_id',
    as: 'task',
    names: sql`select s.id, s.task || ' (' || o.title || ')' as name from shift s join helper_list o on o.id = s.helper_list_id`,
  },
  {
    column: 'item_id',
    as: 'label',
    names: sql`select i.id, i.label || ' (' || o.title || ')' as name from item i join helper_list o on o.id = i.helper_list_id`,
  },
  {
    column: 'session_id',
    as: 'session',
    names: sql`select s.id, c.title || ', ' || to_char(s.local_date, 'DD.MM.YYYY') as name from course_session s join course c on c.id = s.course_id`,
  },
  {
    column: 'enrolment_id',
    as: 'offer',
    names: sql`select p.id, coalesce(c.title, e.title) as name from enrolment p
      left join course c on c.id = p.course_id left join event e on e.id = p.event_id`,
  },
];

/** Puts the names of courses, dates, departments and shifts beside the ids in the rows about a person, so that he can read them. */
export async function nameReferences(tx: Transaction, found: readonly Found[]): Promise<void> {
  const rows = found.flatMap((one) => one.rows);
  for (const { column, as, names } of namings) {
    const ids = [...new Set(rows.map((row) => row[column]).filter((id) => typeof id === 'string'))];
    if (ids.length === 0) continue;
    const answer = await tx.execute<{ id: string; name: string }>(sql`select id, name from (${names}) as named where id::text in ${ids}`);
    const byId = new Map(answer.rows.map(({ id, name }) => [id, name]));
    for (const row of rows) {
      const name = byId.get(String(row[column]));
      if (name !== undefined) row[as] ??= name;
    }
  }
}
