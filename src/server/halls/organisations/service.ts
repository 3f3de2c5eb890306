import { and, eq, isNull } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import { organisation } from './table.ts';

export { sweepContactLinks } from './links.ts';
export type { OrganisationMoney } from './merge.ts';

/** The holder of a booking: the club itself, or an organisation that the hall's manager books for. */
export type Holder = { club: ClubName; organisationId: string | null; holder: string };

/** The organisation that a manager books for. Refused on `organisationId` if they manage no such outside organisation. */
export async function holderFor(tx: Transaction, managerClub: ClubName, organisationId: string): Promise<Holder> {
  const [row] = await inAllClubs(tx, () =>
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
