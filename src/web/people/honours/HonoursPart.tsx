import { Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import type { HonourRow } from '#shared/people/honours/contract.ts';
import { honourInWords, honourViewNames, honourViews, isHonourPeriod } from '#shared/people/honours/honours.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import { useAddress } from '#web/lib/address.ts';
import { today } from '#web/lib/berlinDay.ts';

import { DayField } from '#web/ui/forms/DayField.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { MemberBulkBar } from '../members/bulk/MemberBulkBar.tsx';
import { MemberName } from '../members/memberColumns.tsx';
import { HonourTools } from './HonourTools.tsx';
import { daysOf, honoursAddress, periodNames, periods } from './period.ts';
import { honoursQuery, type HonoursWanted } from './queries.ts';

type HonoursPartProps = { club: ClubName; onOpen: (id: string) => void };

/** Upcoming birthdays and membership anniversaries, to send mails, print, or export with addresses. */
export function HonoursPart({ club, onOpen }: HonoursPartProps) {
  const [address, setAddress] = useAddress(honoursAddress);
  const days = daysOf(address, today());
  const isPeriod = isHonourPeriod(days);
  const views = honourViews.map((value) => ({ value, label: honourViewNames[value] }));
  return (
    <section aria-label="Geburtstage und Jubiläen">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" className="no-print">
        <Select
          aria-label="Zeitraum"
          data={keysOf(periodNames).map((value) => ({ value, label: periodNames[value] }))}
          value={address.period}
          onChange={(period) => setAddress({ period: periods.find((one) => one === period) })}
          allowDeselect={false}
        />
        <Select
          aria-label="Was"
          data={views}
          value={address.view}
          onChange={(view) => setAddress({ view: honourViews.find((one) => one === view) })}
          allowDeselect={false}
        />
        {address.period === 'range' && (
          <>
            <DayField label="Von" value={days.from} onChange={(from) => setAddress({ from })} />
            <DayField
              label="Bis"
              value={days.to}
              onChange={(to) => setAddress({ to })}
              error={!isPeriod && 'Bitte einen Zeitraum von höchstens einem Jahr.'}
            />
          </>
        )}
      </SimpleGrid>
      {isPeriod && <HonourList key={club} wanted={{ club, ...days, view: address.view }} onOpen={onOpen} />}
    </section>
  );
}

function HonourList({ wanted, onOpen }: { wanted: HonoursWanted; onOpen: (id: string) => void }) {
  const { data, error, refetch, isPlaceholderData } = useQuery(honoursQuery(wanted));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  // Selected rows that are no longer shown do not count.
  const chosen = data?.rows.filter((row) => selected.has(keyOf(row))).map(({ id }) => id) ?? [];
  return (
    <>
      <HonourTools wanted={wanted} found={isPlaceholderData ? undefined : data} />
      <RecordList<HonourRow>
        label={honourViewNames[wanted.view]}
        columns={columnsOf(onOpen)}
        rows={data?.rows}
        keyOf={keyOf}
        recordOf={recordOf}
        renderCard={(row) => <Card row={row} onOpen={onOpen} />}
        selection={{ selected, onSelect: (change) => setSelected(change), isSelectable: () => true, nameOf: fullName }}
        empty={
          <EmptyState icon="cake" title="In diesem Zeitraum wird niemand geehrt.">
            <p>Welche Geburtstage und Jubiläen zählen, steht unter „Einstellungen“ im Teil „Verein“.</p>
          </EmptyState>
        }
      />
      <MemberBulkBar
        club={wanted.club}
        ids={[...new Set(chosen)]}
        of={undefined}
        unseen={0}
        others={0}
        onSelectAll={() => {}}
        onClear={() => setSelected(new Set())}
      />
    </>
  );
}

const recordOf = ({ id }: HonourRow) => id;
const keyOf = ({ id, kind, day }: HonourRow) => `${id} ${kind} ${day}`;

function columnsOf(onOpen: (id: string) => void): Column<HonourRow>[] {
  return [
    { name: 'name', label: 'Name', isName: true, cell: (row) => <MemberName member={row} onOpen={onOpen} /> },
    { name: 'day', label: 'Tag', isOneLine: true, cell: ({ day }) => germanDate(day) },
    { name: 'what', label: 'Anlass', cell: honourInWords },
    { name: 'number', label: 'Nummer', cell: ({ memberNo }) => memberNo },
    { name: 'departments', label: 'Abteilungen', cell: ({ departments }) => departments.join(', ') || '–' },
  ];
}

function Card({ row, onOpen }: { row: HonourRow; onOpen: (id: string) => void }) {
  return (
    <Stack gap={2}>
      <MemberName member={row} onOpen={onOpen} />
      <Text size="sm">
        {germanDate(row.day)} · {honourInWords(row)}
      </Text>
      {row.departments.length > 0 && (
        <Text size="sm" c="dimmed">
          {row.departments.join(', ')}
        </Text>
      )}
    </Stack>
  );
}
