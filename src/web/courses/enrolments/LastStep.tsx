import { localOf } from '#shared/kernel/calendar.ts';
import type { Candidate } from '#shared/courses/enrolmentShapes.ts';
import { orderInWords, type ShownOrder } from '#shared/courses/orders.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { boot } from '#web/lib/boot.ts';
import classes from './signUp.module.css';
import type { Offer } from '../offers/offer.ts';
import { PayingChoice, type Paying } from '../orders/PayingChoice.tsx';

type LastStepProps = {
  /** Whose legal pages hold. */
  club: ClubName;
  shown: ShownOrder;
  /** What it is, when and where; not said again where it stands just above. */
  what?: string;
  /** Who comes, each with the price. */
  who?: readonly string[];
  /** How it is paid, where that can be told; nothing is said about it where it costs nothing. */
  paying?: Paying;
  /** Why the last attempt was refused. */
  error?: unknown;
};

/** Above the last button: with whom one makes a contract, how one gets out, when and how it is paid, and what comes together. */
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

/** What the last step says to those who come. */
export function shownTo(offer: Offer, people: readonly Candidate[], isPermanent: boolean): ShownOrder {
  const lines = people.map(({ phase, ...one }) => ({ ...one, waits: phase.action === 'waitlist' }));
  return orderInWords({
    action: 'sign-up',
    partner: people[0]?.partner ?? boot.clubs[offer.club].displayName,
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
