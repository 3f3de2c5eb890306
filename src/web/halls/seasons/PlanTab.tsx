import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SeasonPlan } from '#shared/halls/seasons/plans.ts';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { useWide } from '#web/ui/lists/useWide.ts';
import { hourOf } from '../workbench/hours.ts';
import { SeasonGrid } from '../workbench/SeasonGrid.tsx';
import { useArrange } from '../workbench/useArrange.ts';
import { Workbench } from '../workbench/Workbench.tsx';
import { PlaceDialog } from './PlaceDialog.tsx';
import { planQuery, usePlanMutations } from './queries.ts';
import { RefusalList } from './RefusalList.tsx';
import { WeekGrid } from './WeekGrid.tsx';
import { hoursOf } from './words.ts';

/** Who gets which hour: for the manager to work on, for all others as it was sent out. */
export function PlanTab({ season }: { season: Season }) {
  const { data, error, refetch } = useQuery(planQuery(season.id));
  const [wishId, setWishId] = useState<string>();
  const isWide = useWide();
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Pending />;
  if (!data.id) return <EmptyState icon="calendar-off" title="Noch kein Plan." />;
  return (
    <Stack>
      {data.isWorking && <Tools season={season} plan={data} />}
      {isWide && data.isWorking && <Workbench season={season} plan={data} />}
      {isWide && !data.isWorking && <SeasonGrid season={season} plan={data} />}
      {!isWide && <Week season={season} plan={data} wishId={wishId} onClose={() => setWishId(undefined)} />}
      {data.refusals.length > 0 && (
        <PagePart
          title={data.isWorking && !isWide ? `Noch ohne Zeit (${data.refusals.length})` : 'Was nicht ging, und warum'}
          lead={data.isWorking ? 'Diese Gründe lesen die Vereine, wenn die Anhörung beginnt.' : undefined}
        >
          <RefusalList refusals={data.refusals} onChoose={data.isWorking && !isWide ? setWishId : undefined} />
        </PagePart>
      )}
      {data.figures.length > 0 && <FiguresTable plan={data} />}
    </Stack>
  );
}

/** On a phone nothing is dragged: the hours of a day in their order, each with what can be done to it. */
function Week({ season, plan, wishId, onClose }: { season: Season; plan: SeasonPlan; wishId: string | undefined; onClose: () => void }) {
  const { run } = useArrange(season.id, plan);
  return (
    <>
      <WeekGrid season={season} plan={plan} onTake={(one) => run({ takes: [hourOf(one)], gives: [] }, 'Die Zeit ist zurückgenommen.')} />
      {wishId && <PlaceDialog season={season} plan={plan} wishId={wishId} onRun={run} onClose={onClose} />}
    </>
  );
}

/** Lets the rules make a proposal, takes it or another version, and makes what the points call better. */
function Tools({ season: { id }, plan }: { season: Season; plan: SeasonPlan }) {
  const { propose, adopt, keep, improve } = usePlanMutations();
  const askAdoption = (planId: string, name: string) =>
    confirm({
      title: 'Fassung übernehmen?',
      text: `Der Arbeitsplan wird durch „${name}“ ersetzt. Sichern Sie ihn vorher, wenn Sie ihn behalten wollen.`,
      action: 'Übernehmen',
      onConfirm: () => adopt.mutate({ id, planId }, { onSuccess: () => notify(`„${name}“ ist übernommen.`), onError: notifyProblem }),
    });
  const stamp = () => `Fassung vom ${new Date().toLocaleString('de-DE', { dateStyle: 'short', timeStyle: 'short' })}`;
  return (
    <PagePart title="Arbeitsplan" lead={`${hoursGiven(plan.grants.length)} vergeben, ${plan.points} Punkte.`}>
      <Group>
        <Button
          loading={propose.isPending}
          onClick={() => propose.mutate(id, { onSuccess: () => notify('Der Vorschlag steht unten.'), onError: notifyProblem })}
        >
          Vorschlag berechnen
        </Button>
        {plan.improvements > 0 && (
          <Button
            variant="default"
            loading={improve.isPending}
            onClick={() => improve.mutate(id, { onSuccess: () => notify('Die Verbesserungen sind übernommen.'), onError: notifyProblem })}
          >
            {`Verbesserung möglich (${plan.improvements}) – übernehmen`}
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
      </Group>
      {plan.versions.map((version) => (
        <Group key={version.id} mt="sm" justify="space-between">
          <Text size="sm">{`${version.name}: ${hoursGiven(version.grants)}, ${version.points} Punkte`}</Text>
          <Button
            size="xs"
            variant="default"
            aria-label={`${version.name} übernehmen`}
            onClick={() => askAdoption(version.id, version.name)}
          >
            Übernehmen
          </Button>
        </Group>
      ))}
    </PagePart>
  );
}

function hoursGiven(count: number): string {
  return count === 1 ? '1 Zeit' : `${count} Zeiten`;
}

/** What each organisation asked and got, in hours of a hall part a week. */
function FiguresTable({ plan: { figures } }: { plan: SeasonPlan }) {
  return (
    <PagePart title="Wer bekommt wie viel" lead="Stunden je Hallenteil und Woche.">
      <Table.ScrollContainer minWidth={360}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {['Organisation', 'Gewünscht', 'Vergeben', 'Anteil', 'Offene Wünsche'].map((label) => (
                <Table.Th key={label}>{label}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {figures.map(({ organisationId, organisation, asked, given, refused }) => (
              <Table.Tr key={organisationId}>
                <Table.Td>{organisation}</Table.Td>
                <Table.Td>{hoursOf(asked)}</Table.Td>
                <Table.Td>{hoursOf(given)}</Table.Td>
                <Table.Td>{`${asked === 0 ? 0 : Math.round((given / asked) * 100)} %`}</Table.Td>
                <Table.Td>{refused}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </PagePart>
  );
}
