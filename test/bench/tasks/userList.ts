import type pg from 'pg';
import { roleDisplayName, type Role } from '../../../src/shared/kernel/roles.ts';
import { secretHash } from '#server/platform/process/secretHash.ts';
import { toCursor } from '../../../src/server/platform/database/cursor.ts';
import { fillPeople, rareName, sessionOf } from '../../stage/people.ts';
import { compare, type Question } from '../compare.ts';
import type { ReferenceRequest, Task } from '../task.ts';

const pageSize = 50;
const columns = `u.*, c.display_name, c.slogan, c.title, a.email_verified,
  exists (select 1 from second_factor f where f.user_id = u.id and f.enabled_at is not null)
    or exists (select 1 from passkey k where k.user_id = u.id) as has_second_factor,
  exists (select 1 from second_factor f where f.user_id = u.id and f.reset_asked_at > now() - interval '7 days') as is_factor_reset_asked`;
const tables = 'app_user u join club c on c.name = u.club join auth_user a on a.id = u.id';
const byName = 'u.lastname_key, u.firstname_key, u.id';
const matches = `(u.firstname || ' ' || u.lastname ilike $2 or u.email ilike $2)`;

/** What a page of the list asks the database, by the kind of page. */
const statements: { readonly [kind: string]: { where: string; order: string } } = {
  first: { where: 'u.club = $1', order: byName },
  next: { where: `u.club = $1 and (${byName}) > ($2, $3, $4)`, order: byName },
  search: { where: `u.club = $1 and ${matches}`, order: byName },
  trainers: { where: `u.club = $1 and u.role = $2`, order: `coalesce(u.last_login, '-infinity') desc, u.id desc` },
};

type UserRow = { [column: string]: unknown } & { role: Role; firstname: string; lastname: string; id: string };

/** The user list of /admin/user, the first list with search, filters and keyset pages. */
export const task: Task = {
  line: 2,
  title: 'user list, page of 50',
  goal: '≥ 0.7× reference; first and next page ≤ 1.5× from 1,000 to 10,000',
  sizes: [1000, 10_000],
  prepare: async (database, size) => void (await fillPeople(database, size)),
  reference: { '/users': readPage },
  product: async (stage) => {
    const cookie = await sessionOf(stage.database, 'admin');
    // A page in the middle: a query that counts through all rows before it is slow there.
    const key = ['müll', '', '00000000-0000-4000-8000-000000000000'];
    const question = (name: string, query: string, kind: string, values: string[], growthAtMost?: number): Question => ({
      name,
      product: { path: `/api/users?limit=${pageSize}${query}`, headers: { cookie } },
      reference: {
        path: `/users?kind=${kind}${values.map((value) => `&value=${encodeURIComponent(value)}`).join('')}`,
        headers: { cookie },
      },
      goal: { what: 'ratio', atLeast: 0.7 },
      ...(growthAtMost && { growthAtMost }),
      // The cursor is opaque: only that there is one counts.
      normalise: (body) => ({ ...(body as object), next: (body as { next: unknown }).next !== null }),
    });
    return compare(stage, [
      question('first page', '', 'first', [], 1.5),
      question('page in the middle', `&cursor=${toCursor(key)}`, 'next', key, 1.5),
      question('search "schmi"', '&search=schmi', 'search', ['%schmi%'], 10),
      question(`rare name "${rareName}"`, `&search=${rareName}`, 'search', [`%${rareName}%`], 10),
      question('trainers by last sign-in', '&role=trainer&sort=lastLogin&descending=true', 'trainers', ['trainer'], 10),
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
  const { where, order } = statements[kind] ?? { where: 'false', order: 'u.id' };
  const values = [viewers[0]?.club, ...query.getAll('value')];
  const page = await pool.query<UserRow>({
    name: kind,
    text: `select ${columns} from ${tables} where ${where} order by ${order} limit ${pageSize + 1}`,
    values,
  });
  return {
    rows: page.rows.slice(0, pageSize).map(toListed),
    next: page.rows.length > pageSize ? 'more' : null,
    // As everywhere, only the first page is counted.
    total: kind === 'next' ? null : await count(pool, kind, where, values),
  };
}

async function count(pool: pg.Pool, kind: string, where: string, values: unknown[]): Promise<number | undefined> {
  const { rows } = await pool.query<{ count: number }>({
    name: `count ${kind}`,
    text: `select count(*)::int from (select 1 from app_user u where ${where} limit 1000) found`,
    values,
  });
  return rows[0]?.count;
}

function toListed(row: UserRow): object {
  return {
    id: row.id,
    firebaseUserID: row.id,
    hasUser: row['has_user'],
    firstname: row.firstname,
    lastname: row.lastname,
    email: row['email'],
    memberId: row['member_id'],
    club: { name: row['club'], displayName: row['display_name'], slogan: row['slogan'], title: row['title'] },
    role: { name: row.role, displayName: roleDisplayName(row.role) },
    logins: row['logins'],
    lastLogin: row['last_login'],
    createdAt: row['created_at'],
    updatedAt: row['updated_at'],
    fullName: `${row.firstname} ${row.lastname}`,
    roleDisplayName: roleDisplayName(row.role),
    clubDisplayName: row['display_name'],
    isDisabled: row['disabled_at'] !== null,
    isVerified: row['email_verified'],
    hasSecondFactor: row['has_second_factor'],
    isFactorResetAsked: row['is_factor_reset_asked'],
    version: row['version'],
  };
}
