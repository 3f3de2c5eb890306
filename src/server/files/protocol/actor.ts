import type { Role } from '#shared/kernel/roles.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { accountName } from '#shared/kernel/user.ts';
import type { Database } from '#server/platform/database/database.ts';
import { now } from '#server/platform/process/clock.ts';
import { unauthenticated } from './refusal.ts';
import type { Actor } from './rules.ts';

/** The account of a bearer token, and the session that issued it. */
export type TokenSubject = { userId: string; sessionId: string };

/** Verifies a bearer token; undefined if it is forged or expired. */
export type ReadToken = (token: string) => Promise<TokenSubject | undefined>;

/** The result of the database function token_user; no row once the session has ended. */
export type TokenUserRow = {
  user_id: string;
  role: Role;
  club: ClubName;
  firstname: string;
  lastname: string;
  email: string;
  is_disabled: boolean;
};

/**
 * The sender of a request by its Authorization header; undefined for a visitor. Cookies are ignored to prevent CSRF.
 * Role, club and disabled state are read from the database for each request.
 */
export async function readActor(database: Database, readToken: ReadToken, authorization: string | undefined): Promise<Actor | undefined> {
  const subject = await subjectOf(readToken, authorization);
  return subject && actorOf(await readTokenUser(database, subject));
}

/** The subject of the token in an Authorization header; undefined without one. Throws 401 if the token is invalid. */
export async function subjectOf(readToken: ReadToken, authorization: string | undefined): Promise<TokenSubject | undefined> {
  if (authorization === undefined || authorization === '') return undefined;
  const token = /^(?:Firebase|Bearer) ([\w.~+/=-]+)$/i.exec(authorization)?.[1];
  const subject = token && (await readToken(token));
  if (!subject) throw unauthenticated();
  return subject;
}

/** The actor of a user; throws 401 if the account does not exist or is disabled. */
export function actorOf(user: TokenUserRow | undefined): Actor {
  if (!user || user.is_disabled) throw unauthenticated();
  return { userId: user.user_id, role: user.role, club: user.club, name: accountName(user) };
}

/** The club of a user, regardless of the current club scope. */
export async function clubOfUser(database: Database, userId: string): Promise<ClubName | undefined> {
  const { rows } = await database.pool.query<{ club: ClubName | null }>({
    name: 'club-of-user',
    text: 'select club_of_user($1) as club',
    values: [userId],
  });
  return rows[0]?.club ?? undefined;
}

async function readTokenUser(database: Database, { userId, sessionId }: TokenSubject): Promise<TokenUserRow | undefined> {
  const { rows } = await database.pool.query<TokenUserRow>({
    name: 'token-user',
    text: 'select * from token_user($1, $2, $3)',
    values: [userId, sessionId, now()],
  });
  return rows[0];
}
