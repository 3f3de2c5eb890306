import { Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { z } from 'zod';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { CourseStat, StatFigures } from '#shared/office/courseStat.ts';
import { courseKinds } from '#shared/courses/courseWords.ts';
import { clubName, id, localDate } from '#shared/kernel/fields.ts';
import { figureWeeks } from '#shared/office/dashboard/dashboardFigures.ts';
import { useAddress } from '#web/lib/address.ts';
import { api } from '#web/lib/call/call.ts';
import { today } from '#web/lib/berlinDay.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { useExport } from '#web/ui/files/useExport.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { Disclosure } from '#web/ui/plain/Disclosure.tsx';
import { AllTotals } from './AllTotals.tsx';
import { HallRates } from './HallRates.tsx';
import { usualPeriods } from './periods.ts';
import { statisticsQuery, type StatFilter } from './queries.ts';
import { StatFilters } from './StatFilters.tsx';
import { StatTable } from './StatTable.tsx';
import { Totals } from './Totals.tsx';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';

// The charts are large.
const Charts = lazyPart(async () => (await import('./Charts.tsx')).Charts);
const WeekCharts = lazyPart(async () => (await import('./WeekCharts.tsx')).WeekCharts);

const address = z.object({
  club: clubName.optional(),
  from: localDate.optional(),
  to: localDate.optional(),
  departmentId: id.optional(),
  kind: z.enum(courseKinds).optional(),
  trainerId: id.optional(),
});

/** Course statistics: totals compared with the previous period, collapsed charts, and a row per course. */
export function StatisticsPart({ club, seesClubs, mayBill }: { club: ClubName; seesClubs: boolean; mayBill: boolean }) {
  const [chosen, setAddress] = useAddress(address);
  const usual = usualPeriods(today())[0];
  const filter = { ...chosen, from: chosen.from ?? usual?.from ?? today(), to: chosen.to ?? usual?.to ?? today() };
  const isTurned = filter.from > filter.to;
  const query = useQuery({ ...statisticsQuery(filter), enabled: !isTurned });
  const { data } = query;
  return (
    <>
      <StatFilters filter={filter} club={filter.club ?? club} seesClubs={seesClubs} onChange={setAddress} />
      {isTurned && (
        <Text role="alert" c="danger" mt="sm">
          Das Ende liegt vor dem Beginn.
        </Text>
      )}
      {!data && !isTurned && <Loading query={query} />}
      {data && !isTurned && <Statistics stat={data} filter={filter} />}
      {!query.isPending && (
        <ChartsFold title={`Die letzten ${figureWeeks} Wochen`}>
          <WeekCharts club={filter.club ?? club} />
        </ChartsFold>
      )}
      {/* It stands below the figures, and would be pushed down by them. */}
      {!query.isPending && <HallRates club={filter.club ?? club} mayChange={mayBill && (filter.club ?? club) === club} />}
    </>
  );
}

function Statistics({ stat, filter }: { stat: CourseStat; filter: StatFilter & { from: string; to: string } }) {
  const exporting = useExport((wanted) => api.courseStat.export({ ...filter, ...wanted }), 'Die Statistik ist als Datei gespeichert.');
  if (stat.rows.length === 0)
    return (
      <Box my="md">
        <EmptyState icon="chart-bar" title="In diesem Zeitraum gibt es keine Angebote.">
          <p>Wählen Sie einen anderen Zeitraum oder weniger Filter.</p>
        </EmptyState>
      </Box>
    );
  return (
    <>
      <Text size="sm" c="dimmed" component="output" display="block" my="sm">
        {stat.rows.length === 1 ? '1 Angebot' : `${stat.rows.length} Angebote`}, {germanDate(filter.from)} bis {germanDate(filter.to)};
        Vergleich mit {germanDate(stat.previousFrom)} bis {germanDate(stat.previousTo)}
      </Text>
      <Totals totals={stat.totals} previous={stat.previous} />
      <Unpriced totals={stat.totals} />
      <AllTotals totals={stat.totals} previous={stat.previous} />
      <ChartsFold title="Diagramme">
        <Charts stat={stat} />
      </ChartsFold>
      <StatTable rows={stat.rows} exporting={exporting} />
    </>
  );
}

/** Charts, loaded when expanded. */
function ChartsFold({ title, children }: { title: string; children: ReactNode }) {
  const [isWanted, setIsWanted] = useState(false);
  return (
    <Disclosure title={title} onPaper="hidden" onOpen={() => setIsWanted(true)}>
      {isWanted && children}
    </Disclosure>
  );
}

/** Warns of missing rates, which make the costs incomplete. */
function Unpriced({ totals: { unpricedMinutes, unpricedHallMinutes } }: { totals: StatFigures }) {
  if (unpricedMinutes + unpricedHallMinutes === 0) return null;
  return (
    <Text size="sm" mb="sm">
      {unpricedMinutes > 0 && (
        <>
          Für {hoursOf(unpricedMinutes)} der Übungsleitung gilt kein <Link to="/admin/hours">Stundensatz</Link>.{' '}
        </>
      )}
      {unpricedHallMinutes > 0 && `Für ${hoursOf(unpricedHallMinutes)} in Hallen ist kein Satz festgelegt. `}
      Der Deckungsbeitrag ist um diese Kosten zu hoch.
    </Text>
  );
}

function hoursOf(minutes: number): string {
  return `${(Math.round(minutes / 6) / 10).toLocaleString('de-DE')} Stunden`;
}
