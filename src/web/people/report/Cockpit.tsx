import { Box, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { ReportCockpit } from '#shared/people/report/reportSnapshots.ts';
import { today } from '#web/lib/berlinDay.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { Disclosure } from '#web/ui/plain/Disclosure.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { CausesPart } from './CausesPart.tsx';
import { ComparisonPart } from './ComparisonPart.tsx';
import { FreezePart } from './FreezePart.tsx';
import { ProfilePart } from './ProfilePart.tsx';
import { Report } from './Report.tsx';
import { SnapshotsPart } from './SnapshotsPart.tsx';
import { cockpitQuery } from './queries.ts';

type CockpitProps = { club: ClubName; keyDate: string; onChange: (change: { keyDate?: string | undefined }) => void };

/** The report to the association: readiness, repairs, freezing, files, and recording its submission. */
export function Cockpit({ club, keyDate, onChange }: CockpitProps) {
  const query = useQuery(cockpitQuery(club, keyDate));
  const { data } = query;
  if (!data) return <Loading query={query} />;
  return (
    <Stack gap="md">
      <Box className="no-print" maw={240}>
        <DayField label="Stichtag" hasVisibleLabel value={keyDate} onChange={(day) => onChange({ keyDate: day })} />
      </Box>
      <Standing cockpit={data} />
      <CausesPart cockpit={data} club={club} />
      <ProfilePart key={club} profile={data.profile} club={club} />
      <FreezePart cockpit={data} club={club} />
      <SnapshotsPart club={club} />
      {data.comparison && <ComparisonPart comparison={data.comparison} />}
      <Disclosure title="Zahlen im Einzelnen" onPaper="open">
        <Report club={club} keyDate={keyDate} />
      </Disclosure>
    </Stack>
  );
}

function Standing({ cockpit: { total, ready, keyDate, window } }: { cockpit: ReportCockpit }) {
  const isAhead = keyDate > today();
  return (
    <PagePart title={`Meldung zum ${germanDate(keyDate)}`} lead={window ? windowWords(window) : undefined}>
      <Text fw={600} mb="xs">
        {total} Mitglieder, {ready} meldefertig
      </Text>
      <Progress value={total === 0 ? 0 : (ready / total) * 100} size="lg" color="good" aria-label={`${ready} von ${total} meldefertig`} />
      {isAhead && (
        <Text size="sm" mt="xs" c="dimmed">
          Vorschau: Eintritte und Austritte, die schon eingetragen sind, zählen mit.
        </Text>
      )}
    </PagePart>
  );
}

function windowWords({ opensOn, closesOn }: NonNullable<ReportCockpit['window']>): string {
  const now = today();
  if (now < opensOn) return `Das Meldefenster öffnet am ${germanDate(opensOn)} und schließt am ${germanDate(closesOn)}.`;
  if (now > closesOn) return `Das Meldefenster hat am ${germanDate(closesOn)} geschlossen.`;
  return `Das Meldefenster ist offen, bis zum ${germanDate(closesOn)}.`;
}
