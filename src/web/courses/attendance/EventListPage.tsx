import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addDays } from '#shared/kernel/calendar.ts';
import { hasFeature } from '#shared/kernel/clubs.ts';
import { isAtLeast } from '#shared/kernel/roles.ts';
import { today } from '#web/lib/berlinDay.ts';
import { ownClub } from '#web/lib/session/ownClub.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { DateList } from './DateList.tsx';
import { Dates } from './Dates.tsx';
import { upcomingQuery } from '../participants/queries.ts';

/** Today's and the next sessions; users who are not staff see only public ones (/admin/mobile/eventList). */
export function Page() {
  const { user } = useAuth();
  const [thisDay] = useState(today);
  const isStaff = user && isAtLeast(user.role.name, 'trainer') && hasFeature(ownClub(user), 'participations');
  return (
    <>
      <PageTitle title="Die nächsten Termine" />
      {isStaff ? (
        <DateList from={thisDay} to={addDays(thisDay, 6)} empty="In den nächsten Tagen gibt es keine Termine." />
      ) : (
        <PublicDates />
      )}
    </>
  );
}

function PublicDates() {
  const query = useQuery(upcomingQuery());
  const { data } = query;
  if (!data) return <Loading query={query} />;
  return data.length > 0 ? (
    <Dates dates={data} isLinked={false} />
  ) : (
    <EmptyState icon="calendar-off" title="Zurzeit gibt es keine öffentlichen Termine." />
  );
}
