import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pages } from '#shared/kernel/pages.ts';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { requestableHallsQuery } from './queries.ts';

const HallRequestForm = lazyPart(async () => (await import('./HallRequestForm.tsx')).HallRequestForm);
const RenewLink = lazyPart(async () => (await import('../ownHours/RenewLink.tsx')).RenewLink);

/** Requests hours in a hall without an account: schools, adult education, other clubs (/hallRequest). */
export function Page() {
  const query = useQuery(requestableHallsQuery());
  return (
    <>
      <PageTitle title={pages.hallRequest.title} />
      {!query.data && <Loading query={query} />}
      {query.data?.length === 0 && <EmptyState icon="calendar-off" title="Hier gibt es noch keine Sportstätten." />}
      {query.data && query.data.length > 0 && <HallRequestForm halls={query.data} />}
      <OwnHoursPart />
    </>
  );
}

/** Organisations with existing hours request a link to them here. */
function OwnHoursPart() {
  const [isOpen, setOpen] = useState(false);
  return (
    <PagePart
      title="Sie haben hier schon Zeiten?"
      lead="Termine freigeben, Wünsche für die nächste Saison und Ergebnisse: alles steht hinter dem Link in unseren Mails."
    >
      {isOpen ? <RenewLink /> : <PlainButton onClick={() => setOpen(true)}>Link neu anfordern</PlainButton>}
    </PagePart>
  );
}
