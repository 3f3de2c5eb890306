import { Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { AgeList, AgeRow } from '#shared/courses/ageSeason/ageSeason.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { compareNames, fullName } from '#shared/kernel/fullName.ts';
import { may } from '#shared/kernel/rights.ts';
import { useAddress } from '#web/lib/address.ts';
import { useOpenRecord } from '#web/lib/openRecord.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { ExportButtons } from '#web/ui/files/ExportButtons.tsx';
import { RecordList } from '#web/ui/lists/RecordList.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { Segments } from '#web/ui/filters/Segments.tsx';
import { AgeBulkBar } from './AgeBulkBar.tsx';
import { ageCard, ageColumns } from './ageColumns.tsx';
import { AgeDialog } from './AgeDialog.tsx';
import { ageSeasonQuery } from './queries.ts';
import type { ExportFormat } from '#shared/kernel/fields.ts';

/** The list's state in the URL. */
const address = z.object({
  show: z.enum(['open', 'decided']).default('open'),
  group: z.uuid().optional(),
  sort: z.enum(['group', 'name', 'year']).default('group'),
});
type AgeView = z.output<typeof address>;

/** Participants whose group no longer fits their age when the age season begins, and the decisions on them. */
export function AgeSeasonPart({ club }: { club: ClubName }) {
  const [view, onView] = useAddress(address);
  const { data, error, refetch } = useQuery(ageSeasonQuery(club));
  const [openId, setOpenId] = useOpenRecord();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  const rows = data && shown(data.rows, view);
  const chosen = rows?.filter((row) => selected.has(row.id) && isOpen(row)) ?? [];
  const sortOf = (by: string): AgeView['sort'] => (by === 'name' || by === 'year' ? by : 'group');
  return (
    <Stack gap="sm">
      {data && <Intro list={data} />}
      <AgeTools club={club} rows={data?.rows ?? []} view={view} onView={onView} />
      <RecordList<AgeRow>
        label="Saisonwechsel"
        columns={ageColumns(setOpenId)}
        rows={rows}
        answer={data}
        keyOf={({ id }) => id}
        renderCard={ageCard(setOpenId)}
        sorting={{ by: view.sort, isDescending: false, onSort: (by) => onView({ sort: sortOf(by) }) }}
        {...(view.show === 'open' && { selection: { selected, onSelect: setSelected, isSelectable: isOpen, nameOf: fullName } })}
        empty={
          <EmptyState icon="circle-check" title={data?.rows.length === 0 ? 'Alle passen.' : emptyTitles[view.show]}>
            <p>Hier steht, wer dem Alter nach nicht mehr zu seinem Dauerangebot passt.</p>
          </EmptyState>
        }
      />
      {data && <AgeBulkBar club={club} rows={chosen} list={data} onClear={() => setSelected(new Set())} />}
      <AgeDialog row={data?.rows.find(({ id }) => id === openId)} list={data} onClose={() => setOpenId(undefined)} />
    </Stack>
  );
}

const emptyTitles = { open: 'Alles entschieden.', decided: 'Noch nichts entschieden.' };

function Intro({ list }: { list: AgeList }) {
  return (
    <Text size="sm" maw={720}>
      {list.isAhead
        ? `${list.seasonWords}, es zählt das Alter am ${germanDate(list.day)}. Sechs Wochen vorher schreiben wir den Familien; ohne Entscheidung endet kein Platz.`
        : `${list.seasonWords}, es zählt das Alter von heute. Ab dem 2. Juni steht hier die neue Saison. Ohne Entscheidung endet kein Platz.`}
    </Text>
  );
}

type AgeToolsProps = { club: ClubName; rows: readonly AgeRow[]; view: AgeView; onView: (view: Partial<AgeView>) => void };

function AgeTools({ club, rows, view, onView }: AgeToolsProps) {
  const { user } = useAuth();
  const exporting = useMutation({
    mutationFn: (format: ExportFormat) => api.ageSeason.export({ club, format }),
    onSuccess: saveFile,
    onError: notifyProblem,
  });
  const groups = [...new Map(rows.map(({ courseId, courseTitle }) => [courseId, courseTitle]))];
  const open = rows.filter(isOpen).length;
  return (
    <Group gap="sm" className="no-print">
      <Segments
        aria-label="Welche"
        value={view.show}
        onChange={(show) => onView({ show })}
        data={[
          { value: 'open', label: `Offen (${open})` },
          { value: 'decided', label: `Entschieden (${rows.length - open})` },
        ]}
      />
      <Select
        aria-label="Gruppe"
        placeholder="Alle Gruppen"
        clearable
        searchable
        data={groups.map(([value, label]) => ({ value, label }))}
        value={view.group ?? null}
        onChange={(group) => onView({ group: group ?? undefined })}
      />
      {may({ role: user?.role.name }, 'participants.export', 'club') && (
        <ExportButtons isBusy={exporting.isPending} onExport={(format) => exporting.mutate(format)} />
      )}
    </Group>
  );
}

function isOpen({ decision }: AgeRow): boolean {
  return decision === null;
}

function shown(rows: readonly AgeRow[], { show, group, sort }: AgeView): AgeRow[] {
  const some = rows.filter((row) => isOpen(row) === (show === 'open') && (group === undefined || row.courseId === group));
  if (sort === 'year') return some.toSorted((a, b) => a.birthYear - b.birthYear);
  return sort === 'name' ? some.toSorted((a, b) => compareNames(a.lastname, b.lastname)) : some;
}
