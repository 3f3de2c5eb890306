import { ActionIcon, Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { SeasonPlan } from '#shared/halls/seasons/plans.ts';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notifyRefusal } from '#web/ui/notices/notices.tsx';
import type { GridBooking, GridPlace } from '../plan/gridPlace.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { TimeGrid } from '../plan/TimeGrid.tsx';
import { GrantDialog } from '../seasons/GrantDialog.tsx';
import { PlaceDialog } from '../seasons/PlaceDialog.tsx';
import { placesQuery, wishesQuery } from '../seasons/queries.ts';
import { dayChoices } from '../seasons/words.ts';
import { ChoiceBar } from './ChoiceBar.tsx';
import { DropDialog, type Dropped } from './DropDialog.tsx';
import { hourOf, type Change } from './hours.ts';
import { Pool } from './Pool.tsx';
import { blockOfWish, columnsOf, hourAt, subjectOf, placementObstacle, type GridChoice, type GridInput } from './seasonGrid.ts';
import { useArrange } from './useArrange.ts';
import classes from './workbench.module.css';

/** The plan editor: wishes without a time beside the week, into which they are placed by mouse, taps or keys. */
export function Workbench({ season, plan }: { season: Season; plan: SeasonPlan }) {
  const { data: list } = useQuery(wishesQuery(season.id));
  const wishes = useMemo(() => new Map(list?.map((wish) => [wish.id, wish])), [list]);
  const arrange = useArrange(season.id, plan);
  const [choice, setChoice] = useState<GridChoice>({ kind: 'hall', facilityId: season.facilities[0]?.facilityId ?? '' });
  const [picked, setPicked] = useState<GridBooking>();
  const [openId, setOpenId] = useState<string>();
  const [choosing, setChoosing] = useState<string>();
  const [dropped, setDropped] = useState<Dropped>();
  const wanted = useWanted(season.id, picked && subjectOf({ plan, wishes }, picked)?.wish);
  const input = useMemo((): GridInput => ({ season, plan, choice, wishes, wanted }), [season, plan, choice, wishes, wanted]);
  const columns = useMemo(() => columnsOf(input), [input]);
  const open = plan.grants.find(({ id }) => id === openId);

  const handleDrop = (block: GridBooking, place: GridPlace) => {
    setPicked(undefined);
    const [never, at, subject] = [placementObstacle(input, place, block), hourAt(input, place, block), subjectOf(input, block)];
    if (never || !at || !subject) return notifyRefusal(never ?? 'Dieser Wunsch ist nicht mehr da.');
    const [from, { hour, obstacles }] = [subject.grant, at];
    if (from && hourKey(from) === hourKey(hour)) return;
    const locked = obstacles.find(({ isLocked }) => isLocked);
    if (locked) return notifyRefusal(`Dort ist ${locked.groupName ?? locked.organisation} festgelegt: ${locked.reason}`);
    const { groupName } = subject.wish;
    if (obstacles.length > 0) return setDropped({ hour, from, obstacles, groupName });
    arrange.run({ takes: from ? [hourOf(from)] : [], gives: [hour] }, `${groupName} steht jetzt dort.`);
  };
  const handleKey = (key: string, { id }: GridBooking) => {
    const grant = plan.grants.find((one) => one.id === id);
    if (grant && key === 'l') setOpenId(id);
    if (!grant || key !== 'delete') return;
    if (grant.isLocked) return notifyRefusal('Diese Zeit ist festgelegt. Bitte zuerst lösen.');
    arrange.run({ takes: [hourOf(grant)], gives: [] }, 'Die Zeit ist zurückgenommen.');
  };

  return (
    <Stack gap="sm">
      <Toolbar season={season} plan={plan} choice={choice} onChoice={setChoice} arrange={arrange} />
      <div className={classes['bench']}>
        <Pool
          season={season}
          plan={plan}
          wishes={wishes}
          pickedId={picked && subjectOf(input, picked)?.wish.id}
          onPick={(wish) => setPicked(blockOfWish(wish))}
          onChoose={setChoosing}
        />
        <div>
          <TimeGrid
            key={JSON.stringify(choice)}
            label={choice.kind === 'hall' ? `Woche in ${columns[0]?.hall.name ?? ''}` : (dayChoices[choice.weekday - 1]?.label ?? '')}
            columns={columns}
            onOpen={({ id }) => setOpenId(id)}
            work={{ picked, onPick: setPicked, onDraw: nothing, onNew: nothing, onDrop: handleDrop, onKey: handleKey }}
          />
        </div>
      </div>
      {open && (
        <GrantDialog
          key={open.id + open.version}
          grant={open}
          onTake={() => arrange.run({ takes: [hourOf(open)], gives: [] }, 'Die Zeit ist zurückgenommen.')}
          onPick={() => setPicked(columns.flatMap(({ bookings }) => bookings).find(({ id }) => id === open.id))}
          onClose={() => setOpenId(undefined)}
        />
      )}
      {choosing && <PlaceDialog season={season} plan={plan} wishId={choosing} onRun={arrange.run} onClose={() => setChoosing(undefined)} />}
      {dropped && (
        <DropDialog
          seasonId={season.id}
          plan={plan}
          dropped={dropped}
          bufferOf={(id) => season.facilities.find(({ facilityId }) => facilityId === id)?.bufferMinutes ?? 0}
          onRun={arrange.run}
          onClose={() => setDropped(undefined)}
        />
      )}
    </Stack>
  );
}

