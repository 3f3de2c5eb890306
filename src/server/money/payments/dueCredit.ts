import { sql, type SQL } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import { chargeSets } from '#shared/money/chargeWords.ts';
import { pendingPayouts } from '#shared/money/payouts/words.ts';
import { readParameter } from '#server/club/config/service.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import { record } from '../charges/record.ts';
import { charge } from '../charges/table.ts';
import { offsetOpen } from './actions.ts';

/** Sets credit off against the transfers that are due until a day, unless the office does that by hand: a debit run deducts it itself, and credit that is being paid out stays. */
export async function useDueCredit(write: Write, until: string): Promise<void> {
  if (!(await readParameter(write.tx, 'credit.use'))) return;
  for (const { club, payerId } of await creditorsWhoOwe(write.tx, until)) {
    const cents = await offsetOpen(write.tx, club, payerId, isDue(sql`${charge}`, until));
    if (cents > 0) record(write, club, `Guthaben verrechnet: ${euros(cents)}`, { after: { payerId, cents } });
  }
}

function isDue(of: SQL, until: string): SQL {
  return sql`${of}.due_on <= ${until} and ${of}.method <> 'sepa' and coalesce(${of}.deferred_until < ${today()}, true)`;
}

/** The payers with credit who owe something that is due until a day. */
async function creditorsWhoOwe(tx: Transaction, until: string): Promise<{ club: ClubName; payerId: string }[]> {
  const { rows } = await tx.execute<{ club: ClubName; payerId: string }>(sql`
    select p.club, p.payer_id as "payerId" from payment p
    where exists (select 1 from charge c where c.club = p.club and c.payer_id = p.payer_id and c.cents > c.settled_cents
        and c.state in ${oneOf(chargeSets.due)} and ${isDue(sql`c`, until)})
      and not exists (select 1 from payout_item i join payout_run r on r.id = i.run_id where i.source = 'credit'
        and i.source_id = p.payer_id and i.failed_reason = '' and r.state in ${oneOf(pendingPayouts)})
    group by p.club, p.payer_id
    having sum(p.cents) > coalesce((select sum(a.cents) from allocation a join payment q on q.id = a.payment_id
      where q.club = p.club and q.payer_id = p.payer_id), 0)
    order by p.club, p.payer_id`);
  return rows;
}
