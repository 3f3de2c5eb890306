import { Button, Group, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { HoursRow } from '#shared/helpers/helperListShapes.ts';
import { hoursInWords } from '#shared/helpers/helperListWords.ts';
import { today } from '#web/lib/berlinDay.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { hoursQuery, useListMutations } from './queries.ts';

const columns: Column<HoursRow>[] = [
  { name: 'name', label: 'Name', cell: ({ name }) => name, isName: true },
  { name: 'kind', label: 'Art', cell: ({ isPerson }) => (isPerson ? 'Person im Verein' : 'Gast') },
  { name: 'duties', label: 'Dienste', cell: ({ duties }) => duties },
  { name: 'hours', label: 'Stunden', cell: ({ minutes }) => hoursInWords(minutes) },
  { name: 'missed', label: 'Nicht erschienen', cell: ({ missed }) => missed },
];

/** The confirmed hours of a year, summed per person. */
export function HoursPart({ club }: { club: ClubName }) {
  const thisYear = Number(today().slice(0, 4));
  const [year, setYear] = useState(thisYear);
  const { data, error, refetch } = useQuery(hoursQuery(club, year));
  const { hoursFile } = useListMutations();
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  const minutes = (data ?? []).reduce((sum, row) => sum + row.minutes, 0);
  return (
    <>
      <Group mb="md" align="flex-end">
        <Select
          label="Jahr"
          data={[0, 1, 2, 3, 4].map((back) => String(thisYear - back))}
          value={String(year)}
          allowDeselect={false}
          onChange={(value) => setYear(Number(value))}
          w={120}
        />
        <Button
          variant="default"
          loading={hoursFile.isPending}
          onClick={() => hoursFile.mutate({ club, year }, { onSuccess: saveFile, onError: notifyProblem })}
        >
          CSV
        </Button>
        <Text>{hoursInWords(minutes)} insgesamt</Text>
      </Group>
      <RecordList<HoursRow>
        label="Helferstunden"
        columns={columns}
        rows={data}
        keyOf={({ name, duties, minutes: own }) => `${name} ${duties} ${own}`}
        renderCard={({ name, duties, minutes: own }) => (
          <>
            <Text fw={600}>{name}</Text>
            <Text size="sm">
              {hoursInWords(own)} in {duties} {duties === 1 ? 'Dienst' : 'Diensten'}
            </Text>
          </>
        )}
        empty={<EmptyState icon="clock" title="In diesem Jahr sind noch keine Stunden bestätigt." />}
      />
    </>
  );
}
