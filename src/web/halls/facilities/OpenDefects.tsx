import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import { DefectForm } from './DefectsPart.tsx';
import classes from './facilities.module.css';
import { openDefectsQuery } from './queries.ts';

type OpenDefectsProps = { club: ClubName; onOpen: (facilityId: string) => void };

/** The open defects of all halls that a club manages, newest first. */
export function OpenDefects({ club, onOpen }: OpenDefectsProps) {
  const query = useQuery(openDefectsQuery(club));
  const { data } = query;
  if (!data) return <Loading query={query} />;
  if (data.length === 0) return <EmptyState icon="mood-smile" title="Kein Schaden ist offen." />;
  return (
    <>
      <Text size="sm" c="dimmed" component="output" mb="xs" display="block">
        {data.length === 1 ? 'Ein offener Schaden' : `${data.length} offene Schäden`}
      </Text>
      <ul className={classes['rows']} aria-label="Offene Schäden">
        {data.map((defect) => (
          <li key={defect.id} className={classes['entry']}>
            <DefectForm defect={defect} hall={<RecordLink onOpen={() => onOpen(defect.facilityId)}>{defect.facilityName}</RecordLink>} />
          </li>
        ))}
      </ul>
    </>
  );
}
