import { Button, Group, Select, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Grant, SeasonPlan } from '#shared/halls/seasons/plans.ts';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import { minutesOf } from '#shared/kernel/calendar.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { planQuery, usePlanMutations, versionQuery } from '../seasons/queries.ts';
import { hoursOf } from '../parts/hours.ts';
import { placeWordsOf, pointsInWords } from '../seasons/words.ts';
import { hourOf } from './hours.ts';
import { differencesOf, type Difference } from './differences.ts';
import { useArrange } from './useArrange.ts';

/** Compares a saved version or a proposal with the current plan. */
export function ComparePart({ season }: { season: Season }) {
  const query = useQuery(planQuery(season.id));
  const { data } = query;
  if (!data) return <Loading query={query} />;
  if (data.versions.length === 0)
    return <EmptyState icon="git-compare" title="Noch keine Fassung. Sie entsteht durch „Vorschlag berechnen“ oder „Fassung sichern“." />;
  return <Comparison season={season} plan={data} />;
}

function Comparison({ season, plan }: { season: Season; plan: SeasonPlan }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const version = plan.versions.find(({ id }) => id === chosen) ?? plan.versions[0];
  const query = useQuery({ ...versionQuery(season.id, version?.id ?? ''), enabled: version !== undefined });
  const { data } = query;
  const { adopt } = usePlanMutations();
  const arrange = useArrange(season.id, plan);
  if (!version) return null;
  const askAdoption = () =>
    confirm({
      title: 'Fassung übernehmen?',
      text: `Der Arbeitsplan wird durch „${version.name}“ ersetzt. Sichern Sie ihn vorher, wenn Sie ihn behalten wollen.`,
      action: 'Übernehmen',
      onConfirm: () =>
        adopt.mutate(
          { id: season.id, planId: version.id },
          { onSuccess: () => notify(`„${version.name}“ ist übernommen.`), onError: notifyProblem },
        ),
    });
  const take = ({ here, there }: Pick<Difference, 'here' | 'there'>) =>
    arrange.run({ takes: here.map(hourOf), gives: there.map((one) => ({ ...hourOf(one), isLocked: false, reason: '' })) }, 'Übernommen.');
  const found = data && differencesOf(plan.grants, data);
  return (
    <Stack>
      <Group>
        <Select
          aria-label="Fassung"
          data={plan.versions.map(({ id, name, points, grants }) => ({
            value: id,
            label: `${name}: ${grants} Zeiten, ${pointsInWords(points)}`,
          }))}
          allowDeselect={false}
          value={version.id}
          onChange={setChosen}
          w={360}
        />
        <Button aria-label={`Ganz übernehmen: ${version.name}`} loading={adopt.isPending} onClick={askAdoption}>
          Ganz übernehmen
        </Button>
        <Button variant="default" disabled={!arrange.canUndo} onClick={arrange.undo}>
          Zurücknehmen
        </Button>
      </Group>
      <Text size="sm">{reachedWords(plan, version)}</Text>
      {!data && <Loading query={query} />}
      {found && <Differences season={season} name={version.name} found={found} onTake={take} />}
      {data && <HoursTable here={plan.grants} there={data} name={version.name} />}
    </Stack>
  );
}

function reachedWords(plan: SeasonPlan, { points, reachedPercent }: SeasonPlan['versions'][number]): string {
  const reached = reachedPercent === null ? '' : ` (mindestens ${reachedPercent} % des Erreichbaren)`;
  return `Arbeitsplan: ${pointsInWords(plan.points)}. Diese Fassung: ${pointsInWords(points)}${reached}.`;
}

type DifferencesProps = { season: Season; name: string; found: Difference[]; onTake: (one: Pick<Difference, 'here' | 'there'>) => void };

/** The wishes whose times differ; single ones or those of a hall can be adopted. */
function Differences({ season, name, found, onTake }: DifferencesProps) {
  const [hall, setHall] = useState<string | null>(null);
  const touches = (grants: readonly Grant[]) => grants.some(({ facilityId }) => facilityId === hall);
  const shown = hall === null ? found : found.filter(({ here, there }) => touches(here) || touches(there));
  const all = { here: shown.flatMap(({ here }) => here), there: shown.flatMap(({ there }) => there) };
  if (found.length === 0) return <Text>Beide sind gleich.</Text>;
  return (
    <PagePart title={`Was anders ist (${shown.length})`}>
      <Group mb="sm">
        <Select
          aria-label="Nur diese Halle"
          placeholder="Alle Hallen"
          clearable
          data={season.facilities.map(({ facilityId, name: label }) => ({ value: facilityId, label }))}
          value={hall}
          onChange={setHall}
        />
        {hall !== null && shown.length > 0 && (
          <Button variant="default" onClick={() => onTake(all)}>
            Diese Halle übernehmen
          </Button>
        )}
      </Group>
      <Table.ScrollContainer minWidth={560}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {['Gruppe', 'Arbeitsplan', name, ''].map((label) => (
                <Table.Th key={label}>{label}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(({ wishId, who, here, there }) => (
              <Table.Tr key={wishId}>
                <Table.Td>{who}</Table.Td>
                <Table.Td>{wordsOf(here, season)}</Table.Td>
                <Table.Td>{wordsOf(there, season)}</Table.Td>
                <Table.Td>
                  <Button size="xs" variant="default" aria-label={`${who} übernehmen`} onClick={() => onTake({ here, there })}>
                    Übernehmen
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </PagePart>
  );
}

function wordsOf(grants: readonly Grant[], season: Season): string {
  return grants.length === 0 ? '–' : grants.map((one) => placeWordsOf(one, season)).join('; ');
}

/** The hours of each organisation in both. */
function HoursTable({ here, there, name }: { here: readonly Grant[]; there: readonly Grant[]; name: string }) {
  const names = [...new Set([...here, ...there].map(({ organisation }) => organisation))].toSorted(compareNames);
  const sum = (grants: readonly Grant[], who: string) =>
    grants.filter(({ organisation }) => organisation === who).reduce((so, one) => so + partMinutesOf(one), 0);
  return (
    <PagePart title="Stunden je Organisation" lead="Je Hallenteil und Woche.">
      <Table.ScrollContainer minWidth={360}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {['Organisation', 'Arbeitsplan', name, 'Unterschied'].map((label) => (
                <Table.Th key={label}>{label}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {names.map((who) => (
              <Table.Tr key={who}>
                <Table.Td>{who}</Table.Td>
                <Table.Td>{hoursOf(sum(here, who))}</Table.Td>
                <Table.Td>{hoursOf(sum(there, who))}</Table.Td>
                <Table.Td>{hoursOf(sum(there, who) - sum(here, who))}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </PagePart>
  );
}

function partMinutesOf({ startTime, endTime, unitIds, week }: Grant): number {
  return ((minutesOf(endTime) - minutesOf(startTime)) * unitIds.length) / (week === 'every' ? 1 : 2);
}
