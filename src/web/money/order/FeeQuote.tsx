import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { pricedRule, quoteFees, type MembershipWish, type QuotedFee } from '#shared/money/fees/feeOrder.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import classes from './order.module.css';
import { feeOrderQuery } from './queries.ts';

type FeeQuoteProps = {
  club: ClubName;
  /** The applicants, with a name to tell several apart. */
  wishes: readonly (MembershipWish & { name: string })[];
  /** The last step below; its text depends on whether something is to be paid. */
  children: (isCharged: boolean) => ReactNode;
};

/** The cost of the memberships being applied for. */
export function FeeQuote({ club, wishes, children }: FeeQuoteProps) {
  const query = useQuery(feeOrderQuery(club));
  // Without the prices nobody orders: the button would call free what costs something.
  if (!query.data) return <Loading query={query} />;
  const { rules, yearStart } = query.data;
  const quotes = wishes.map((wish) => ({
    name: wish.name,
    fees: isKnown(wish) ? quoteFees(rules.map(pricedRule), wish, yearStart) : undefined,
  }));
  const all = quotes.flatMap(({ fees = [] }) => fees);
  return (
    <>
      {rules.length > 0 && (
        <section className={classes['quote']} aria-label="Ihr Beitrag">
          <h3>Ihr Beitrag</h3>
          {quotes.map(({ name, fees }, at) => (
            // Two may have the same name, or none.
            <div key={at}>
              {quotes.length > 1 && <h4>{name || `${at + 1}. Person`}</h4>}
              <Quote fees={fees} />
            </div>
          ))}
          {all.length > 0 && (
            <p className={classes['quiet']}>
              Fällig mit dem ersten Beitragslauf nach der Aufnahme; davor bekommen Sie eine Mitteilung. Beiträge für Familien vereinbart der
              Vorstand mit Ihnen.
            </p>
          )}
        </section>
      )}
      {children(rules.length > 0 && all.some(({ cents }) => cents > 0))}
    </>
  );
}

function Quote({ fees }: { fees: readonly QuotedFee[] | undefined }) {
  if (!fees) return <p>Mit dem Geburtsdatum rechnen wir ihn hier aus.</p>;
  if (fees.length === 0) return <p>Für diese Mitgliedschaft nennt die Beitragsordnung keinen Beitrag; der Vorstand nennt ihn Ihnen.</p>;
  return (
    <ul>
      {fees.map(({ label, price, first }) => (
        <li key={label}>
          {label}: <strong>{price}</strong>
          {first && <span className={classes['quiet']}> {first}</span>}
        </li>
      ))}
    </ul>
  );
}

function isKnown({ joinsOn, birthDate }: MembershipWish): boolean {
  return [joinsOn, birthDate].every((day) => /^\d{4}-\d\d-\d\d$/.test(day));
}
