import { Button, Group, Select } from '@mantine/core';
import { useState } from 'react';
import type { MergedOrganisations, Organisation } from '#shared/halls/organisations.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useOrganisationMutations } from './queries.ts';

type MergePartProps = { organisation: Organisation; organisations: readonly Organisation[]; onOpen: (id: string) => void };

/** Puts an organisation that stands there twice together with the other; what moves is counted and asked first. */
export function MergePart({ organisation: { id, version, name }, organisations, onOpen }: MergePartProps) {
  const { merge } = useOrganisationMutations();
  const [intoId, setIntoId] = useState<string | null>(null);
  const others = organisations.filter((one) => one.id !== id && one.club === null && one.archivedOn === null);
  const into = others.find((one) => one.id === intoId);
  if (others.length === 0) return null;
  const ask = () =>
    into &&
    merge.mutate(
      { id, version, intoId: into.id, isDryRun: true },
      {
        onError: notifyProblem,
        onSuccess: (count) =>
          confirm({
            title: 'Organisationen zusammenlegen?',
            text: `Zu „${into.name}“ kommt, was unter „${name}“ steht: ${countWords(count)}. „${name}“ gibt es danach nicht mehr. Das lässt sich nicht zurücknehmen.`,
            action: 'Zusammenlegen',
            onConfirm: () =>
              merge.mutate(
                { id, version, intoId: into.id, isDryRun: false },
                {
                  onError: notifyProblem,
                  onSuccess: () => {
                    notify(`„${name}“ steht jetzt unter „${into.name}“.`);
                    onOpen(into.id);
                  },
                },
              ),
          }),
      },
    );
  return (
    <Group align="flex-end" gap="xs">
      <Select
        flex="1 1 14rem"
        label="Steht doppelt da? Zusammenlegen mit"
        placeholder="Organisation wählen"
        searchable
        clearable
        data={others.map((one) => ({ value: one.id, label: one.name }))}
        value={intoId}
        onChange={setIntoId}
      />
      <Button variant="default" disabled={!into} loading={merge.isPending} onClick={ask}>
        Zusammenlegen …
      </Button>
    </Group>
  );
}

function countWords({ bookings, series, wishes, objections, contacts }: MergedOrganisations): string {
  const parts = [
    bookings > 0 && `${bookings} ${bookings === 1 ? 'Termin' : 'Termine'}`,
    series > 0 && `${series} ${series === 1 ? 'Serie' : 'Serien'}`,
    wishes > 0 && `${wishes} ${wishes === 1 ? 'Wunsch' : 'Wünsche'}`,
    objections > 0 && `${objections} ${objections === 1 ? 'Einwand' : 'Einwände'}`,
    contacts > 0 && `${contacts} ${contacts === 1 ? 'Ansprechperson' : 'Ansprechpersonen'}`,
  ].filter((part) => part !== false);
  return parts.join(', ') || 'keine Termine, Wünsche oder Ansprechpersonen';
}
