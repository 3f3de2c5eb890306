import { Button, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Grant, PlaceChoice, SeasonPlan } from '#shared/halls/seasons/plans.ts';
import { placesQuery } from '../seasons/queries.ts';
import { pointsInWords } from '../seasons/words.ts';
import { hourOf, obstaclesOf, pointsOfAll, type Change, type Hour } from './hours.ts';

/** A drop on occupied times. */
export type Dropped = { hour: Hour; /** Its previous place. */ from: Grant | undefined; obstacles: readonly Grant[]; groupName: string };

type DropDialogProps = {
  seasonId: string;
  plan: SeasonPlan;
  dropped: Dropped;
  bufferOf: (facilityId: string) => number;
  onRun: (change: Change, words: string) => void;
  onClose: () => void;
};

/** Asks what happens to the groups in the way, with the points of the plan before and after. */
export function DropDialog({ seasonId, plan, dropped, bufferOf, onRun, onClose }: DropDialogProps) {
  const { hour, from, obstacles, groupName } = dropped;
  const [other] = obstacles;
  const swap = from && other && obstacles.length === 1 ? swapOf(plan, dropped, from, other, bufferOf) : undefined;
  const own = useQuery(placesQuery(seasonId, hour.wishId));
  const theirs = useQuery({ ...placesQuery(seasonId, other?.wishId ?? ''), enabled: swap !== undefined });
  const before = pointsOfAll(plan.grants);
  const without = before - (from?.points ?? 0) - pointsOfAll(obstacles) + pointsAt(own.data, hour);
  const names = obstacles.map(nameOf).join(', ');
  const run = (change: Change, words: string) => {
    onRun(change, words);
    onClose();
  };
  const toPool: Change = { takes: [...(from ? [hourOf(from)] : []), ...obstacles.map(hourOf)], gives: [hour] };
  return (
    <Modal opened onClose={onClose} title="Dort steht schon jemand">
      <Stack>
        <Text size="sm">{`${names} ${obstacles.length === 1 ? 'hat' : 'haben'} diese Zeit. Der Plan hat jetzt ${pointsInWords(before)}.`}</Text>
        {swap && (
          <Button onClick={() => run(swap.change, `${groupName} und ${names} sind getauscht.`)}>
            {`Tauschen${pointsWords(theirs.data && own.data && without + pointsAt(theirs.data, swap.back))}`}
          </Button>
        )}
        <Button variant="default" onClick={() => run(toPool, `${groupName} steht dort, ${names} im Pool.`)}>
          {`${names} in den Pool${pointsWords(own.data && without)}`}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          Abbrechen
        </Button>
      </Stack>
    </Modal>
  );
}

function nameOf({ organisation, groupName }: Grant): string {
  return groupName ?? organisation;
}

function pointsWords(after: number | undefined): string {
  return after === undefined ? '' : ` (danach ${pointsInWords(after)})`;
}

/** The points of a wish at a place; 0 if it did not ask for it. */
function pointsAt(places: readonly PlaceChoice[] | undefined, hour: Hour): number {
  const units = hour.unitIds.toSorted().join();
  const found = places?.find(
    (one) =>
      one.facilityId === hour.facilityId &&
      one.weekday === hour.weekday &&
      one.startTime === hour.startTime &&
      one.week === hour.week &&
      one.unitIds.toSorted().join() === units,
  );
  return found?.points ?? 0;
}

/** Both swap places, if the other group has the same length and number of units, and no time of its own on that day. */
function swapOf(
  { grants }: SeasonPlan,
  { hour }: Dropped,
  from: Grant,
  other: Grant,
  bufferOf: (facilityId: string) => number,
): { change: Change; back: Hour } | undefined {
  const isLike = other.unitIds.length === from.unitIds.length && lengthOf(other) === lengthOf(from) && other.week === from.week;
  const { facilityId, unitIds, weekday, startTime, endTime, week } = from;
  const back: Hour = { wishId: other.wishId, facilityId, unitIds, weekday, startTime, endTime, week, isLocked: false, reason: '' };
  const rest = grants.filter(({ id }) => id !== from.id && id !== other.id);
  const isDouble = rest.some((one) => one.wishId === other.wishId && one.weekday === back.weekday);
  if (!isLike || isDouble || obstaclesOf(rest, back, bufferOf(facilityId)).length > 0) return undefined;
  return { change: { takes: [hourOf(from), hourOf(other)], gives: [hour, back] }, back };
}

function lengthOf({ startTime, endTime }: Grant): number {
  return Date.parse(`2000-01-01T${endTime}Z`) - Date.parse(`2000-01-01T${startTime}Z`);
}
