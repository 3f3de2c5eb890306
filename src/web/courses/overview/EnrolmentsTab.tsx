import { Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { enrolmentViewNames, enrolmentViews, type EnrolmentView, type OpenEnrolment } from '#shared/courses/overview/overview.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName, listedName } from '#shared/kernel/fullName.ts';
import { pages } from '#shared/kernel/pages.ts';
import { useAddress } from '#web/lib/address.ts';
import { api } from '#web/lib/call/call.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { ExportButtons } from '#web/ui/files/ExportButtons.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { useExport } from '#web/ui/files/useExport.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Segments } from '#web/ui/filters/Segments.tsx';
import { ParticipantMenu } from '../participants/ParticipantMenu.tsx';
import { detailsOf } from '../participants/participantWords.ts';
import { ConfirmMany } from './ConfirmMany.tsx';
import { openEnrolmentsQuery } from './queries.ts';
import { useConfirm } from './useConfirm.ts';

const address = z.object({ view: z.enum(enrolmentViews).default('pending') });

const nothing: { readonly [view in EnrolmentView]: string } = {
  pending: 'Keine Anmeldung wartet auf eine Zusage.',
  offered: 'Zurzeit ist kein Platz angeboten.',
  ending: 'Kein angebotener Platz läuft in 24 Stunden ab.',
};

/** Pending enrolments of all offers: waiting for the club or for the family. */
export function EnrolmentsTab({ club }: { club: ClubName }) {
  const [{ view }, setAddress] = useAddress(address);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(openEnrolmentsQuery({ club, view }));
  const exporting = useExport(({ format }) => api.overview.exportEnrolments({ club, view, format }));
  const [latest] = data?.pages ?? [];
  const rows = data?.pages.flatMap((page) => page.rows);
  const show = (next: EnrolmentView) => {
    setSelected(new Set());
    setAddress({ view: next });
  };
  return (
    <section aria-label="Anmeldungen">
      <Group gap="xs" mb="sm" className="no-print">
        <Segments
          aria-label="Welche Anmeldungen"
          value={view}
          onChange={show}
          data={enrolmentViews.map((value) => ({ value, label: enrolmentViewNames[value] }))}
        />
        <ExportButtons {...exporting} />
      </Group>
      <Text size="sm" c="dimmed" component="output" mb="xs" display="block">
        {latest && (latest.total === 1 ? 'Eine Anmeldung' : `${latest.total} Anmeldungen`)}
      </Text>
      {error && !data ? (
        <LoadProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <RecordList
          label={enrolmentViewNames[view]}
          columns={view === 'pending' ? pendingColumns : offeredColumns}
          rows={rows}
          keyOf={({ id }) => id}
          total={latest?.total}
          onMore={hasNextPage ? () => fetchNextPage() : undefined}
          renderCard={(one) => <Card one={one} />}
          renderActions={(one) => <Actions one={one} />}
          {...(view === 'pending' && {
            selection: { selected, onSelect: setSelected, isSelectable: () => true, nameOf: (one: OpenEnrolment) => fullName(one) },
          })}
          empty={<EmptyState icon="mood-smile" title={nothing[view]} />}
        />
      )}
      {/* Selected rows that are no longer pending do not count. */}
      <ConfirmMany chosen={rows?.filter(({ id }) => selected.has(id)) ?? []} onClear={() => setSelected(new Set())} />
    </section>
  );
}

function Actions({ one }: { one: OpenEnrolment }) {
  const { confirm, isPending } = useConfirm();
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {one.state === 'pending' && (
        <Button px="xs" variant="default" loading={isPending} aria-label={`Zusagen: ${fullName(one)}`} onClick={() => confirm([one])}>
          Zusagen
        </Button>
      )}
      <ParticipantMenu one={one} course={one.offering.kind === 'course' ? one.offering : undefined} />
    </Group>
  );
}

const who: Column<OpenEnrolment> = {
  name: 'name',
  label: 'Wer',
  isName: true,
  cell: (one) => (
    <>
      {listedName(one)}
      <Text size="sm" c="dimmed">
        {detailsOf(one)}
      </Text>
    </>
  ),
};
const what: Column<OpenEnrolment> = { name: 'offering', label: 'Angebot', cell: ({ offering }) => <Offering of={offering} /> };
const pendingColumns = [
  who,
  what,
  { name: 'since', label: 'Seit', cell: ({ registeredAt }: OpenEnrolment) => formatDateTime(registeredAt) },
];
const offeredColumns = [
  who,
  what,
  { name: 'until', label: 'Angebot bis', cell: ({ offerExpiresAt }: OpenEnrolment) => formatDateTime(offerExpiresAt) },
  { name: 'phone', label: 'Telefon', cell: ({ phone }: OpenEnrolment) => phone ?? '–' },
];

function Card({ one }: { one: OpenEnrolment }) {
  return (
    <Stack gap={2}>
      <Text fw={600}>{fullName(one)}</Text>
      <Text size="sm" c="dimmed">
        {detailsOf(one)}
      </Text>
      <Offering of={one.offering} />
      <Text size="sm">
        {one.offerExpiresAt ? `Angebot bis ${formatDateTime(one.offerExpiresAt)}` : `Seit ${formatDateTime(one.registeredAt)}`}
      </Text>
    </Stack>
  );
}

/** Links to the participants of the offer. */
function Offering({ of: { kind, id, title, club } }: { of: OpenEnrolment['offering'] }) {
  if (kind === 'event')
    return (
      <Link to={pages.adminEvents.path} search={{ club }}>
        {title}
      </Link>
    );
  return (
    <Link to="/admin/participants" search={{ course: id, club }}>
      {title}
    </Link>
  );
}
