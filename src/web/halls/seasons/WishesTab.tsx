import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import { wishStateNames, seasonSets } from '#shared/halls/seasons/seasonStates.ts';
import { isListed, wishStands, wishesAtMost, type Wish, type wishActions } from '#shared/halls/seasons/wishes.ts';
import { ageGroupNames } from '#shared/halls/bookingStates.ts';
import type { User } from '#shared/kernel/user.ts';
import { SavedViews } from '#web/accounts/parts/SavedViews.tsx';
import { useAddress } from '#web/lib/address.ts';
import { api } from '#web/lib/call/call.ts';
import { RecordDrawer } from '#web/ui/drawers/RecordDrawer.tsx';
import { ExportMenu } from '#web/ui/files/ExportButtons.tsx';
import { useExport } from '#web/ui/files/useExport.ts';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import { useOpenRecord } from '#web/lib/openRecord.ts';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { useColumns } from '#web/ui/lists/useColumns.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { DepartmentSelect } from '#web/club/parts/DepartmentSelect.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { Segments } from '#web/ui/filters/Segments.tsx';
import { useSeasonMutations, wishesQuery } from './queries.ts';
import { WishActions } from './WishActions.tsx';
import { WishForm } from './WishForm.tsx';
import { WishImport } from './WishImport.tsx';
import classes from './seasons.module.css';
import { departmentChoicesOf, optionWords, ownerWords, sizeWords } from './words.ts';

const address = z.object({ stand: z.enum(wishStands).default('all'), department: z.uuid().optional() });
const filters = [
  { value: 'all', label: 'Alle' },
  { value: 'waiting', label: 'Zu tun' },
  { value: 'withdrawn', label: 'Zurückgegeben' },
];

/** The wishes: a club enters, orders and sends its own; the manager sees all and enters those of organisations without an account. */
export function WishesTab({ season, viewer }: { season: Season; viewer: User }) {
  const { data, error, refetch } = useQuery(wishesQuery(season.id));
  const [{ stand, department }, setAddress] = useAddress(address);
  const [openId, setOpenId] = useOpenRecord();
  const { shown, chooser } = useColumns('wishes', columnsFor(season, data ?? [], setOpenId));
  const exporting = useExport((wanted) => api.wishes.export({ id: season.id, stand, department, ...wanted }));
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  const rows = data?.filter((one) => isListed(one, { stand, department }));
  const mayWrite = season.isAccepting || (season.isManaged && seasonSets.written.includes(season.phase));
  return (
    <Stack>
      <Group className="no-print">
        {mayWrite && (data?.length ?? 0) < wishesAtMost * 20 && (
          <Button leftSection={<Icon name="plus" size={18} />} onClick={() => setOpenId('new')}>
            Wunsch eintragen
          </Button>
        )}
        {mayWrite && <WishImport season={season} />}
        <ExportMenu {...exporting} shown={shown} />
        <BulkButtons season={season} wishes={data ?? []} />
        <Segments
          data={filters}
          value={stand}
          onChange={(value) => setAddress({ stand: address.shape.stand.parse(value) })}
          aria-label="Welche Wünsche"
        />
        <DepartmentSelect
          choices={departmentChoicesOf(data ?? [], season.isManaged)}
          value={department}
          onChange={(id) => setAddress({ department: id })}
        />
        <SavedViews page="wishes" />
        {chooser}
      </Group>
      {season.isAccepting && <Text size="sm">Der wichtigste Wunsch steht oben. Erst abgesendete und bestätigte Wünsche zählen.</Text>}
      <RecordList<Wish>
        label="Wünsche"
        columns={shown}
        rows={rows}
        answer={data}
        keyOf={({ id }) => id}
        renderCard={(wish) => (
          <>
            <Name wish={wish} onOpen={setOpenId} />
            <Text size="sm">{`${ownerWords(wish)} · ${ageGroupNames[wish.ageGroup]} · ${sizeWords(wish)}`}</Text>
            <Options wish={wish} season={season} />
            <State wish={wish} />
          </>
        )}
        renderActions={(wish) => <WishActions wish={wish} season={season} all={data ?? []} />}
        empty={<EmptyState icon="list-check" title={emptyWords(data, mayWrite)} />}
      />
      <RecordDrawer
        id={openId}
        title={openId === 'new' ? 'Wunsch eintragen' : 'Wunsch'}
        onOpen={setOpenId}
        onClose={() => setOpenId(undefined)}
      >
        {openId !== undefined && (
          <WishForm
            key={openId}
            season={season}
            viewer={viewer}
            wish={data?.find(({ id }) => id === openId)}
            onDone={() => setOpenId(undefined)}
          />
        )}
      </RecordDrawer>
    </Stack>
  );
}

