import { and, eq, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { OrganisationMoney } from '#server/halls/organisations/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import { bankRule } from '../bank/rules/table.ts';
import { record } from '../charges/record.ts';
import { charge } from '../charges/table.ts';
import { dunningNotice, dunningStop } from '../dunning/table.ts';
import { lockAccounts } from '../payments/movements.ts';
import { payment } from '../payments/table.ts';

/** The account of an organisation that is merged into another one. */
export const organisationMoney: OrganisationMoney = {
  lock: lockAccounts,

  count: async (tx, { from, into }) => {
    await refuseTwice(tx, from.id, into.id);
    return {
      charges: await tx.$count(charge, eq(charge.organisationId, from.id)),
      payments: await tx.$count(payment, eq(payment.organisationId, from.id)),
    };
  },

  // Moves everything on the account; a stop on the remaining account is kept.
  move: async (write, { from, into }, { charges, payments }) => {
    const { tx } = write;
    const [own] = await tx.select({ id: dunningStop.payerId }).from(dunningStop).where(eq(dunningStop.payerId, into.id));
    if (own) await tx.delete(dunningStop).where(eq(dunningStop.payerId, from.id));
    for (const table of [charge, payment, dunningNotice, dunningStop, bankRule])
      await tx.update(table).set({ organisationId: into.id }).where(eq(table.organisationId, from.id));
    const words = [`${charges} ${charges === 1 ? 'Forderung' : 'Forderungen'}`, `${payments} ${payments === 1 ? 'Zahlung' : 'Zahlungen'}`];
    record(write, into.managerClub, `Konto von ${from.name} zu ${into.name} gelegt: ${words.join(', ')}`, {
      before: { payerId: from.id, accountNo: from.accountNo },
      after: { payerId: into.id, accountNo: into.accountNo },
    });
  },
};

/** A charge that both owe would be there twice after the merge. */
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
