import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import type { OwnCharge } from '#shared/money/charges.ts';
import { isToTransfer } from '#shared/money/payerAccount.ts';
import { restOf } from '#shared/money/paymentRules.ts';
import classes from '../charges/charges.module.css';
import { dueWords, isOwed, partOf } from './dueWords.ts';
import { Disclosure } from '#web/ui/plain/Disclosure.tsx';
import { TransferFacts } from '#web/ui/codes/TransferFacts.tsx';

/** A charge paid in installments, with the installments by due date. */
export type Plan = { whole: OwnCharge; parts: readonly OwnCharge[] };

/** The plans that are not fully paid. */
export function plansOf(charges: readonly OwnCharge[]): Plan[] {
  const groups = Map.groupBy(charges, ({ splitOf }) => splitOf);
  return charges.flatMap((whole) => {
    const parts = (groups.get(whole.id) ?? []).toSorted((one, other) => one.dueOn.localeCompare(other.dueOn));
    return parts.some(isOwed) ? { whole, parts } : [];
  });
}

/** The next open installment. */
export function nextOf({ parts }: Plan): OwnCharge | undefined {
  return parts.find(isOwed);
}

type InstallmentPlanProps = { plan: Plan; /** Whether its transfer data are shown on request only. */ isFolded: boolean };

/** A plan: the remaining amount, the next installment, and all of them. */
export function InstallmentPlan({ plan, isFolded }: InstallmentPlanProps) {
  const { whole, parts } = plan;
  const next = nextOf(plan);
  if (!next) return null;
  const transfer = isToTransfer(next) && next.account && (
    <TransferFacts {...next.account} cents={restOf(next)} reference={next.reference} />
  );
  const left = parts.filter(isOwed);
  const rest = left.reduce((sum, one) => sum + restOf(one), 0);
  return (
    <li className={classes['due']}>
      <strong>{whole.label}</strong>
      <strong className={classes['amount']}>{euros(rest)}</strong>
      <p className={classes['quiet']}>
        {[whole.name, `in ${parts.length} Raten, ${left.length === 1 ? 'eine ist' : `${left.length} sind`} noch zu zahlen`]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div className={classes['transfer']}>
        <p>
          Als Nächstes: <strong className={classes['amount']}>{euros(restOf(next))}</strong>, {dueWords(next)}
          {partOf(next) && ` (${partOf(next)})`}.
        </p>
        {isFolded && transfer ? (
          <Disclosure title="So überweisen Sie" onPaper="hidden">
            {transfer}
          </Disclosure>
        ) : (
          transfer
        )}
        {isToTransfer(next) && !next.account && (
          <p className={classes['quiet']}>
            Verwendungszweck: <b>{next.reference}</b>
          </p>
        )}
        <details>
          <summary>Alle {parts.length} Raten</summary>
          <ul className={classes['parts']} aria-label={`Raten: ${whole.label}`}>
            {parts.map((one) => (
              <li key={one.id}>
                <span>
                  {germanDate(one.dueOn)} · {one.reference}
                </span>
                <span className={classes['amount']}>{euros(one.cents)}</span>
                <span className={classes['quiet']}>{dueWords(one)}</span>
              </li>
            ))}
          </ul>
        </details>
      </div>
    </li>
  );
}
