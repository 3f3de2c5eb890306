import type { Role } from '#shared/kernel/roles.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { accountName } from '#shared/kernel/user.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Viewer } from '#server/platform/http/context.ts';
import type { Database } from '#server/platform/database/database.ts';
import { secretHash } from '#server/platform/process/secretHash.ts';
import { sessionToken } from './sessionCookie.ts';

type ViewerRow = {
  session_id: string;
  user_id: string;
  role: Role;
  club: ClubName;
  firstname: string;
  lastname: string;
  email: string;
  confirmed_at: Date | null;
  is_factor_due: boolean;
};

/**
 * The viewer of a request; read from the database each time, so that a new role, a disabled account or an ended session takes effect at
 * once.
 */
export async function readViewer(database: Database, cookies: string | undefined, cookieName: string): Promise<Viewer | undefined> {
  const token = sessionToken(cookies, cookieName);
  if (!token) return undefined;
  const { rows } = await database.pool.query<ViewerRow>({
    name: 'viewer',
    text: 'select * from session_viewer($1, $2)',
    values: [secretHash(token), now()],
  });
  const row = rows[0];
  if (!row) return undefined;
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    role: row.is_factor_due ? 'reader' : row.role,
    isFactorDue: row.is_factor_due,
    club: row.club,
    name: accountName(row),
    email: row.email,
    confirmedAt: row.confirmed_at ?? undefined,
  };
}
