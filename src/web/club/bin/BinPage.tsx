import { Button, Group, Menu, Select, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { binDays, binKindNames, binKindOf, type Binned } from '#shared/club/bin.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { clubName } from '#shared/kernel/fields.ts';
import { pages } from '#shared/kernel/pages.ts';
import { may } from '#shared/kernel/rights.ts';
import { useAddress } from '#web/lib/address.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { RowMenu } from '#web/ui/decisions/RowMenu.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { binQuery, useErase, useRestore } from '../parts/bin.ts';
import { ClubChoice } from '../parts/ClubChoice.tsx';

const address = z.object({ club: clubName.optional(), art: z.enum(binKindNames).optional() });

/** Records deleted within the last 30 days, with a restore action (/admin/deleted). */
export function Page() {
  const { user } = useAuth();
  const [{ club, art }, setAddress] = useAddress(address);
  const shown = club ?? user?.club.name ?? 'RWA';
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(binQuery(shown, art));
  const rows = data?.pages.flatMap((page) => page.rows);
  return (
    <>
      <PageTitle title={pages.adminDeleted.title}>
        {may({ role: user?.role.name }, 'bin.restore', 'other') && (
          <ClubChoice value={shown} isShort onChange={(next) => setAddress({ club: next, art: undefined })} />
        )}
      </PageTitle>
      <Stack>
        <Text size="sm">
          Was hier liegt, lässt sich {binDays} Tage lang wiederherstellen, mit allem, was dazugehörte. Danach geht es von selbst für immer.
        </Text>
        {(art !== undefined || (rows?.length ?? 0) > 1) && (
          <Select
            label="Art"
            placeholder="Alle Arten"
            clearable
            clearButtonProps={{ 'aria-label': 'Alle Arten zeigen' }}
            maw={280}
            data={binKindNames.map((kind) => ({ value: kind, label: binKindOf(kind).name }))}
            value={art ?? null}
            onChange={(kind) => setAddress({ art: binKindNames.find((one) => one === kind) })}
          />
        )}
        {error && !data ? (
          <LoadProblem error={error} onRetry={() => void refetch()} />
        ) : (
          <RecordList
            label={pages.adminDeleted.title}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            onMore={hasNextPage ? () => fetchNextPage() : undefined}
            renderCard={(one) => <Card one={one} />}
            renderActions={(one) => <Actions one={one} />}
            empty={
              <EmptyState icon="trash" title="Hier liegt nichts.">
                <p>Gelöschte Entwürfe, Vorlagen, Beiträge, Seiten, Termine, Dateien und Ansichten kommen hierher.</p>
              </EmptyState>
            }
          />
        )}
      </Stack>
    </>
  );
}

const columns: Column<Binned>[] = [
  { name: 'name', label: 'Name', isName: true, cell: ({ name }) => name },
  { name: 'kind', label: 'Art', cell: ({ kind }) => binKindOf(kind).name },
  { name: 'deletedAt', label: 'Gelöscht am', cell: ({ deletedAt }) => formatDateTime(deletedAt) },
  { name: 'deletedBy', label: 'Von', cell: ({ deletedBy }) => deletedBy },
  { name: 'until', label: 'Liegt hier bis', cell: ({ until }) => germanDate(until) },
];

function Card({ one }: { one: Binned }) {
  return (
    <Stack gap={4}>
      <strong>{one.name}</strong>
      <Text size="sm" c="dimmed">
        {binKindOf(one.kind).name} · gelöscht {formatDateTime(one.deletedAt)} von {one.deletedBy} · bis {germanDate(one.until)}
      </Text>
    </Stack>
  );
}

function Actions({ one: { id, name } }: { one: Binned }) {
  const [restore, erase] = [useRestore(), useErase()];
  const bringBack = () => restore.mutate(id, { onSuccess: () => notify(`Wiederhergestellt: ${name}`), onError: notifyProblem });
  const letGo = () =>
    confirm({
      title: 'Endgültig löschen?',
      text: `„${name}“ ist dann sofort weg, mit allem, was dazugehört, und lässt sich nicht wiederherstellen.`,
      action: 'Endgültig löschen',
      onConfirm: () => erase.mutate(id, { onSuccess: () => notify(`Endgültig gelöscht: ${name}`), onError: notifyProblem }),
    });
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Button variant="default" size="compact-sm" loading={restore.isPending} onClick={bringBack} aria-label={`${name} wiederherstellen`}>
        Wiederherstellen
      </Button>
      <RowMenu name={name} isBusy={erase.isPending}>
        <Menu.Item color="danger" onClick={letGo}>
          Endgültig löschen …
        </Menu.Item>
      </RowMenu>
    </Group>
  );
}
