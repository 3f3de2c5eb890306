import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { CheckedAccess } from '#shared/people/access.ts';
import { accessRelationNames } from '#shared/people/accessWords.ts';
import { isGone } from '#web/lib/call/failure.ts';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { sinceOf } from './accessWords.ts';
import { accessLinkQuery, useAccessMutations } from './linkQueries.ts';

/** Blocks an access that was announced by mail; opening the page changes nothing (/access/{token}). */
export function Page() {
  const { token = '' } = useParams({ strict: false });
  const query = useQuery(accessLinkQuery(token));
  const { data, error } = query;
  return (
    <>
      <PageTitle title="Zugang prüfen" />
      {!data && !isGone(error) && <Loading query={query} />}
      {!data && isGone(error) && (
        <EmptyState icon="link-off" title="Dieser Link gilt nicht mehr.">
          <p>
            Der Vorstand hat schon neu entschieden, oder der Link ist zu alt oder unvollständig. Haben Sie Fragen, schreiben Sie bitte Ihrem
            Verein.
          </p>
        </EmptyState>
      )}
      {data && <Checked token={token} access={data} />}
    </>
  );
}

function Checked({ token, access }: { token: string; access: CheckedAccess }) {
  const { suspend } = useAccessMutations();
  if (access.state !== 'open')
    return (
      <output>
        <EmptyState icon="circle-check" title={access.state === 'suspended' ? 'Der Zugang ist gesperrt.' : 'Der Zugang ist beendet.'}>
          <p>
            {access.account} sieht nichts mehr von {access.person}.
            {access.state === 'suspended' && ' Der Vorstand prüft das und meldet sich bei Fragen.'}
          </p>
        </EmptyState>
      </output>
    );
  return (
    <PagePart
      title={`Darf ${access.account} für ${access.person} handeln?`}
      lead={`${access.account} hat ${sinceOf(access)} Zugang (${accessRelationNames[access.relation]}): die Daten ansehen, anmelden und Plätze absagen. Ist das richtig, brauchen Sie nichts zu tun.`}
    >
      <Refusal error={suspend.error} />
      <PlainButton look="main" disabled={suspend.isPending} onClick={() => suspend.mutate(token)}>
        Das ist nicht richtig
      </PlainButton>
    </PagePart>
  );
}