function nothing(): void {
  // Nothing is drawn in the plan of a season: everything starts from a wish.
}

function hourKey({ facilityId, unitIds, weekday, startTime, week }: Change['gives'][number]): string {
  return [facilityId, weekday, startTime, week, ...unitIds.toSorted()].join(' ');
}

/** The picked wish, and the points of its places. */
function useWanted(seasonId: string, wish: NonNullable<GridInput['wanted']>['wish'] | undefined): GridInput['wanted'] {
  const { data } = useQuery({ ...placesQuery(seasonId, wish?.id ?? ''), enabled: wish !== undefined });
  return useMemo(() => (wish ? { wish, places: data ?? [] } : undefined), [wish, data]);
}

type ToolbarProps = {
  season: Season;
  plan: SeasonPlan;
  choice: GridChoice;
  onChoice: (choice: GridChoice) => void;
  arrange: ReturnType<typeof useArrange>;
};

/** Selects the week shown, and bulk actions on times. */
function Toolbar({ season, plan, choice, onChoice, arrange }: ToolbarProps) {
  const hall = choice.kind === 'hall' ? season.facilities.find(({ facilityId }) => facilityId === choice.facilityId) : undefined;
  const free = plan.grants.filter(({ facilityId, isLocked }) => facilityId === hall?.facilityId && !isLocked);
  const kept = plan.grants.filter(({ isKept, isLocked }) => isKept && !isLocked);
  const lockKept = () =>
    arrange.run(
      { takes: kept.map(hourOf), gives: kept.map((one) => ({ ...hourOf(one), isLocked: true, reason: 'bisherige Zeit' })) },
      `${kept.length} bisherige Zeiten sind festgelegt.`,
    );
  const askToEmpty = () =>
    confirm({
      title: `${hall?.name ?? ''} leeren?`,
      text: `${free.length} Zeiten gehen zurück in den Pool. Festgelegte bleiben.`,
      action: 'Leeren',
      onConfirm: () => arrange.run({ takes: free.map(hourOf), gives: [] }, `${free.length} Zeiten sind im Pool.`),
    });
  return (
    <Group className="no-print" gap="xs">
      <ChoiceBar season={season} choice={choice} onChoice={onChoice} />
      <ActionIcon variant="default" size="input-sm" aria-label="Zurücknehmen" disabled={!arrange.canUndo} onClick={arrange.undo}>
        <Icon name="arrow-back-up" />
      </ActionIcon>
      <ActionIcon variant="default" size="input-sm" aria-label="Wiederholen" disabled={!arrange.canRedo} onClick={arrange.redo}>
        <Icon name="arrow-forward-up" />
      </ActionIcon>
      {kept.length > 0 && (
        <Button variant="default" onClick={lockKept}>
          {`Bisherige festlegen (${kept.length})`}
        </Button>
      )}
      {free.length > 0 && (
        <Button variant="default" onClick={askToEmpty}>
          Halle leeren
        </Button>
      )}
    </Group>
  );
}
