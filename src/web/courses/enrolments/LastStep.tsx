import { localOf } from '#shared/kernel/calendar.ts';
import type { Candidate } from '#shared/courses/enrolmentShapes.ts';
import { orderInWords, orderMethodWords, type OrderMethod, type ShownOrder } from '#shared/courses/orders.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { boot } from '#web/lib/boot.ts';
import classes from './signUp.module.css';
import type { Offer } from '../offers/offer.ts';

type LastStepProps = {
  /** With whom one makes the contract. */
  club: ClubName;
  shown: ShownOrder;
  /** What it is, when and where; not said again where it stands just above. */
  what?: string;
  /** Who comes, each with the price. */
  who?: readonly string[];
  /** How it is paid, where that can be told; nothing is said about it where it costs nothing. */
  paying?: Paying;
};

/** How an order is paid, and whether there is a choice. */
type Paying = { method: OrderMethod; hasMandate: boolean; onChoose: (method: OrderMethod) => void };

/** Above the last button: with whom one makes a contract, how one gets out, when and how it is paid, and what comes together. */
export function LastStep({ club, shown: { sentences, sum }, what, who = [], paying }: LastStepProps) {
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
      <p>Vertragspartner: {boot.clubs[club].displayName}</p>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {sum && paying && <PayingChoice {...paying} />}
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

/** What the last step says to those who come. */
export function shownTo(offer: Offer, people: readonly Candidate[], isPermanent: boolean): ShownOrder {
  const lines = people.map(({ phase, ...one }) => ({ ...one, waits: phase.action === 'waitlist' }));
  return orderInWords({
    action: 'sign-up',
    lines,
    rule: offer.cancelRule,
    feeCents: people.filter(({ phase }) => phase.action === 'register').reduce((sum, one) => sum + one.cancelFeeCents, 0),
    isPermanent,
    endsOnNotice: people.find(({ phase }) => phase.action === 'register')?.endsOnNotice ?? null,
    needsApproval: offer.registration === 'approval',
    dueOn: people.find(({ dueOn, phase }) => dueOn !== null && phase.action === 'register')?.dueOn ?? null,
    today: localOf(new Date()).date,
  });
}

function PayingChoice({ method, hasMandate, onChoose }: Paying) {
  if (!hasMandate) return <p>{orderMethodWords.transfer}</p>;
  return (
    <fieldset className={classes['paying']}>
      <legend>Wie möchten Sie bezahlen?</legend>
      {(['sepa', 'transfer'] as const).map((one) => (
        <label key={one}>
          <input type="radio" name="method" checked={method === one} onChange={() => onChoose(one)} />
          <span>{orderMethodWords[one]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The privacy notice and the imprint of the club that makes the contract. */
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
