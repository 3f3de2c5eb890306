import { Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { SeasonPlan } from '#shared/halls/seasons/plans.ts';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import { TimeGrid, type GridWork } from '../plan/TimeGrid.tsx';
import { ChoiceBar } from './ChoiceBar.tsx';
import { columnsOf, type GridChoice } from './seasonGrid.ts';

const none = new Map<string, never>();
const noWork: GridWork = { picked: undefined, onPick: nothing, onDraw: nothing, onDrop: nothing, onNew: nothing };

/** The published plan, read-only. */
export function SeasonGrid({ season, plan }: { season: Season; plan: SeasonPlan }) {
  const [choice, setChoice] = useState<GridChoice>({ kind: 'hall', facilityId: season.facilities[0]?.facilityId ?? '' });
  const columns = useMemo(() => columnsOf({ season, plan, choice, wishes: none, wanted: undefined }), [season, plan, choice]);
  return (
    <Stack gap="sm">
      <ChoiceBar season={season} choice={choice} onChoice={setChoice} />
      <TimeGrid key={JSON.stringify(choice)} label="Plan der Saison" columns={columns} onOpen={nothing} work={noWork} />
    </Stack>
  );
}

function nothing(): void {
  // Read-only.
}
