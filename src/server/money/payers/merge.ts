import { and, eq, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { OrganisationMoney } from '#server/halls/organisations/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import { charge } from '../charges/table.ts';
import { dunningNotice, dunningStop } from '../dunning/table.ts';
import { lockAccounts } from '../payments/ledger.ts';
import { payment } from '../payments/table.ts';

/** The account of an organisation, when it is put together with another one. */
export const organisationMoney: OrganisationMoney = {
  charges: (tx, id) => tx.$count(charge, eq(charge.organisationId, id)),
  move: moveAccount,
};

/** All that stands on one account stands on the other; a stop of the one that stays holds. */
async function moveAccount(tx: Transaction, from: string, into: string): Promise<void> {
  await lockAccounts(tx, [from, into]);
  await refuseTwice(tx, from, into);
  const [own] = await tx.select({ id: dunningStop.payerId }).from(dunningStop).where(eq(dunningStop.payerId, into));
  if (own) await tx.delete(dunningStop).where(eq(dunningStop.payerId, from));
  for (const table of [charge, payment, dunningNotice, dunningStop])
    await tx.update(table).set({ organisationId: into }).where(eq(table.organisationId, from));
}

/** What was asked of both at once would stand there twice. */
async function refuseTwice(tx: Transaction, from: string, into: string): Promise<void> {
  const other = alias(charge, 'other');
  const counts = and(ne(charge.state, 'cancelled'), ne(charge.source, 'refund'));
  const [twice] = await tx
    .select({ label: charge.label })
    .from(charge)
    .innerJoin(
      other,
      sql`${other.source} = ${charge.source} and ${other.sourceId} = ${charge.sourceId} and ${other.period} = ${charge.period}
        and ${other.organisationId} = ${into} and ${other.personId} is null and ${other.state} <> 'cancelled'`,
    )
    .where(and(eq(charge.organisationId, from), sql`${charge.personId} is null`, counts))
    .limit(1);
  if (twice)
    throw fieldProblem('intoId', `Von beiden ist „${twice.label}“ gefordert. Bitte zuerst eine der beiden Forderungen stornieren.`);
}
