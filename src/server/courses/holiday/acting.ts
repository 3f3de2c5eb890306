import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { appUser } from '#server/accounts/users/table.ts';
import { actingAccess, person } from '#server/people/persons/table.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import { isMinor } from '#shared/kernel/age.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';

/** An account that acts for a child, as enrolments name it. */
export type Acting = { userId: string; email: string; name: string; lastname: string; home: ClubName };

type Child = { personId: string; enteredBy: string | null };

/**
 * Who acts for children now: the account that entered the wishes while it still may, else another parent; who has come of age meanwhile acts
 * by the own account. A child without anybody is left out.
 */
export async function actingFor(tx: Transaction, children: readonly Child[]): Promise<Map<string, Acting>> {
  const rows = await inAllClubs(tx, () =>
    tx
      .select({
        personId: actingAccess.personId,
        userId: appUser.id,
        email: appUser.email,
        name: appUser.firstname,
        lastname: appUser.lastname,
        home: appUser.club,
        relation: actingAccess.relation,
        birthDate: person.birthDate,
      })
      .from(actingAccess)
      .innerJoin(appUser, eq(appUser.id, actingAccess.userId))
      .innerJoin(person, eq(person.id, actingAccess.personId))
      .where(
        and(
          inArray(actingAccess.relation, ['guardian', 'self']),
          isNull(appUser.disabledAt),
          inArray(
            actingAccess.personId,
            children.map(({ personId }) => personId),
          ),
        ),
      )
      .orderBy(asc(appUser.id)),
  );
  return new Map(
    children.flatMap(({ personId, enteredBy }) => {
      const own = rows.filter((row) => row.personId === personId && (row.relation === 'guardian' || !isMinor(row.birthDate, today())));
      const account = own.find(({ userId }) => userId === enteredBy) ?? own[0];
      if (!account) return [];
      const { userId, email, name, lastname, home } = account;
      return [[personId, { userId, email, name, lastname, home }] as const];
    }),
  );
}
