import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { readParameter } from '#server/club/config/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { Kept, Subject } from '#server/platform/database/personalData.ts';
import { sepaMandate } from '../mandates/table.ts';
import { allocation } from '../payments/table.ts';
import { charge, sepaRunItem } from './table.ts';

const refund = alias(charge, 'refund');

/** A charge that is part of the books; one that was cancelled before it was submitted to a bank is not. */
export const isVoucher = sql`(${charge.state} <> 'cancelled'
  or exists (select 1 from ${sepaRunItem} where ${sepaRunItem.chargeId} = ${charge.id})
  or exists (select 1 from ${allocation} where ${allocation.chargeId} = ${charge.id})
  or exists (select 1 from ${charge} refund where ${refund.refundOf} = ${charge.id}))`;

type Sums = { vouchers: number; vouchersUntil: string | null; mandates: number; mandatesUntil: string | null };

/**
 * The legal retention of a person's money records: vouchers to the end of the year, and as many years more as the
 * rule says (usually eight); mandates some months after their last use.
 */
export async function keptOf(tx: Transaction, { id }: Subject): Promise<Kept[]> {
  const years = await readParameter(tx, 'retention.voucherYears');
  const months = await readParameter(tx, 'retention.mandateMonths');
  const isInRun = sql`exists (select 1 from ${sepaRunItem} where ${sepaRunItem.mandateId} = ${sepaMandate.id})`;
  const { rows } = await tx.execute<Sums>(sql`
    with voucher as (
      select make_date(extract(year from ${charge.createdAt} at time zone 'Europe/Berlin')::int + ${years}, 12, 31) as until
      from ${charge} where ${id} in (${charge.personId}, ${charge.payerPersonId}) and ${isVoucher}),
    mandate as (
      select greatest((${sepaMandate.lastUsedOn} + make_interval(months => ${months}))::date,
        (select max(until) from voucher where ${isInRun})) as until
      from ${sepaMandate} where ${sepaMandate.payerPersonId} = ${id} and (${sepaMandate.lastUsedOn} is not null or ${isInRun}))
    select (select count(*)::int from voucher) as vouchers, (select max(until)::text from voucher) as "vouchersUntil",
      (select count(*)::int from mandate) as mandates, (select max(until)::text from mandate) as "mandatesUntil"`);
  const [sums] = rows;
  if (!sums) return [];
  return [
    {
      what: sums.vouchers === 1 ? 'Beleg' : 'Belege',
      count: sums.vouchers,
      until: sums.vouchersUntil,
      why: 'Aufbewahrung von Belegen (§ 147 AO), nur noch mit Pseudonym',
    },
    {
      what: sums.mandates === 1 ? 'Lastschriftmandat' : 'Lastschriftmandate',
      count: sums.mandates,
      until: sums.mandatesUntil,
      why: 'Nachweis gegenüber der Bank nach dem letzten Einzug',
    },
  ];
}
