import { priceUnitNames } from '#shared/courses/courseWords.ts';
import { bindingSentence } from '#shared/courses/cancellation.ts';
import type { Candidate } from '#shared/courses/enrolmentShapes.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import { boot } from '#web/lib/boot.ts';
import classes from './signUp.module.css';
import type { Offer } from '../offers/offer.ts';

/** Above the last button: with whom one makes a contract, what comes together, how it is paid, and how one gets out. */
export function LastStep({
  offer,
  total,
  feeCents = 0,
}: {
  offer: Offer;
  /** In words; empty where nothing is known or it costs nothing. */ total: string;
  /** What signing off again would cost today, where it is known and no longer free. */ feeCents?: number;
}) {
  // The first sentence of the rule says the same without the figure.
  const rule = feeCents > 0 ? [bindingSentence(euros(feeCents)), ...offer.cancelRule.slice(1)] : offer.cancelRule;
  return (
    <div className={classes['last']}>
      <p>Vertragspartner: {boot.clubs[offer.club].displayName}</p>
      {rule.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {total && <p>Sie bezahlen nicht jetzt, sondern später an den Verein: per Lastschrift oder Überweisung.</p>}
      <p>
        <LegalLinks club={offer.club} />
      </p>
      {total && (
        <p>
          <strong>{total}</strong>
        </p>
      )}
    </div>
  );
}

/** The words of the law on the last button: what costs says so. */
export function bindingWords({ waits, costs, needsApproval }: { waits: boolean; costs: boolean; needsApproval: boolean }): string {
  if (waits) return 'Kostenlos auf die Warteliste';
  if (costs) return 'Zahlungspflichtig anmelden';
  return needsApproval ? 'Anfragen' : 'Verbindlich anmelden';
}

/** A price with its unit: "12,00 € im Monat". */
export function priceInWords({ priceCents, pricePer }: Pick<Candidate, 'priceCents' | 'pricePer'>): string {
  if (priceCents === null) return '';
  return priceCents === 0 ? 'kostenlos' : [euros(priceCents), pricePer && priceUnitNames[pricePer]].filter(Boolean).join(' ');
}

/** What several cost together, by unit: "Zusammen 24,00 € im Monat". Who only waits owes nothing. */
export function totalOf(people: readonly Candidate[]): string {
  const owing = people.filter(({ priceCents, phase }) => priceCents && phase.action === 'register');
  const sums = [...Map.groupBy(owing, ({ pricePer }) => pricePer)].map(([pricePer, group]) =>
    priceInWords({ pricePer, priceCents: group.reduce((sum, one) => sum + (one.priceCents ?? 0), 0) }),
  );
  if (sums.length === 0) return '';
  return `${owing.length > 1 ? 'Zusammen' : 'Preis:'} ${sums.join(' und ')}`;
}

/** What all who get a seat would pay together for signing off again today. */
export function feeOf(people: readonly Candidate[]): number {
  return people.filter(({ phase }) => phase.action === 'register').reduce((sum, one) => sum + one.cancelFeeCents, 0);
}

/** The privacy notice and the imprint of the club that makes the contract. */
function LegalLinks({ club }: { club: ClubName }) {
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
