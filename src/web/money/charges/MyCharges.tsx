import { useQuery } from '@tanstack/react-query';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { OwnCharge } from '#shared/money/charges.ts';
import { chargeStateNames, chargeSets } from '#shared/money/chargeWords.ts';
import { euros } from '#shared/kernel/money.ts';
import { today } from '#web/lib/berlinDay.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from './charges.module.css';
import { myChargesQuery } from './queries.ts';

/** What is to be paid and was paid, for oneself, the children and whom one pays for; a part of /profile. */
export function MyCharges() {
  const { data = [] } = useQuery(myChargesQuery());
  if (data.length === 0) return null;
  const due = data.filter(({ state, cents }) => chargeSets.unsettled.includes(state) && cents > 0);
  const rest = data.filter((one) => !due.includes(one));
  const total = due.reduce((sum, { cents }) => sum + cents, 0);
  return (
    <PagePart title="Zahlungen" lead={due.length > 0 ? `Offen: ${euros(total)}` : 'Zurzeit ist nichts zu bezahlen.'}>
      <ul className={classes['dues']}>
        {due.map((one) => (
          <Due key={one.id} charge={one} />
        ))}
      </ul>
      {rest.length > 0 && (
        <details>
          <summary>Bezahlt und erledigt ({rest.length})</summary>
          <ul className={classes['dues']}>
            {rest.map((one) => (
              <Due key={one.id} charge={one} />
            ))}
          </ul>
        </details>
      )}
    </PagePart>
  );
}

function Due({ charge }: { charge: OwnCharge }) {
  const { label, name, cents } = charge;
  return (
    <li className={classes['due']}>
      <strong>{label}</strong>
      <strong className={classes['amount']}>{euros(cents)}</strong>
      <p className={classes['quiet']}>
        {[name, wordsOf(charge)].filter(Boolean).join(' · ')}
        {isTransfer(charge) && (
          <>
            <br />
            {charge.account ? `Bitte überweisen an ${charge.account.name}, IBAN ${grouped(charge.account.iban)}. ` : ''}
            Verwendungszweck: <b>{charge.reference}</b>
          </>
        )}
      </p>
    </li>
  );
}

function wordsOf({ state, dueOn, paidOn, method, cents }: OwnCharge): string {
  if (cents < 0) return paidOn ? `erstattet am ${germanDate(paidOn)}` : 'wird erstattet';
  if (paidOn) return `bezahlt am ${germanDate(paidOn)}`;
  if (state === 'draft') return `fällig am ${germanDate(dueOn)}, das Zeichen für die Überweisung folgt`;
  if (state === 'in_collection') return `wird am ${germanDate(dueOn)} von Ihrem Konto eingezogen`;
  if (state === 'open' && method === 'sepa') return `fällig am ${germanDate(dueOn)}, wird von Ihrem Konto eingezogen`;
  if (state === 'open' || state === 'returned') {
    const late = dueOn < today() ? ', überfällig' : '';
    return `${state === 'returned' ? 'Lastschrift zurückgekommen, ' : ''}fällig am ${germanDate(dueOn)}${late}`;
  }
  return chargeStateNames[state];
}

function isTransfer({ state, method, cents }: OwnCharge): boolean {
  return cents > 0 && (state === 'returned' || (state === 'open' && method === 'transfer'));
}

function grouped(iban: string): string {
  return iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
