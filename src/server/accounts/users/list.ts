import { and, eq, ilike, isNotNull, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Role } from '#shared/kernel/roles.ts';
import { userBatchAtMost } from '#shared/accounts/users.ts';
import { id, instant } from '#shared/kernel/fields.ts';
import { club } from '#server/club/clubs/table.ts';
import { secondFactor } from '../factors/table.ts';
import { passkey } from '../passkeys/table.ts';
import { authUser } from '../sessions/table.ts';
import { fromCursor, toCursor } from '#server/platform/database/cursor.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { containing, foundMark, fullNameOf, holdsWords } from '#server/platform/database/columns.ts';
import { toUser } from './service.ts';
import { appUser } from './table.ts';

export type UserFilter = {
  club?: ClubName | undefined;
  search?: string | undefined;
  role?: Role | undefined;
  state?: 'active' | 'disabled' | 'unverified' | undefined;
};
type Order = { sort: 'lastname' | 'email' | 'lastLogin' | 'createdAt'; descending: boolean };
type Page = { limit: number; cursor?: string | undefined };
type Chooser = { userId: string; role: Role };

const countLimit = 1000;
const text = z.string().max(300);
/** The cursor fields of each sort order. */
const positions: { readonly [sort in Order['sort']]: z.ZodType<string[]> } = {
  lastname: z.tuple([text, text, id]),
  email: z.tuple([text, id]),
  lastLogin: z.tuple([z.union([instant, z.literal('-infinity')]), id]),
  createdAt: z.tuple([instant, id]),
};

/** One page of the users that match a filter, by keyset, so that every page costs the same. Only the first page is counted. */
export async function listUsers(tx: Transaction, filter: UserFilter, order: Order, page: Page) {
  const keys = sortKeys(order.sort);
  const rows = await select(tx, sql`to_json(${keys[0]}) #>> '{}'`)
    .where(and(...conditions(filter), page.cursor ? after(keys, order, page.cursor) : undefined))
    .orderBy(...keys.map((key) => (order.descending ? sql`${key} desc` : sql`${key} asc`)))
    .limit(page.limit + 1);
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(toListed),
    next: rows.length > page.limit && last ? cursorBehind(last, order) : null,
    total: page.cursor ? null : rows.length > page.limit ? await count(tx, filter) : rows.length,
  };
}

/** All users that match a filter in the order of the list, at most 10,000, for an export. */
export async function allUsers(tx: Transaction, filter: UserFilter, { sort, descending }: Order) {
  const rows = await select(tx)
    .where(and(...conditions(filter)))
    .orderBy(...sortKeys(sort).map((key) => (descending ? sql`${key} desc` : sql`${key} asc`)))
    .limit(10_000);
  return rows.map(toListed);
}

/** The ids of the accounts that a filter finds and that the viewer may disable, with their number and a mark of which they are. */
export async function selectAll(
  tx: Transaction,
  filter: UserFilter,
  viewer: Chooser,
): Promise<{ ids: string[]; count: number; mark: string }> {
  const found = selectable(filter, viewer);
  const rows = await tx
    .select({ id: appUser.id })
    .from(appUser)
    .where(found)
    .orderBy(...sortKeys('lastname'))
    .limit(userBatchAtMost);
  return { ids: rows.map(({ id }) => id), ...(await markOf(tx, found)) };
}

/** Throws 409 if a filter finds other accounts than at the selection. */
export async function refuseChanged(tx: Transaction, filter: UserFilter, mark: string, viewer: Chooser): Promise<void> {
  if ((await markOf(tx, selectable(filter, viewer))).mark !== mark) throw new Problem('selection-changed');
}

