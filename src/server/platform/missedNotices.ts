import type { Database } from './database/database.ts';
import type { NoticeRow } from './notices.ts';

/** The number of notices that are read at once. */
export const catchUpLimit = 1000;

/** The notices after one id up to another, unless they are too many or no longer kept. */
export async function missedNotices(pool: Database['pool'], after: number, upTo: number): Promise<NoticeRow[] | 'too-many'> {
  if (after >= upTo) return [];
  const { rows } = await pool.query<NoticeRow & { oldest: string }>(
    'select id, collection, club, entity_id, (select min(id) from notice) as oldest from notice where id > $1 and id <= $2 order by id limit $3',
    [after, upTo, catchUpLimit],
  );
  const isComplete = rows.length < catchUpLimit && Number(rows[0]?.oldest ?? Infinity) <= after + 1;
  return isComplete ? rows : 'too-many';
}
