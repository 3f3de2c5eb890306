import { and, eq, sql } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { organisation } from '#server/halls/organisations/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { payer, type PayerRow } from './view.ts';

/** Who holds an account at a club; 404 where the club knows nobody of this id. */
export async function payerOf(tx: Transaction, club: ClubName, id: string): Promise<PayerRow> {
  const [row] = await tx
    .select()
    .from(payer)
    .where(and(eq(payer.id, id), eq(payer.club, club)));
  if (!row) throw new Problem('not-found');
  return row;
}

type PayerColumns = { payerPersonId: string | null; organisationId: string | null };

/** The columns by which a row names its payer, of each of these ids. An id of nobody is taken for a person; the database refuses it. */
export async function payerColumnsOf(tx: Transaction, ids: readonly string[]): Promise<(payerId: string) => PayerColumns> {
  const found =
    ids.length === 0
      ? []
      : await tx
          .select({ id: organisation.id })
          .from(organisation)
          .where(sql`${organisation.id} = any(${sql.param([...new Set(ids)])}::uuid[])`);
  const organisations = new Set(found.map(({ id }) => id));
  return (payerId) =>
    organisations.has(payerId) ? { payerPersonId: null, organisationId: payerId } : { payerPersonId: payerId, organisationId: null };
}