async function markOf(tx: Transaction, found: SQL | undefined): Promise<{ count: number; mark: string }> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int`, mark: foundMark(appUser.id) })
    .from(appUser)
    .where(found);
  return row ?? { count: 0, mark: '' };
}

/** Nobody disables their own account, and only a super one of a super. */
function selectable(filter: UserFilter, { userId, role }: Chooser): SQL | undefined {
  return and(...conditions(filter), ne(appUser.id, userId), role === 'super' ? undefined : ne(appUser.role, 'super'));
}

/** One user in the shape of the list. */
export async function listedUser(tx: Transaction, id: string) {
  const [row] = await select(tx).where(eq(appUser.id, id));
  return row && toListed(row);
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['where']>>[number];

/** Whether a user's address is verified; as a selected column it is evaluated for the rows of the page only. */
const isVerified = sql<boolean>`(select ${authUser.emailVerified} from ${authUser} where ${authUser.id} = ${appUser.id})`;

const factorOf = (is: SQL) => sql<boolean>`exists (select 1 from ${secondFactor} where ${secondFactor.userId} = ${appUser.id} and ${is})`;
/** A code app or a passkey: both are reset by the board after a loss. */
const hasSecondFactor = sql<boolean>`(${factorOf(sql`${secondFactor.enabledAt} is not null`)}
  or exists (select 1 from ${passkey} where ${passkey.userId} = ${appUser.id}))`;
/** A first board member requested a reset of the factor within the last week. */
const isFactorResetAsked = factorOf(sql`${secondFactor.resetAskedAt} > now() - interval '7 days'`);

function select(tx: Transaction, key: SQL = sql`null`) {
  return tx
    .select({
      user: appUser,
      club: { displayName: club.displayName, slogan: club.slogan, title: club.title },
      isVerified,
      hasSecondFactor,
      isFactorResetAsked,
      key: sql<string>`${key}`,
    })
    .from(appUser)
    .innerJoin(club, eq(club.name, appUser.club));
}

/** The cursor behind a row. Instants are kept in the database's text form, with microseconds. */
function cursorBehind({ user, key }: Row, { sort }: Order): string {
  return toCursor(sort === 'lastname' ? [user.lastnameKey ?? '', user.firstnameKey ?? '', user.id] : [key, user.id]);
}

function toListed({ user, club: of, key: _key, ...facts }: Row) {
  return { ...toUser(user, of), ...facts, isDisabled: user.disabledAt !== null, version: user.version };
}

function conditions(filter: UserFilter): (SQL | undefined)[] {
  return [
    filter.club && eq(appUser.club, filter.club),
    filter.role && eq(appUser.role, filter.role),
    filter.state === 'disabled' ? isNotNull(appUser.disabledAt) : undefined,
    filter.state === 'active' ? isNull(appUser.disabledAt) : undefined,
    filter.state === 'unverified' ? sql`not ${isVerified}` : undefined,
    filter.search ? or(holdsWords(fullNameOf(appUser), filter.search), ilike(appUser.email, containing(filter.search))) : undefined,
  ];
}

/** The sort keys; the id makes them unique. */
function sortKeys(sort: Order['sort']): SQL[] {
  const key = {
    lastname: sql`${appUser.lastnameKey}`,
    email: sql`lower(${appUser.email})`,
    lastLogin: sql`coalesce(${appUser.lastLogin}, '-infinity')`,
    createdAt: sql`${appUser.createdAt}`,
  }[sort];
  return sort === 'lastname' ? [key, sql`${appUser.firstnameKey}`, sql`${appUser.id}`] : [key, sql`${appUser.id}`];
}

function after(keys: SQL[], { sort, descending }: Order, cursor: string): SQL {
  const values = fromCursor(cursor, positions[sort]);
  const left = sql.join(keys, sql`, `);
  const right = sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );
  return descending ? sql`(${left}) < (${right})` : sql`(${left}) > (${right})`;
}

/** Counting stops at 1000: nobody reads a longer list to its end. */
async function count(tx: Transaction, filter: UserFilter): Promise<number> {
  const found = tx
    .select({ one: sql`1`.as('one') })
    .from(appUser)
    .where(and(...conditions(filter)))
    .limit(countLimit)
    .as('found');
  const [row] = await tx.select({ count: sql<number>`count(*)::int` }).from(found);
  return row?.count ?? 0;
}
