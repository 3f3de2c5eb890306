import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { pages } from '#shared/kernel/pages.ts';
import type { OwnHallRequest } from '#shared/halls/hallRequests/hallRequests.ts';
import { decidedHallRequests } from '#shared/halls/hallRequests/hallRequestStates.ts';
import { isGone } from '#web/lib/call/failure.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import classes from '../plan/hall.module.css';
import { ownHallRequestQuery, useHallRequestMutations } from './queries.ts';

/** A request behind the link of its mail: confirm or withdraw it; opening the page does neither (/hallRequest/{token}). */
export function Page() {
  const { token = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(ownHallRequestQuery(token));
  const { confirm, withdraw } = useHallRequestMutations();
  const fault = confirm.error ?? withdraw.error;
  return (
    <>
      <PageTitle title="Ihre Anfrage" />
      {withdraw.isSuccess ? (
        <output>
          <EmptyState icon="circle-check" title="Die Anfrage ist gelöscht." />
        </output>
      ) : !data && isGone(error) ? (
        <EmptyState icon="link-off" title="Dieser Link führt zu keiner Anfrage.">
          <p>
            Sie ist gelöscht, oder der Link ist unvollständig. Bitte öffnen Sie ihn noch einmal aus der Mail, oder{' '}
            <a href={pages.hallRequest.path}>fragen Sie neu an</a>.
          </p>
        </EmptyState>
      ) : data ? (
        <PagePart title={`${data.organisation}: ${data.purpose}`} lead={wordsOn(data)}>
          <ul>
            {data.wants.map((want) => (
              <li key={want}>{want}</li>
            ))}
          </ul>
          {fault && <p role="alert">{fault.message}</p>}
          <div className={classes['days']}>
            {data.state === 'unconfirmed' && (
              <PlainButton look="main" disabled={confirm.isPending} onClick={() => confirm.mutate(token)}>
                Ja, das fragen wir an
              </PlainButton>
            )}
            {!decidedHallRequests.includes(data.state) && (
              <PlainButton disabled={withdraw.isPending} onClick={() => withdraw.mutate(token)}>
                Anfrage zurückziehen
              </PlainButton>
            )}
          </div>
        </PagePart>
      ) : error ? (
        <LoadProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <Pending />
      )}
    </>
  );
}

function wordsOn({ state, reason }: OwnHallRequest): string {
  if (state === 'unconfirmed') return 'Möchten Sie diese Zeiten anfragen?';
  if (state === 'open') return 'Ihre Anfrage ist angekommen. Sie bekommen eine Mail, sobald sie gelesen ist.';
  if (state === 'linked') return 'Ihre Anfrage ist aufgenommen. Was davon zugesagt wird, steht in der nächsten Mail.';
  return `Leider nein: ${reason}`;
}
