import type pg from 'pg';
import { secretHash } from '#server/platform/process/secretHash.ts';
import { toCursor } from '../../../src/server/platform/database/cursor.ts';
import { fillMembers } from '../../stage/members.ts';
import { rareName, sessionOf } from '../../stage/people.ts';
import { compare, type Question } from '../compare.ts';
import type { ReferenceRequest, Task } from '../task.ts';

const pageSize = 50;
const runsToday = 'd.valid_from <= current_date and (d.valid_to is null or d.valid_to >= current_date)';
const columns = `m.id, m.person_id as "personId", m.member_no as "memberNo", p.firstname, p.lastname, m.kind,
  m.joined_on::text as "joinedOn", m.left_on::text as "leftOn",
  array(select n.name from member_department d join department n on n.id = d.department_id where d.member_id = m.id and ${runsToday} order by 1) as departments`;
const tables = 'member_search s join member m on m.id = s.member_id join person p on p.id = m.person_id';

/** What a page of the overview asks the database, by the kind of page. */
const statements: { readonly [kind: string]: { where: string; order: string } } = {
  first: { where: 's.club = $1', order: 's.name_key, s.member_id' },
  next: { where: 's.club = $1 and (s.name_key, s.member_id) > ($2, $3)', order: 's.name_key, s.member_id' },
  search: { where: 's.club = $1 and s.words like $2', order: 's.name_key, s.member_id' },
  honorary: { where: 's.club = $1 and s.kind = $2', order: 's.joined_on desc, s.member_id desc' },
};

/** The member overview of /admin/members. */
export const task: Task = {
  line: 2,
  title: 'member overview, page of 50',
  goal: '≥ 0.7× reference; first and next page ≤ 1.5×, searches ≤ 10× from 10,000 to 100,000',
  sizes: [10_000, 100_000],
  prepare: (database, size) => fillMembers(database, size, rareName),
  reference: { '/members': readPage },
  product: async (stage) => {
    const cookie = await sessionOf(stage.database, 'admin');
    // A page in the middle: a query that counts through all rows before it is slow there.
    const key = ['mull', '00000000-0000-4000-8000-000000000000'];
    const question = (name: string, query: string, kind: string, values: string[], growthAtMost: number): Question => ({
      name,
      product: { path: `/api/members?limit=${pageSize}${query}`, headers: { cookie } },
      reference: {
        path: `/members?kind=${kind}${values.map((value) => `&value=${encodeURIComponent(value)}`).join('')}`,
        headers: { cookie },
      },
      goal: { what: 'ratio', atLeast: 0.7 },
      growthAtMost,
      // The cursor is opaque: only that there is one counts.
      normalise: (body) => ({ ...(body as object), next: (body as { next: unknown }).next !== null }),
    });
    return compare(stage, [
      question('first page', '', 'first', [], 1.5),
      question('page in the middle', `&cursor=${toCursor(key)}`, 'next', key, 1.5),
      question('search "schmi"', '&search=schmi', 'search', ['%schmi%'], 10),
      question(`rare name "${rareName}"`, `&search=${rareName}`, 'search', [`%${rareName.toLowerCase()}%`], 10),
      question('honorary members, newest first', '&kind=honorary&sort=joinedOn&descending=true', 'honorary', ['honorary'], 10),
    ]);
  },
};

async function readPage(pool: pg.Pool, { query, cookie }: ReferenceRequest): Promise<unknown> {
  const token = cookie?.split('=')[1]?.split('.')[0] ?? '';
  const { rows: viewers } = await pool.query<{ club: string }>({
    name: 'viewer',
    text: 'select * from session_viewer($1, $2)',
    values: [secretHash(token), new Date()],
  });
  const kind = query.get('kind') ?? '';
  const { where, order } = statements[kind] ?? { where: 'false', order: 's.member_id' };
  const values = [viewers[0]?.club, ...query.getAll('value')];
  const page = await pool.query<{ id: string }>({
    name: kind,
    text: `select ${columns} from ${tables} where ${where} order by ${order} limit ${pageSize + 1}`,
    values,
  });
  return {
    rows: page.rows.slice(0, pageSize),
    next: page.rows.length > pageSize ? 'more' : null,
    total: await count(pool, kind, page.rows.length, values),
  };
}

/** Counted up to 1000, and not at all after the first page. */
async function count(pool: pg.Pool, kind: string, found: number, values: unknown[]): Promise<number | null | undefined> {
  if (kind === 'next') return null;
  if (found <= pageSize) return found;
  const { rows } = await pool.query<{ count: number }>({
    name: `count ${kind}`,
    text: `select count(*)::int from (select 1 from member_search s where ${statements[kind]?.where} limit 1000) found`,
    values,
  });
  return rows[0]?.count;
}
