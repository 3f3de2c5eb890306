import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { appUser } from '#server/accounts/users/table.ts';
import { actingAccess } from '#server/people/persons/table.ts';
import { beyondScope, type Transaction } from '#server/platform/database/database.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';

/** An account that acts for a child, as enrolments name it. */
export type Acting = { userId: string; email: string; name: string; lastname: string; home: ClubName };

type Child = { personId: string; enteredBy: string | null };

/**
 * Who acts for children now: the account that entered the wishes while it still may, else another parent. A child without anybody is
 * left out.
 */
export async function actingFor(tx: Transaction, children: readonly Child[]): Promise<Map<string, Acting>> {
  const rows = await beyondScope(tx, () =>
    tx
      .select({
        personId: actingAccess.personId,
        userId: appUser.id,
        email: appUser.email,
        name: appUser.firstname,
        lastname: appUser.lastname,
        home: appUser.club,
      })
      .from(actingAccess)
      .innerJoin(appUser, eq(appUser.id, actingAccess.userId))
      .where(
        and(
          eq(actingAccess.relation, 'guardian'),
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
      const own = rows.filter((row) => row.personId === personId);
      const { personId: _child, ...account } = own.find(({ userId }) => userId === enteredBy) ?? own[0] ?? { personId };
      return 'userId' in account ? [[personId, account] as const] : [];
    }),
  );
}
