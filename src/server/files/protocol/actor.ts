import type { Role } from '#shared/kernel/access.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { accountName } from '#shared/kernel/user.ts';
import type { Database } from '#server/platform/database/database.ts';
import { unauthenticated } from './refusal.ts';
import type { Actor } from './rules.ts';

/** Reads the user id in a bearer token; undefined when it is forged or has expired. */
export type ReadToken = (token: string) => Promise<string | undefined>;

/** What the database function token_user tells about a user. */
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
 * Who sends a request, by its Authorization header alone; without one it is a visitor. A cookie is never looked at:
 * a foreign page could make a browser send it. Role, club and disabled state are those of this moment.
 */
export async function readActor(database: Database, readToken: ReadToken, authorization: string | undefined): Promise<Actor | undefined> {
  const userId = await userIdOf(readToken, authorization);
  return userId === undefined ? undefined : actorOf(await readTokenUser(database, userId));
}

/** The user id in an Authorization header; undefined without one, 401 when the token is none of ours. */
export async function userIdOf(readToken: ReadToken, authorization: string | undefined): Promise<string | undefined> {
  if (authorization === undefined || authorization === '') return undefined;
  const token = /^(?:Firebase|Bearer) ([\w.~+/=-]+)$/i.exec(authorization)?.[1];
  const userId = token && (await readToken(token));
  if (!userId) throw unauthenticated();
  return userId;
}

/** Somebody who may act; 401 for whom there is not, or no longer. */
export function actorOf(user: TokenUserRow | undefined): Actor {
  if (!user || user.is_disabled) throw unauthenticated();
  return { userId: user.user_id, role: user.role, club: user.club, name: accountName(user) };
}

/** The club of a user, whatever club asks. */
export async function clubOfUser(database: Database, userId: string): Promise<ClubName | undefined> {
  return (await readTokenUser(database, userId))?.club;
}

async function readTokenUser(database: Database, userId: string): Promise<TokenUserRow | undefined> {
  const { rows } = await database.pool.query<TokenUserRow>({
    name: 'token-user',
    text: 'select * from token_user($1)',
    values: [userId],
  });
  return rows[0];
}
