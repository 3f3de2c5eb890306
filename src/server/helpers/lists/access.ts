import { eq, sql } from 'drizzle-orm';
import { isAtLeast } from '#shared/kernel/access.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { ownPeople } from '#server/people/persons/service.ts';
import type { Context } from '#server/platform/http/context.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { Problem } from '#server/platform/http/problem.ts';
import type { AssignmentRow, HelperListRow } from '../signUp/seats.ts';
import { helperList, assignment } from './table.ts';

/** Who looks at a list: the board sees everybody, anybody else themselves and their children. */
export type Looker = { isBoard: boolean; userId?: string | undefined; personIds: readonly string[] };

/** Whether a list is meant for the one who asks: by its link for everybody, else for the accounts of the club or its staff. */
export function isMeantFor({ viewer }: Pick<Context, 'viewer'>, { visibility, club, state }: HelperListRow): boolean {
  if (state === 'draft') return false;
  if (visibility === 'link') return true;
  if (!viewer || (viewer.club !== club && viewer.role !== 'super')) return false;
  return visibility === 'members' || isAtLeast(viewer.role, 'trainer');
}

/** The list behind a link, for somebody for whom it is meant; the transaction then works in its club. */
export async function listByToken(context: Context, tx: Transaction, token: string): Promise<HelperListRow> {
  await enterByToken(tx, token);
  const [list] = await tx.select().from(helperList).where(eq(helperList.publicToken, token));
  if (!list) throw new Problem('not-found');
  if (!isMeantFor(context, list)) throw new Problem(context.viewer || list.state === 'draft' ? 'not-found' : 'unauthenticated');
  return list;
}

/** The shift that the secret in a mail opens. */
export async function assignmentByToken(tx: Transaction, token: string): Promise<AssignmentRow> {
  await enterByToken(tx, token);
  const [row] = await tx.select().from(assignment).where(eq(assignment.manageToken, token));
  if (!row) throw new Problem('not-found');
  return row;
}

/** Somebody who looks without being of the board: their own and their children's shifts are theirs. */
export async function lookerOf(context: Pick<Context, 'viewer'>, tx: Transaction): Promise<Looker> {
  if (!context.viewer) return { isBoard: false, personIds: [] };
  const { userId } = context.viewer;
  return { isBoard: false, userId, personIds: (await ownPeople(tx, userId)).map(({ id }) => id) };
}

/** Which club's list or shift a secret opens: the only way past the scope for somebody without an account. */
export async function clubOfHelperToken(tx: Transaction, token: string): Promise<ClubName | undefined> {
  const { rows } = await tx.execute<{ club: ClubName | null }>(sql`select club_of_helper_token(${token}) as club`);
  return rows[0]?.club ?? undefined;
}

/**
 * The first question about a secret: it opens something, in a club that has helper lists. Asked before the transaction of
 * the answer, which must not wait for a second connection while it holds one.
 */
export async function requireOpened(context: Context, token: string): Promise<void> {
  const club = await context.read((tx) => clubOfHelperToken(tx, token));
  if (!club) throw new Problem('not-found');
  await requireFeature(context, 'operational.signUp', club);
}

async function enterByToken(tx: Transaction, token: string): Promise<void> {
  const club = await clubOfHelperToken(tx, token);
  if (!club) throw new Problem('not-found');
  await enterScope(tx, club);
}
