import { inArray } from 'drizzle-orm';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { restOf } from '#shared/money/paymentRules.ts';
import { termsContract } from '#shared/money/terms/contract.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { signedIn } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import type { ChargeRow } from '../charges/facts.ts';
import { lockCharge, readCharge, record } from '../charges/record.ts';
import { chargesFor } from '../charges/rows.ts';
import { charge } from '../charges/table.ts';
import { changeTerms } from './change.ts';
import { joinCharge, splitCharge } from './installments.ts';
import { notifyOfInstallments, notifyOfJoining, notifyOfTerms } from './mails.ts';

const os = implementing(termsContract);

/** How, when and by whom an open charge is paid. */
export const termsApi = os.router({
  split: os.split.handler(({ context, input: { count, firstOn, reason, ...item } }) =>
    context.write(async (write) => {
      const row = await lockCharge(context, write, item);
      const ids = await splitCharge(write.tx, row, { count, firstOn, reason }, signedIn(context).name);
      await notifyOfInstallments(write.tx, row, await rowsOf(write.tx, ids));
      record(write, row.club, `In ${count} Raten: ${row.reference}, ${euros(restOf(row))} ab ${germanDate(firstOn)} (${reason})`, {
        entityId: row.id,
        before: { state: row.state },
        after: { count, firstOn },
      });
      return { whole: await readCharge(write.tx, row.id), installments: await chargesFor(write.tx, inArray(charge.id, ids)) };
    }),
  ),

  join: os.join.handler(({ context, input: { reason, ...item } }) =>
    context.write(async (write) => {
      const row = await lockCharge(context, write, item);
      await joinCharge(write.tx, row, reason, signedIn(context).name);
      await notifyOfJoining(write.tx, await rowOf(write.tx, row.id));
      record(write, row.club, `Raten zurückgenommen: ${row.reference} (${reason})`, { entityId: row.id, before: { state: row.state } });
      return readCharge(write.tx, row.id);
    }),
  ),

  change: os.change.handler(({ context, input: { id, version, ...terms } }) =>
    context.write(async (write) => {
      const row = await lockCharge(context, write, { id, version });
      const now = await rowOf(write.tx, await changeTerms(write.tx, row, terms));
      await notifyOfTerms(write.tx, row, now);
      const changed = now.id === row.id ? row.reference : `${row.reference}, jetzt ${now.reference}`;
      record(write, row.club, `Zahlung geändert: ${changed} (${terms.reason})`, {
        entityId: now.id,
        before: termsOf(row),
        after: termsOf(now),
      });
      return readCharge(write.tx, now.id);
    }),
  ),
});

function termsOf({ dueOn, method, payerId, reference }: ChargeRow) {
  return { dueOn, method, payerId, reference };
}

function rowsOf(tx: Transaction, ids: readonly string[]): Promise<ChargeRow[]> {
  return tx
    .select()
    .from(charge)
    .where(inArray(charge.id, [...ids]))
    .orderBy(charge.dueOn);
}

async function rowOf(tx: Transaction, id: string): Promise<ChargeRow> {
  const [row] = await rowsOf(tx, [id]);
  if (!row) throw new Problem('not-found');
  return row;
}
