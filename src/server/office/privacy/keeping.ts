import { sql } from 'drizzle-orm';
import { readParameter } from '#server/club/config/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';

/** What the law keeps of a person's money, and until when. */
export type Kept = { vouchers: number; vouchersUntil: string | null; mandates: number; mandatesUntil: string | null };

/** Vouchers are kept to the end of the year, and as many years more as the rule says (domain.md 4: eight). */
export async function keptOf(tx: Transaction, personId: string): Promise<Kept> {
  const years = await readParameter(tx, 'retention.voucherYears');
  const months = await readParameter(tx, 'retention.mandateMonths');
  const { rows } = await tx.execute<Kept>(sql`
    with voucher as (
      select make_date(extract(year from c.created_at at time zone 'Europe/Berlin')::int + ${years}, 12, 31) as until
      from charge c where ${personId} in (c.person_id, c.payer_person_id) and ${isVoucher}),
    mandate as (
      select greatest((m.last_used_on + make_interval(months => ${months}))::date,
        (select max(until) from voucher where exists (select 1 from sepa_run_item i where i.mandate_id = m.id))) as until
      from sepa_mandate m where m.payer_person_id = ${personId}
        and (m.last_used_on is not null or exists (select 1 from sepa_run_item i where i.mandate_id = m.id)))
    select (select count(*)::int from voucher) as vouchers, (select max(until)::text from voucher) as "vouchersUntil",
      (select count(*)::int from mandate) as mandates, (select max(until)::text from mandate) as "mandatesUntil"`);
  return rows[0] ?? { vouchers: 0, vouchersUntil: null, mandates: 0, mandatesUntil: null };
}

/** A charge that stands in the books; one that was cancelled before any bank heard of it does not. */
export const isVoucher = sql`(c.state <> 'cancelled' or exists (select 1 from sepa_run_item i where i.charge_id = c.id)
  or exists (select 1 from charge r where r.refund_of = c.id))`;
