import { Checkbox, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { z } from 'zod';
import { sessionViewNames, sessionViews, type SessionView } from '#shared/courses/overview/overview.ts';
import type { TrainingDate } from '#shared/courses/attendance.ts';
import { sessionStateNames } from '#shared/courses/sessionStates.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { localDate } from '#shared/kernel/fields.ts';
import { may } from '#shared/kernel/rights.ts';
import type { User } from '#shared/kernel/user.ts';
import { timeRange } from '#shared/kernel/calendar.ts';
import { SavedViews } from '#web/accounts/parts/SavedViews.tsx';
import { useAddress } from '#web/lib/address.ts';
import { api } from '#web/lib/call/call.ts';
import { formatDay } from '#web/lib/format.ts';
import { dayFilter } from '#web/ui/filters/dayFilter.tsx';
import { ExportButtons } from '#web/ui/files/ExportButtons.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { SearchField } from '#web/ui/lists/SearchField.tsx';
import { useColumns } from '#web/ui/lists/useColumns.tsx';
import { useExport } from '#web/ui/files/useExport.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Segments } from '#web/ui/filters/Segments.tsx';
import { sessionsQuery } from './queries.ts';
import { SessionMenu } from './SessionMenu.tsx';

const address = z.object({
  view: z.enum(sessionViews).default('today'),
  whose: z.enum(['mine', 'all']).optional(),
  from: localDate.optional(),
  to: localDate.optional(),
  search: z.string().max(100).optional(),
});

const nothing: { readonly [view in SessionView]: string } = {
  today: 'Heute findet nichts statt.',
  week: 'In den nächsten sieben Tagen findet nichts statt.',
  open: 'Alle Listen der letzten 14 Tage sind abgeschlossen.',
  cancelled: 'Nichts fällt aus.',
  days: 'In diesen Tagen liegt kein Kurstermin.',
};

/** The sessions of all offers by time; trainers see their own first. */
export function SessionsTab({ viewer, club }: { viewer: User; club: ClubName }) {
  const [{ view, whose, search, ...days }, setAddress] = useAddress(address);
  const mine = whose ? whose === 'mine' : viewer.role.name === 'trainer';
  const filter = { club, view, mine: String(mine), search, ...(view === 'days' && days) };
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(sessionsQuery(filter));
  const { shown, chooser } = useColumns('sessions', columns);
  const exporting = useExport((wanted) => api.overview.exportSessions({ ...filter, ...wanted }));
  const [latest] = data?.pages ?? [];
  const rows = data?.pages.flatMap((page) => page.rows);
  const mayMailAll = may({ role: viewer.role.name }, 'mail.sendToOffer', 'club') === 'all';
  return (
    <section aria-label="Kurstermine">
      <Group gap="xs" mb="sm" className="no-print">
        <Segments
          aria-label="Welche Kurstermine"
          value={view}
          onChange={(next) => setAddress({ view: next, from: undefined, to: undefined })}
          data={sessionViews.map((value) => ({ value, label: sessionViewNames[value] }))}
        />
        {view === 'days' && (
          <>
            {dayFilter('Von', days.from, (from) => setAddress({ from }), { max: days.to }).field}
            {dayFilter('Bis', days.to, (to) => setAddress({ to }), { min: days.from }).field}
          </>
        )}
        <SearchField label="Angebot" value={search ?? ''} onSearch={(text) => setAddress({ search: text })} />
        <Checkbox label="Nur meine" checked={mine} onChange={() => setAddress({ whose: mine ? 'all' : 'mine' })} />
        <SavedViews page="sessions" />
        {chooser}
        <ExportButtons {...exporting} shown={shown} />
      </Group>
      <Text size="sm" c="dimmed" component="output" mb="xs" display="block">
        {latest && (latest.total === 1 ? 'Ein Kurstermin' : `${latest.total} Kurstermine`)}
      </Text>
      {error && !data ? (
        <LoadProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <RecordList
          label={sessionViewNames[view]}
          columns={shown}
          rows={rows}
          keyOf={({ id }) => id}
          total={latest?.total}
          onMore={hasNextPage ? () => fetchNextPage() : undefined}
          renderCard={(one) => <Card session={one} />}
          renderActions={(one) => <SessionMenu session={one} readAt={latest?.readAt ?? one.startsAt} mayMail={mayMailAll || one.isMine} />}
          empty={<EmptyState icon="calendar-check" title={search ? 'Kein Kurstermin passt dazu.' : nothing[view]} />}
        />
      )}
    </section>
  );
}

const columns: Column<TrainingDate>[] = [
  {
    name: 'title',
    label: 'Angebot',
    isName: true,
    cell: ({ id, courseTitle }) => (
      <Link to="/admin/mobile/participantList" search={{ session: id }}>
        {courseTitle}
      </Link>
    ),
  },
  { name: 'day', label: 'Tag', isOneLine: true, cell: ({ startsAt }) => formatDay(startsAt) },
  { name: 'times', label: 'Zeit', isOneLine: true, cell: timeRange },
  { name: 'place', label: 'Ort', cell: ({ place }) => place || '–' },
  { name: 'expected', label: 'Angemeldet', isNumber: true, cell: ({ expected }) => expected },
  { name: 'marked', label: 'Anwesend', isNumber: true, cell: ({ marked, startsAt }) => (Date.parse(startsAt) > Date.now() ? '–' : marked) },
  { name: 'state', label: 'Stand', cell: (one) => <State session={one} /> },
];

function Card({ session }: { session: TrainingDate }) {
  return (
    <Stack gap={2}>
      <Link to="/admin/mobile/participantList" search={{ session: session.id }}>
        {session.courseTitle}
      </Link>
      <Text size="sm">
        {formatDay(session.startsAt)}, {timeRange(session)}
        {session.place && ` · ${session.place}`}
      </Text>
      <Text size="sm">
        {session.marked} von {session.expected} anwesend
      </Text>
      <State session={session} />
    </Stack>
  );
}

const tones = { planned: 'waiting', moved: 'waiting', held: 'good', cancelled: 'bad' } as const;

function State({ session: { state, reason, substitute } }: { session: TrainingDate }) {
  return (
    <>
      <StateMark tone={tones[state]}>{sessionStateNames[state]}</StateMark>
      {(reason || substitute) && (
        <Text size="sm" c="dimmed">
          {[reason, substitute && `Vertretung: ${substitute}`].filter(Boolean).join(' · ')}
        </Text>
      )}
    </>
  );
}
