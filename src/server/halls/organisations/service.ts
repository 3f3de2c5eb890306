import { and, eq, isNull } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { beyondScope, type Transaction } from '#server/platform/database/database.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import { organisation } from './table.ts';

export { sweepContactLinks } from './links.ts';
export type { OrganisationMoney } from './merge.ts';

/** The holder of a booking: the club itself, or an organisation for which the hall's manager books. */
export type Holder = { club: ClubName; organisationId: string | null; holder: string };

/** The organisation for which a manager books. Refused on `organisationId` where they have no such outside organisation. */
export async function holderFor(tx: Transaction, managerClub: ClubName, organisationId: string): Promise<Holder> {
  const [row] = await beyondScope(tx, () =>
    tx
      .select({ name: organisation.name })
      .from(organisation)
      .where(
        and(
          eq(organisation.id, organisationId),
          eq(organisation.managerClub, managerClub),
          isNull(organisation.club),
          isNull(organisation.archivedOn),
        ),
      )
      .for('share'),
  );
  if (!row) throw fieldProblem('organisationId', 'Diese Organisation gibt es nicht (mehr).');
  return { club: managerClub, organisationId, holder: row.name };
}
