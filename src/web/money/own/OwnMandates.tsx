import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { germanDate } from '#shared/kernel/calendar.ts';
import { pages } from '#shared/kernel/pages.ts';
import type { OwnMandate } from '#shared/money/mandates.ts';
import { boot } from '#web/lib/boot.ts';
import { api } from '#web/lib/call/call.ts';
import { RowPart } from '#web/ui/rows/RowPart.tsx';
import classes from '../charges/charges.module.css';

/** The standing mandates of the viewer's family. */
export const ownMandatesQuery = queryOptions({ queryKey: ['mandates', 'mine'], queryFn: () => api.mandates.mine() });

/** The accounts from which the club may collect; renders nothing without a mandate. */
export function OwnMandates() {
  const { data = [] } = useQuery(ownMandatesQuery);
  if (data.length === 0) return null;
  return (
    <RowPart
      id="lastschrift"
      title="Lastschrift"
      state={mandatesInWords(data)}
      lead={
        <>
          Von diesen Konten darf der Verein einziehen. Ein anderes Konto melden Sie unter <Link to={pages.profile.path}>Mein Profil</Link>;
          beenden lässt sich ein Mandat jederzeit mit einer Nachricht an den Verein.
        </>
      }
    >
      <ul className={classes['dues']}>
        {data.map((one) => (
          <li key={one.id} className={classes['due']}>
            <strong style={{ whiteSpace: 'nowrap' }}>{one.account}</strong>
            <p className={classes['quiet']}>{wordsOf(one)}</p>
          </li>
        ))}
      </ul>
    </RowPart>
  );
}

/** "DE•• •••• 5030", "2 Mandate". */
function mandatesInWords(mandates: readonly OwnMandate[]): string {
  const [first, second] = mandates;
  return first && !second ? `${first.account}${first.isPaused ? ', ruht' : ''}` : `${mandates.length} Mandate`;
}

/** "Rot-Weiß Auenfeld · Mandat RWA-10007-01 · unterschrieben am 01.03.2019 · nur für Mia Ohm". */
function wordsOf({ club, payer, accountHolder, reference, signedOn, forName, isPaused }: OwnMandate): string {
  return [
    boot.clubs[club].displayName,
    `Kontoinhaber ${accountHolder}`,
    `zahlt: ${payer}`,
    reference ? `Mandat ${reference}` : 'Referenz fehlt noch',
    signedOn && `unterschrieben am ${germanDate(signedOn)}`,
    forName && `nur für ${forName}`,
    isPaused && 'ruht, zurzeit wird nichts eingezogen',
  ]
    .filter(Boolean)
    .join(' · ');
}
