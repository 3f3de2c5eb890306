import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { DiaryEntry } from '#shared/people/report/memberReport.ts';
import { formatHours } from '#web/lib/format.ts';
import { BarChart } from '#web/ui/charts/charts.tsx';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Figure } from '#web/ui/charts/Figure.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import classes from './memberReport.module.css';
import { diaryQuery, type Period } from './queries.ts';
import { useDiaryFile } from './useDiaryFile.ts';

const columns: Column<DiaryEntry>[] = [
  { name: 'day', label: 'Tag', isName: true, isOneLine: true, cell: (one) => `${germanDate(one.day)}, ${one.start} Uhr` },
  { name: 'title', label: 'Angebot', cell: ({ title, department }) => (department ? `${title} (${department})` : title) },
  { name: 'trainers', label: 'Leitung', cell: ({ trainers }) => trainers.join('; ') || '–' },
  { name: 'minutes', label: 'Dauer', isNumber: true, isOneLine: true, cell: ({ minutes }) => `${minutes} Min.` },
  { name: 'present', label: 'Anwesend', isNumber: true, cell: ({ present }) => present ?? '–' },
  { name: 'note', label: 'Notiz', cell: ({ note }) => note || '–' },
];

const shownFirst = 50;

type DiaryProps = { period: Period; onChange: (change: { from?: string | undefined; to?: string | undefined }) => void };

/** The sessions that trainers held, by day, with their minutes. */
export function Diary({ period, onChange }: DiaryProps) {
  const { data, error, refetch } = useQuery(diaryQuery(period));
  const [isAll, setAll] = useState(false);
  const { save, isSaving } = useDiaryFile(period);
  const weeks = data?.weeks.map((week) => ({ ...week, hours: week.minutes / 60, week: germanDate(week.monday).slice(0, 6) })) ?? [];
  return (
    <>
      <Group gap="xs" align="flex-end" mb="md" className="no-print">
        <DayField label="Von" hasVisibleLabel value={period.from} max={period.to} onChange={(from) => onChange({ from })} />
        <DayField label="Bis" hasVisibleLabel value={period.to} min={period.from} onChange={(to) => onChange({ to })} />
        <Button variant="default" leftSection={<Icon name="download" size={18} />} loading={isSaving} onClick={save}>
          CSV
        </Button>
      </Group>
      {error && !data && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {data && data.entries.length > 0 && (
        <div className={classes['figures']}>
          <Figure
            title="Gehaltene Stunden je Woche"
            head={['Woche ab', 'Stunden', 'Anwesende']}
            rows={weeks.map(({ week, minutes, present }) => [week, formatHours(minutes), present])}
          >
            <BarChart
              h={220}
              data={weeks}
              dataKey="week"
              valueFormatter={(value) => formatHours(value * 60)}
              series={[{ name: 'hours', label: 'Stunden', color: 'var(--mantine-primary-color-filled)' }]}
            />
          </Figure>
          <Figure
            title="Stunden je Leitung"
            head={['Leitung', 'Termine', 'Stunden']}
            rows={data.trainers.map(({ name, sessions, minutes }) => [name, sessions, formatHours(minutes)])}
          >
            <BarChart
              h={Math.max(220, data.trainers.length * 30 + 40)}
              data={data.trainers.map((one) => ({ ...one, hours: one.minutes / 60 }))}
              dataKey="name"
              orientation="vertical"
              yAxisProps={{ width: 130 }}
              valueFormatter={(value) => formatHours(value * 60)}
              series={[{ name: 'hours', label: 'Stunden', color: 'var(--mantine-primary-color-filled)' }]}
            />
          </Figure>
        </div>
      )}
      {data?.isCut && (
        <Text size="sm" mb="sm">
          Es sind mehr Termine, als hier stehen. Bitte wählen Sie einen kürzeren Zeitraum.
        </Text>
      )}
      {!(error && !data) && (
        <RecordList
          label="Gehaltene Termine"
          columns={columns}
          rows={isAll ? data?.entries : data?.entries.slice(0, shownFirst)}
          keyOf={({ sessionId }) => sessionId}
          renderCard={(one) => <DiaryCard entry={one} />}
          empty={
            <EmptyState icon="notebook" title="Keine gehaltenen Termine.">
              <p>Ein Termin steht hier, sobald die Leitung seine Anwesenheitsliste abgeschlossen hat.</p>
            </EmptyState>
          }
        />
      )}
      {data && !isAll && data.entries.length > shownFirst && (
        <Button mt="sm" variant="default" onClick={() => setAll(true)}>
          Alle {data.entries.length} zeigen
        </Button>
      )}
    </>
  );
}

function DiaryCard({ entry }: { entry: DiaryEntry }) {
  return (
    <div>
      <Text fw={600}>{entry.title}</Text>
      <Text size="sm">
        {germanDate(entry.day)}, {entry.start} Uhr · {entry.minutes} Min. · {entry.present ?? '–'} anwesend
      </Text>
      <Text size="sm" c="dimmed">
        {entry.trainers.join('; ') || 'ohne Leitung'}
      </Text>
      {entry.note && <Text size="sm">{entry.note}</Text>}
    </div>
  );
}
