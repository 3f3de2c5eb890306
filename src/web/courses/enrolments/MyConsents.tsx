import { useQuery } from '@tanstack/react-query';
import { consentNames } from '#shared/people/consents.ts';
import type { OwnConsent } from '#shared/people/people.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from './own.module.css';
import { myConsentsQuery, useSignUpMutations } from '../offers/queries.ts';

/** What one agreed to for oneself and the children, and the way back where there is one. */
export function MyConsents() {
  const query = useQuery(myConsentsQuery());
  const { data } = query;
  const { withdraw } = useSignUpMutations();
  if (!data) return <Loading query={query} />;
  const ask = (one: OwnConsent) =>
    confirm({
      title: 'Einwilligung widerrufen?',
      text: `${wordsOf(one)} für ${one.name} gilt ab sofort nicht mehr.${one.purpose === 'health_note' ? ' Der Hinweis wird gelöscht.' : ''}`,
      action: 'Widerrufen',
      onConfirm: () => withdraw.mutate(one.id, { onError: notifyProblem, onSuccess: () => notify('Die Einwilligung ist widerrufen.') }),
    });
  return (
    <PagePart title="Einwilligungen" lead="Freiwillige Einwilligungen lassen sich jederzeit für die Zukunft widerrufen.">
      {data.length === 0 && <p className={classes['quiet']}>Bisher keine.</p>}
      <ul className={classes['list']}>
        {data.map((one) => (
          <li key={one.id}>
            {wordsOf(one)}: {one.name}{' '}
            <span className={classes['quiet']}>
              {formatDateTime(one.grantedAt)}
              {one.grantedByName && `, ${one.grantedByName}`}, Fassung {one.textVersion}
            </span>
            {one.mayWithdraw && (
              <button type="button" className={classes['way']} disabled={withdraw.isPending} onClick={() => ask(one)}>
                Widerrufen
              </button>
            )}
          </li>
        ))}
      </ul>
    </PagePart>
  );
}

function wordsOf({ purpose }: OwnConsent): string {
  return consentNames[purpose] ?? purpose;
}
