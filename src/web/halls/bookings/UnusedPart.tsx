import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { unusedInARow } from '#shared/halls/bookingSeries.ts';
import { germanDate, weekdayNames } from '#shared/kernel/calendar.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from '../plan/plan.module.css';
import { unusedQuery, type Hall } from './queries.ts';

/** Series without attendance several times in a row, for the managers of the facility. */
export function UnusedPart({ halls }: { halls: readonly Hall[] }) {
  const { data } = useQuery(unusedQuery());
  if (!data || data.length === 0) return null;
  return (
    <div className="no-print">
      <PagePart
        title={`${unusedInARow}-mal nicht genutzt (${data.length})`}
        lead="Bitte mit dem Verein klären, ob die Zeit noch gebraucht wird."
      >
        <ul className={classes['plain']} aria-label="Nicht genutzte Serien">
          {data.map((one) => (
            <li key={one.seriesId} className={classes['place']}>
              <Text fw={600}>
                {one.club}: {halls.find(({ id }) => id === one.facilityId)?.name}
              </Text>
              <Text size="sm">
                {weekdayNames[one.weekday - 1]}, {one.startTime}–{one.endTime} Uhr, zuletzt am {germanDate(one.lastOn)}
              </Text>
            </li>
          ))}
        </ul>
      </PagePart>
    </div>
  );
}
