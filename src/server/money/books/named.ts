import { sql } from 'drizzle-orm';
import { chargeSets } from '#shared/money/chargeWords.ts';
import { hourSheetSets } from '#shared/money/hours.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { chargesOf, paymentsOf, type Asked } from './auditorFiles.ts';

/** The persons named by the files for the auditors: those who pay, are paid, or are paid for. */
export async function namedInBooks(tx: Transaction, asked: Asked): Promise<string[]> {
  const { club, from, until } = asked;
  const { rows } = await tx.execute<{ id: string }>(sql`with c as (${chargesOf(asked)}), p as (${paymentsOf(asked)}), named as (
      select person_id as id from c union select payer_person_id from c union select payer_person_id from p
      union select payer_person_id from charge where club = ${club} and state in ${oneOf(chargeSets.owed)}
      union select k.payer_person_id from sepa_run_item i join sepa_run r on r.id = i.run_id join charge k on k.id = i.charge_id
        where r.club = ${club} and r.collection_date between ${from}::date and ${until}::date
      union select i.person_id from payout_item i join payout_run r on r.id = i.run_id
        where r.club = ${club} and coalesce(r.executed_on, r.execution_on) between ${from}::date and ${until}::date
      union select person_id from hour_sheet
        where club = ${club} and state not in ${oneOf(hourSheetSets.unsubmitted)} and period_from between ${from}::date and ${until}::date
      union select person_id from expense
        where club = ${club} and state <> 'rejected' and spent_on between ${from}::date and ${until}::date
      union select n.payer_person_id from dunning_notice n join dunning_run r on r.id = n.run_id
        where r.club = ${club} and r.created_on between ${from}::date and ${until}::date)
    select id from named where id is not null`);
  return rows.map(({ id }) => id);
}

/** The persons behind payments: the payers, and those they paid for. */
export async function namedInPayments(tx: Transaction, paymentIds: readonly string[]): Promise<string[]> {
  const ids = sql`any(${sql.param([...paymentIds])}::uuid[])`;
  const { rows } = await tx.execute<{ id: string }>(sql`with named as (
      select payer_person_id as id from payment where id = ${ids}
      union select c.person_id from allocation a join charge c on c.id = a.charge_id where a.payment_id = ${ids})
    select id from named where id is not null`);
  return rows.map(({ id }) => id);
}
