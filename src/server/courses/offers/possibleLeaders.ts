import { and, asc, eq, sql } from 'drizzle-orm';
import { appUser } from '#server/accounts/users/table.ts';
import { actingAccess, person } from '#server/people/persons/table.ts';
import { fullNameOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { courseSession, courseTrainer } from './table.ts';

const atMost = 500;

/** Who may lead an offer of a club: everybody who leads one or has a staff role. For a session, those who can stand in. */
export function possibleLeaders(tx: Transaction, club: ClubName, sessionId?: string): Promise<{ id: string; name: string }[]> {
  return tx
    .selectDistinct({ id: person.id, name: fullNameOf(person) })
    .from(person)
    .leftJoin(courseTrainer, eq(courseTrainer.personId, person.id))
    .leftJoin(actingAccess, and(eq(actingAccess.personId, person.id), eq(actingAccess.relation, 'self')))
    .leftJoin(appUser, eq(appUser.id, actingAccess.userId))
    .where(
      and(
        eq(person.club, club),
        sql`(${courseTrainer.personId} is not null or ${appUser.role} <> 'reader')`,
        sessionId === undefined ? undefined : sql`${person.id} not in (${comesAnyway(sessionId)})`,
      ),
    )
    .orderBy(asc(fullNameOf(person)), asc(person.id))
    .limit(atMost);
}

/** SQL for the persons who come to a session without standing in: its substitute, and its lead unless there are several. */
function comesAnyway(sessionId: string) {
  const leads = sql`from ${courseTrainer} join ${courseSession} on ${courseSession.courseId} = ${courseTrainer.courseId}
    where ${courseSession.id} = ${sessionId} and ${courseTrainer.role} = 'lead'`;
  return sql`select ${courseSession.substitutePersonId} from ${courseSession}
      where ${courseSession.id} = ${sessionId} and ${courseSession.substitutePersonId} is not null
    union all select ${courseTrainer.personId} ${leads} and (select count(*) ${leads}) = 1`;
}
