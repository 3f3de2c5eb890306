import { queryOptions, useQuery } from '@tanstack/react-query';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ApplicationState } from '#shared/people/membershipApplications.ts';
import { api } from '#web/lib/call/call.ts';
import { isGone } from '#web/lib/call/failure.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';

/** The state of a membership application behind the link in its mail. */
export function ApplicationStateCard({ token }: { token: string }) {
  const query = useQuery(applicationStateQuery(token));
  if (query.data) return query.data.people.map((one) => <PersonState key={`${one.name} ${one.from}`} of={one} />);
  if (!isGone(query.error)) return <Loading query={query} />;
  return (
    <EmptyState icon="link-off" title="Dieser Link führt zu keiner Anmeldung.">
      <p>Bitte öffnen Sie den Link aus der neuesten Mail.</p>
    </EmptyState>
  );
}

function PersonState({ of }: { of: ApplicationState['people'][number] }) {
  const { name, state, reason, memberNo, from, fees } = of;
  return (
    <PagePart title={`Mitgliedsantrag für ${name}`} lead={leads[state]}>
      {state === 'declined' && reason && <p>Grund: {reason}</p>}
      {memberNo && <p>Mitgliedsnummer: {memberNo}</p>}
      {state !== 'declined' && <p>Mitglied ab: {germanDate(from)}</p>}
      {fees.length > 0 && <p>Beitrag nach der Beitragsordnung: {fees.join('; ')}</p>}
    </PagePart>
  );
}

const leads = {
  new: 'Der Antrag ist eingegangen. Der Vorstand entscheidet und meldet sich per Mail.',
  accepted: 'Der Vorstand hat den Antrag angenommen. Herzlich willkommen!',
  declined: 'Der Vorstand kann den Antrag leider nicht annehmen.',
} as const;

function applicationStateQuery(token: string) {
  return queryOptions({
    queryKey: ['members', 'application-state', token],
    queryFn: () => api.membershipApplications.state({ token }),
    retry: false,
  });
}
