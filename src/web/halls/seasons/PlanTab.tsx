import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Refusal, SeasonPlan } from '#shared/halls/seasons/plans.ts';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import { may } from '#shared/kernel/rights.ts';
import type { User } from '#shared/kernel/user.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { useWide } from '#web/ui/lists/useWide.ts';
import { hourOf } from '../workbench/hours.ts';
import { SeasonGrid } from '../workbench/SeasonGrid.tsx';
import { useArrange } from '../workbench/useArrange.ts';
import { Workbench } from '../workbench/Workbench.tsx';
import { FiguresTable } from './FiguresTable.tsx';
import { PlaceDialog } from './PlaceDialog.tsx';
import { takenTimes } from './offers/takenTimes.ts';
import { objectionsQuery, planQuery, usePlanMutations, useSeasonMutations } from './queries.ts';
import { RefusalList } from './RefusalList.tsx';
import { useDepartmentFilter } from './useDepartmentFilter.tsx';
import { WeekGrid } from './WeekGrid.tsx';
import { pointsInWords, wordsAt } from './words.ts';

/** The plan: editable for the manager, as published for all others. */
export function PlanTab({ season, viewer }: { season: Season; viewer: User }) {
  const query = useQuery(planQuery(season.id));
  const { data } = query;
  const [wishId, setWishId] = useState<string>();
  const isWide = useWide();
  const { object, withdraw } = useSeasonMutations();
  const mayObject =
    season.phase === 'consultation' && !season.isManaged && may({ role: viewer.role.name }, 'wishes.submit', 'club') !== undefined;
  const { data: objections = [] } = useQuery({ ...objectionsQuery(season.id), enabled: mayObject });
  const filter = useDepartmentFilter(season, viewer, data?.isWorking === false);
  if (!data) return <Loading query={query} />;
  const shown = filter.apply(data);
  const take = ({ wishId, groupName, alternatives }: Refusal, alternative: number) =>
    object.mutate(
      { id: season.id, wishId, alternative, text: `${groupName} nimmt stattdessen: ${wordsAt(alternatives, alternative)}.` },
      { onSuccess: () => notify('Die Hallenverwaltung hat es bekommen. Es steht unter „Einwände“.'), onError: notifyProblem },
    );
  if (!data.id) return <EmptyState icon="calendar-off" title="Noch kein Plan." />;
  return (
    <Stack>
      {data.isWorking && <Tools season={season} plan={data} />}
      {filter.chooser}
      {isWide && data.isWorking && <Workbench season={season} plan={data} />}
      {isWide && !data.isWorking && <SeasonGrid season={season} plan={shown} />}
      {!isWide && <Week season={season} plan={shown} wishId={wishId} isPart={filter.isPart} onClose={() => setWishId(undefined)} />}
      {shown.refusals.length > 0 && (
        <PagePart
          title={data.isWorking && !isWide ? `Noch ohne Zeit (${shown.refusals.length})` : 'Was nicht ging, und warum'}
          lead={data.isWorking ? 'Diese Gründe lesen die Vereine, wenn die Anhörung beginnt.' : undefined}
        >
          <RefusalList
            refusals={shown.refusals}
            onChoose={data.isWorking && !isWide ? setWishId : undefined}
            onTake={mayObject ? take : undefined}
            taken={takenTimes(objections, withdraw)}
            namesFree={season.phase === 'consultation' || data.isWorking}
          />
        </PagePart>
      )}
      {data.figures.length > 0 && <FiguresTable seasonId={season.id} plan={data} />}
    </Stack>
  );
}

type WeekProps = {
  season: Season;
  plan: SeasonPlan;
  wishId: string | undefined;
  /** Whether times of others are left out. */ isPart: boolean;
  onClose: () => void;
};

/** On a phone nothing is dragged: the hours of a day as a list, each with its actions. */
function Week({ season, plan, wishId, isPart, onClose }: WeekProps) {
  const { run } = useArrange(season.id, plan);
  return (
    <>
      <WeekGrid
        season={season}
        plan={plan}
        isPart={isPart}
        onTake={(one) => run({ takes: [hourOf(one)], gives: [] }, 'Die Zeit ist zurückgenommen.')}
      />
      {wishId && <PlaceDialog season={season} plan={plan} wishId={wishId} onRun={run} onClose={onClose} />}
    </>
  );
}

/** Generates a proposal, saves a version, and optimises by points. */
function Tools({ season: { id }, plan }: { season: Season; plan: SeasonPlan }) {
  const { propose, callOff, keep, improve } = usePlanMutations();
  const told = (after: SeasonPlan) =>
    notify(after.versions.length > plan.versions.length ? 'Der Vorschlag steht unter „Vergleich“.' : 'Die Berechnung ist abgebrochen.');
  const stamp = () => `Fassung vom ${new Date().toLocaleString('de-DE', { dateStyle: 'short', timeStyle: 'short' })}`;
  return (
    <Group className="no-print">
      <Text>{`Arbeitsplan: ${hoursGiven(plan.grants.length)} vergeben, ${pointsInWords(plan.points)}.`}</Text>
      <Button loading={propose.isPending} onClick={() => propose.mutate(id, { onSuccess: told, onError: notifyProblem })}>
        Vorschlag berechnen
      </Button>
      {propose.isPending && (
        <Button variant="default" loading={callOff.isPending} onClick={() => callOff.mutate(id, { onError: notifyProblem })}>
          Abbrechen
        </Button>
      )}
      <Button
        variant="default"
        loading={keep.isPending}
        onClick={() =>
          keep.mutate({ id, name: stamp() }, { onSuccess: () => notify('Die Fassung ist gesichert.'), onError: notifyProblem })
        }
      >
        Fassung sichern
      </Button>
      {plan.improvements > 0 && (
        <Button
          variant="default"
          loading={improve.isPending}
          onClick={() => improve.mutate(id, { onSuccess: () => notify('Die Verbesserungen sind übernommen.'), onError: notifyProblem })}
        >
          {`Verbessern (${plan.improvements})`}
        </Button>
      )}
    </Group>
  );
}

function hoursGiven(count: number): string {
  return count === 1 ? '1 Zeit' : `${count} Zeiten`;
}
