import { sql } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { maskedIban } from '#shared/kernel/iban.ts';
import { hourSheetSets } from '#shared/money/hours.ts';
import { chargeSets } from '#shared/money/chargeWords.ts';
import type { PayoutCandidate } from '#shared/money/payouts/contract.ts';
import { paidByHand, payoutObstacle } from '#shared/money/payouts/rules.ts';
import { pendingPayouts, type PayoutSource } from '#shared/money/payouts/words.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import { sepaMandate } from '../mandates/table.ts';
import { payer } from '../payers/view.ts';
import { payeeAccount } from './table.ts';

/** A possible payout, with its bank account. */
export type Candidate = {
  source: PayoutSource;
  sourceId: string;
  payeeId: string;
  isOrganisation: boolean;
  name: string;
  label: string;
  remittance: string;
  cents: number;
  iban: string | null;
  holder: string | null;
  origin: PayoutCandidate['origin'];
  fault: string;
};

type Row = Pick<Candidate, 'source' | 'sourceId' | 'payeeId' | 'isOrganisation' | 'name' | 'cents' | 'label'> & {
  reference: string;
  from: string | null;
  payeeIban: string | null;
  payeeHolder: string | null;
  changedAt: string | null;
  mandateIban: string | null;
  mandateHolder: string | null;
};

/** Refunds, credit of payers who owe nothing, approved hours and expenses that are in no run, by name. */
export async function candidatesOf(tx: Transaction, club: ClubName): Promise<Candidate[]> {
  const { rows } = await tx.execute<Row>(sql`
    with waiting as (
      select 'refund' as source, c.id as source_id, c.payer_id as payee_id, c.settled_cents - c.cents as cents, c.label, c.reference, null::text as "from"
        from charge c where c.club = ${club} and c.source = 'refund' and c.state = 'open' and c.method = 'transfer'
      union all
      select 'credit', p.payer_id, p.payer_id,
          (sum(p.cents) - coalesce((select sum(a.cents) from allocation a join payment q on q.id = a.payment_id
            where q.club = ${club} and q.payer_id = p.payer_id), 0))::int, 'Guthaben', '', null
        from payment p where p.club = ${club} and not exists (select 1 from charge o where o.payer_id = p.payer_id
            and o.club = ${club} and o.cents > 0 and o.state in ${oneOf(chargeSets.owed)})
          and not exists (select 1 from payout_item i join payout_run r on r.id = i.run_id where i.source = 'credit'
            and i.source_id = p.payer_id and i.failed_reason = '' and r.state in ${oneOf(pendingPayouts)})
        group by p.payer_id
      union all
      select 'hour_sheet', h.id, h.person_id, h.total_cents, 'Stundennachweis', '', h.period_from::text
        from hour_sheet h where h.club = ${club} and h.state in ${oneOf(hourSheetSets.payable)}
          and not exists (select 1 from payout_item i where i.source = 'hour_sheet' and i.source_id = h.id and i.failed_reason = '')
      union all
      select 'expense', e.id, e.person_id, e.cents, 'Auslage: ' || e.purpose, '', null
        from expense e where e.club = ${club} and e.state = 'approved'
          and not exists (select 1 from payout_item i where i.source = 'expense' and i.source_id = e.id and i.failed_reason = ''))
    select w.source, w.source_id as "sourceId", w.payee_id as "payeeId", ${payer.isOrganisation} as "isOrganisation", ${payer.listedName} as name,
      w.label, w.reference, w."from", w.cents, y.iban as "payeeIban", y.holder as "payeeHolder",
      y.changed_at::text as "changedAt", m.iban as "mandateIban", m.account_holder as "mandateHolder"
    from waiting w join ${payer} on ${payer.id} = w.payee_id
    left join payee_account y on y.person_id = w.payee_id
    left join lateral (select s.id, s.iban, s.account_holder from sepa_mandate s where s.payer_person_id = w.payee_id and s.club = ${club}
      and s.state = 'active' and not s.is_paused and w.source not in ('hour_sheet', 'expense')
      and (s.kind <> 'recurrent' or (coalesce(s.last_used_on, s.signed_on) + interval '36 months')::date >= ${today()}::date) order by s.signed_on desc nulls last, s.id limit 1) m on true
    where w.cents > 0
    order by lower(${payer.lastname}), lower(${payer.firstname}), ${payer.id}, w.source, w.source_id`);
  return rows.map(toCandidate);
}

function toCandidate({ label, reference, from, payeeIban, payeeHolder, changedAt, mandateIban, mandateHolder, ...row }: Row): Candidate {
  // Accounts are encrypted; a hand-written query returns them without decryption.
  const iban = payeeIban
    ? payeeAccount.iban.mapFromDriverValue(payeeIban)
    : mandateIban && sepaMandate.iban.mapFromDriverValue(mandateIban);
  const holder = payeeHolder ?? mandateHolder;
  const account = iban && holder ? { iban, holder, changedAt: changedAt ? new Date(changedAt) : null } : null;
  const words = from ? `${label} ab ${germanDate(from)}` : label;
  const remittance = [reference, words].filter(Boolean).join(' ');
  const origin = payeeIban ? 'board' : mandateIban ? 'mandate' : null;
  return {
    ...row,
    label: words,
    remittance,
    iban,
    holder,
    origin,
    fault: row.isOrganisation ? paidByHand : payoutObstacle(account, today()),
  };
}

/** A candidate as shown to the board. */
export function toShown({ iban, holder: _holder, remittance: _text, ...candidate }: Candidate): PayoutCandidate {
  return { ...candidate, account: iban ? maskedIban(iban) : null };
}
