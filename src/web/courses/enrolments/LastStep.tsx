import type { ShownOrder } from '#shared/courses/orders.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { boot } from '#web/lib/boot.ts';
import classes from './signUp.module.css';
import { PayingChoice, type Paying } from '../orders/PayingChoice.tsx';

type LastStepProps = {
  /** The club whose legal pages apply. */
  club: ClubName;
  shown: ShownOrder;
  /** The offer with time and location; omitted if it is shown just above. */
  what?: string;
  /** The participants with their prices. */
  who?: readonly string[];
  /** The payment method, if known; omitted if it costs nothing. */
  paying?: Paying;
  /** The server's refusal of the last attempt. */
  error?: unknown;
};

/** The information above the binding button: contract partner, cancellation, due date, payment method and total. */
export function LastStep({ club, shown: { sentences, sum }, what, who = [], paying, error }: LastStepProps) {
  return (
    <div className={classes['last']}>
      {what && (
        <p>
          <strong>{what}</strong>
        </p>
      )}
      {who.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {sum && paying && <PayingChoice {...paying} error={error} />}
      <p>
        <LegalLinks club={club} />
      </p>
      {sum && (
        <p>
          <strong>{sum}</strong>
        </p>
      )}
    </div>
  );
}

/** The privacy notice and the imprint of the club that is the contract partner. */
export function LegalLinks({ club }: { club: ClubName }) {
  const pages = `/${club.toLowerCase()}`;
  return (
    <>
      <a href={`${pages}/datenschutz`} target="_blank" rel="noopener">
        Datenschutz
      </a>{' '}
      ·{' '}
      <a href={`${pages}/impressum`} target="_blank" rel="noopener">
        Impressum
      </a>{' '}
      von {boot.clubs[club].displayName} (in einem neuen Fenster)
    </>
  );
}
