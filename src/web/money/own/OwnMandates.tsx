import { Button } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { germanDate } from '#shared/kernel/calendar.ts';
import { pages } from '#shared/kernel/pages.ts';
import type { OwnMandate } from '#shared/money/mandates.ts';
import { boot } from '#web/lib/boot.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
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
          beenden können Sie ein Mandat jederzeit.
        </>
      }
    >
      <ul className={classes['dues']}>
        {data.map((one) => (
          <li key={one.id} className={classes['due']}>
            <strong style={{ whiteSpace: 'nowrap' }}>{one.account}</strong>
            <EndButton mandate={one} />
            <p className={classes['quiet']}>{wordsOf(one)}</p>
          </li>
        ))}
      </ul>
    </RowPart>
  );
}

/** Ends a mandate at once, after a question that says what follows. */
function EndButton({ mandate: { id, version, account } }: { mandate: OwnMandate }) {
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => api.mandates.endOwn({ id, version }),
    onSettled: () => Promise.all(['mandates', 'charges'].map((collection) => client.invalidateQueries({ queryKey: [collection] }))),
  });
  const ask = () =>
    confirm({
      title: 'Mandat beenden?',
      text: `Der Verein zieht ab heute nichts mehr von ${account} ein. Was offen ist, überweisen Sie dann selbst; was schon bei der Bank liegt, wird noch eingezogen. Sie und der Vorstand bekommen eine Mail.`,
      action: 'Mandat beenden',
      onConfirm: () => end.mutate(undefined, { onSuccess: () => notify('Das Mandat ist beendet.'), onError: notifyProblem }),
    });
  return (
    <Button variant="default" size="compact-md" loading={end.isPending} onClick={ask} aria-label={`Mandat beenden: ${account}`}>
      Mandat beenden
    </Button>
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
