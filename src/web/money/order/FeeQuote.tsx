import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pricedRule, quoteFees, type MembershipWish } from '#shared/money/fees/feeOrder.ts';
import classes from './order.module.css';
import { feeOrderQuery } from './queries.ts';

type FeeQuoteProps = {
  wish: MembershipWish;
  /** The last step below it: whether something is to be paid decides its words. */
  children: (isCharged: boolean) => ReactNode;
};

/** What the membership that is being asked for will cost, before it is asked for. */
export function FeeQuote({ wish, children }: FeeQuoteProps) {
  const { data: rules = [] } = useQuery(feeOrderQuery);
  const isKnown = /^\d{4}-\d\d-\d\d$/.test(wish.joinsOn) && /^\d{4}-\d\d-\d\d$/.test(wish.birthDate);
  const fees = isKnown ? quoteFees(rules.map(pricedRule), wish) : [];
  return (
    <>
      {rules.length > 0 && (
        <section className={classes['quote']} aria-label="Ihr Beitrag">
          <h3>Ihr Beitrag</h3>
          {!isKnown && <p>Mit dem Geburtsdatum rechnen wir ihn hier aus.</p>}
          {isKnown && fees.length === 0 && (
            <p>Für diese Mitgliedschaft nennt die Beitragsordnung keinen Beitrag; der Vorstand nennt ihn Ihnen.</p>
          )}
          <ul>
            {fees.map(({ label, price, first }) => (
              <li key={label}>
                {label}: <strong>{price}</strong>
                {first && <span className={classes['quiet']}> {first}</span>}
              </li>
            ))}
          </ul>
          {fees.length > 0 && (
            <p className={classes['quiet']}>
              Fällig mit dem ersten Beitragslauf nach der Aufnahme; davor bekommen Sie eine Mitteilung. Beiträge für Familien vereinbart der
              Vorstand mit Ihnen.
            </p>
          )}
        </section>
      )}
      {children(rules.length > 0 && fees.some(({ cents }) => cents > 0))}
    </>
  );
}
