import { useQuery } from '@tanstack/react-query';
import { isAtLeast } from '#shared/kernel/roles.ts';
import { hasFeature } from '#shared/kernel/clubs.ts';
import { today } from '#web/lib/berlinDay.ts';
import { boot } from '#web/lib/boot.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { LostParts } from '#web/ui/notices/LostParts.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { datesQuery } from '../participants/queries.ts';
import { Dates } from './Dates.tsx';

/** The sessions that a trainer leads today, linked to their lists; renders nothing for others. */
export function MyHoursToday() {
  const { user } = useAuth();
  const leads = user !== null && isAtLeast(user.role.name, 'trainer') && hasFeature(boot.clubs[user.club.name], 'participations');
  const query = useQuery({ ...datesQuery(today(), today()), enabled: leads });
  const own = query.data?.filter(({ isMine }) => isMine) ?? [];
  if (!query.data) return <LostParts of={[['Ihre Stunden heute', query]]} />;
  if (!leads || own.length === 0) return null;
  return (
    <PagePart title={`Meine Stunden heute (${own.length})`}>
      <Dates dates={own} />
    </PagePart>
  );
}
