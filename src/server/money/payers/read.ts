import { and, eq, sql } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { organisation } from '#server/halls/organisations/table.ts';
import { isAmong } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { payer, payerNumber, type PayerRow } from './view.ts';

/** Who holds an account at a club; 404 if the club does not know the id or the record was merged into another one. */
export async function payerOf(tx: Transaction, club: ClubName, id: string): Promise<PayerRow> {
  const [row] = await tx
    .select()
    .from(payer)
    .where(
      and(eq(payer.id, id), eq(payer.club, club), sql`exists (select 1 from ${payerNumber} where ${payerNumber.payerId} = ${payer.id})`),
    );
  if (!row) throw new Problem('not-found');
  return row;
}

type PayerColumns = { payerPersonId: string | null; organisationId: string | null };

/** The payer columns of each of these ids. An unknown id is taken for a person; the foreign key refuses it. */
export async function payerColumnsOf(tx: Transaction, ids: readonly string[]): Promise<(payerId: string) => PayerColumns> {
  const found =
    ids.length === 0
      ? []
      : await tx
          .select({ id: organisation.id })
          .from(organisation)
          .where(isAmong(organisation.id, new Set(ids)));
  const organisations = new Set(found.map(({ id }) => id));
  return (payerId) =>
    organisations.has(payerId) ? { payerPersonId: null, organisationId: payerId } : { payerPersonId: payerId, organisationId: null };
}
