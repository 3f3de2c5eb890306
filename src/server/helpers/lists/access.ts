import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { isAtLeast } from '#shared/kernel/roles.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { ownPeople } from '#server/people/persons/service.ts';
import type { Context } from '#server/platform/http/context.ts';
import { inAllClubs, enterScope, type Transaction } from '#server/platform/database/database.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { isOpenedBy, isRecordId, linkHash } from '#server/platform/secretLinks.ts';
import type { AssignmentRow, HelperListRow } from '../signUp/seats.ts';
import { helperList, assignment, itemPledge } from './table.ts';

type Asking = Pick<Context, 'viewer'>;

/** The viewer of a list: the board sees all helpers, other viewers see themselves and their children. */
export type Looker = { isBoard: boolean; userId?: string | undefined; personIds: readonly string[] };

/** Whether the caller may open a list: a list with `link` visibility is open to everyone, others to accounts of the club or its staff. */
export function isMeantFor({ viewer }: Pick<Context, 'viewer'>, { visibility, club, state }: HelperListRow): boolean {
  if (state === 'draft') return false;
  if (visibility === 'link') return true;
  if (!viewer || (viewer.club !== club && viewer.role !== 'super')) return false;
  return visibility === 'members' || isAtLeast(viewer.role, 'trainer');
}

/** The list with this public token; throws if the viewer may not open it. The transaction is then scoped to its club. */
export async function listByToken(context: Context, tx: Transaction, token: string): Promise<HelperListRow> {
  await enterByToken(context, tx, token);
  const [list] = await tx.select().from(helperList).where(eq(helperList.publicToken, token));
  if (!list) throw new Problem('not-found');
  if (!isMeantFor(context, list)) throw new Problem(context.viewer || list.state === 'draft' ? 'not-found' : 'unauthenticated');
  return list;
}

/**
 * The assignment opened by the secret of an e-mail, or by its id for the account that owns it. The transaction is then scoped to its club.
 */
export async function assignmentByToken(context: Asking, tx: Transaction, token: string): Promise<AssignmentRow> {
  await enterByToken(context, tx, token);
  const isIt = isRecordId(token) ? eq(assignment.id, token) : isOpenedBy(assignment, token);
  const [row] = await tx.select().from(assignment).where(isIt);
  if (!row) throw new Problem('not-found');
  return row;
}

/** The viewer of a list from the request. Outside the board, the viewer's own shifts and those of their children count as own. */
export async function listViewerOf(context: Pick<Context, 'viewer'>, tx: Transaction): Promise<Looker> {
  if (!context.viewer) return { isBoard: false, personIds: [] };
  const { userId } = context.viewer;
  return { isBoard: false, userId, personIds: (await ownPeople(tx, userId)).map(({ id }) => id) };
}

/**
 * The club of the list, assignment or pledge that a secret opens. Only this lookup runs beyond the club scope without an account. A
 * signed-in viewer opens their own records by id.
 */
export async function clubOfHelperToken({ viewer }: Asking, tx: Transaction, token: string): Promise<ClubName | undefined> {
  if (isRecordId(token)) return viewer && clubOfOwn(tx, viewer.userId, token);
  const { rows } = await tx.execute<{ club: ClubName | null }>(sql`select club_of_helper_token(${token}, ${linkHash(token)}) as club`);
  return rows[0]?.club ?? undefined;
}

/**
 * Checks first that a secret opens a record of a club with the helper lists feature. Runs before the main transaction, which must not wait
 * for a second connection while it holds one.
 */
export async function requireOpened(context: Context, token: string): Promise<void> {
  const club = await context.read((tx) => clubOfHelperToken(context, tx, token));
  if (!club) throw new Problem('not-found');
  await requireFeature(context, 'operational.signUp', club);
}

/** Scopes the transaction to the club of the record behind a secret or an own id; throws if there is none. */
export async function enterByToken(context: Asking, tx: Transaction, token: string): Promise<void> {
  const club = await clubOfHelperToken(context, tx, token);
  if (!club) throw new Problem('not-found');
  await enterScope(tx, club);
}

async function clubOfOwn(tx: Transaction, userId: string, id: string): Promise<ClubName | undefined> {
  const personIds = (await ownPeople(tx, userId)).map((one) => one.id);
  for (const table of [assignment, itemPledge]) {
    const byAccount = and(eq(table.createdBy, userId), isNull(table.personId));
    const isOwn = personIds.length > 0 ? or(inArray(table.personId, personIds), byAccount) : byAccount;
    // Persons of other clubs may be helpers too.
    const [row] = await inAllClubs(tx, () =>
      tx
        .select({ club: table.club })
        .from(table)
        .where(and(eq(table.id, id), isOwn)),
    );
    if (row) return row.club;
  }
  return undefined;
}