function emptyWords(all: readonly Wish[] | undefined, mayWrite: boolean): string {
  if (all && all.length > 0) return 'Kein Wunsch mit diesen Filtern.';
  return mayWrite ? 'Noch kein Wunsch. Tragen Sie ein, welche Gruppe wann eine Halle braucht.' : 'Hier steht kein Wunsch.';
}

function columnsFor(season: Season, all: readonly Wish[], onOpen: (id: string) => void): Column<Wish>[] {
  const hasDepartments = all.some(({ department }) => department !== '');
  return [
    { name: 'orderNo', label: 'Nr.', cell: ({ orderNo }) => orderNo },
    { name: 'group', label: 'Gruppe', cell: (wish) => <Name wish={wish} onOpen={onOpen} />, isName: true },
    ...(season.isManaged ? [{ name: 'organisation', label: 'Organisation', cell: ({ organisation }: Wish) => organisation }] : []),
    ...(hasDepartments ? [{ name: 'department', label: 'Abteilung', cell: ({ department }: Wish) => department }] : []),
    { name: 'size', label: 'Umfang', cell: (wish) => `${ageGroupNames[wish.ageGroup]}, ${sizeWords(wish)}` },
    { name: 'options', label: 'Wunschzeit', cell: (wish) => <Options wish={wish} season={season} /> },
    { name: 'state', label: 'Stand', cell: (wish) => <State wish={wish} /> },
  ];
}

function Name({ wish, onOpen }: { wish: Wish; onOpen: (id: string) => void }) {
  if (!wish.may.includes('change')) return <span className={classes['name']}>{wish.groupName}</span>;
  return <RecordLink onOpen={() => onOpen(wish.id)}>{wish.groupName}</RecordLink>;
}

function Options({ wish, season }: { wish: Wish; season: Season }) {
  const [first, ...others] = wish.options;
  if (!first) return null;
  return <Text size="sm">{`${optionWords(first, season)}${others.length > 0 ? ` (und ${others.length} weitere)` : ''}`}</Text>;
}

function State({ wish: { state, hint } }: { wish: Wish }) {
  return (
    <>
      <StateMark tone={state === 'submitted' ? 'good' : state === 'withdrawn' ? 'quiet' : 'waiting'}>{wishStateNames[state]}</StateMark>
      {hint && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
    </>
  );
}

/** Sends or confirms all at once. */
function BulkButtons({ season, wishes }: { season: Season; wishes: readonly Wish[] }) {
  const { act } = useSeasonMutations();
  const run = (action: (typeof wishActions)[number], words: string) => {
    const wishIds = wishes.filter((one) => one.may.includes(action)).map(({ id }) => id);
    act.mutate(
      { id: season.id, action, wishIds },
      { onSuccess: ({ changed }) => notify(changed === 1 ? `1 Wunsch ${words}.` : `${changed} Wünsche ${words}.`), onError: notifyProblem },
    );
  };
  const [drafts, copied] = (['submit', 'confirm'] as const).map((action) => wishes.filter((one) => one.may.includes(action)).length);
  return (
    <>
      {Boolean(drafts) && (
        <Button variant="default" loading={act.isPending} onClick={() => run('submit', 'abgesendet')}>
          {`Wünsche absenden (${drafts})`}
        </Button>
      )}
      {Boolean(copied) && (
        <Button variant="default" loading={act.isPending} onClick={() => run('confirm', 'bestätigt')}>
          {`Alle bisherigen bestätigen (${copied})`}
        </Button>
      )}
    </>
  );
}
