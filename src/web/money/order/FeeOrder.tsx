import { useQuery } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { today } from '#web/lib/berlinDay.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { PublicFeeRule } from '#shared/money/fees/feeOrder.ts';
import { priceWords, whomWords } from '#shared/money/fees/whomWords.ts';
import classes from './order.module.css';
import { feeOrderQuery } from './queries.ts';
import { LostParts } from '#web/ui/notices/LostParts.tsx';

/** The membership fees, one line per rule; renders nothing if there are none. */
export function FeeOrder({ club }: { club: ClubName }) {
  const query = useQuery(feeOrderQuery(club));
  const { data } = query;
  if (!data) return <LostParts of={[['Beiträge', query]]} />;
  if (data.rules.length === 0) return null;
  return (
    <dl className={classes['order']} aria-label="Beiträge">
      {data.rules.map((rule) => (
        <div key={rule.id}>
          <dt>
            {rule.name} <span className={classes['quiet']}>{whomOf(rule)}</span>
          </dt>
          <dd>{priceWords(rule)}</dd>
        </div>
      ))}
    </dl>
  );
}

function whomOf(rule: PublicFeeRule): string {
  const whom = whomWords(rule);
  return [
    rule.departmentName && `Abteilung ${rule.departmentName}, zusätzlich`,
    whom === 'alle' || whom === rule.name ? '' : whom,
    rule.validFrom > today() && `ab ${germanDate(rule.validFrom)}`,
  ]
    .filter(Boolean)
    .join(', ');
}
