import { Button, Group, Select } from '@mantine/core';
import { z } from 'zod';
import type { MergedOrganisations, Organisation } from '#shared/halls/organisations.ts';
import { id as idShape } from '#shared/kernel/fields.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useOrganisationMutations } from './queries.ts';

const shape = z.object({ intoId: idShape });

type MergePartProps = { organisation: Organisation; organisations: readonly Organisation[]; onOpen: (id: string) => void };

/** Merges a duplicate organisation into another; what moves is counted and confirmed first. */
export function MergePart({ organisation: { id, version, name }, organisations, onOpen }: MergePartProps) {
  const { merge } = useOrganisationMutations();
  const form = useShapeForm<{ intoId: string | null }>({ intoId: null }, shape);
  const others = organisations.filter((one) => one.id !== id && one.club === null && one.archivedOn === null);
  const into = others.find((one) => one.id === form.values.intoId);
  if (others.length === 0) return null;
  const refused = (error: unknown) => (applyProblem(form, error), notifyProblem(error));
  const ask = form.onSubmit(
    () =>
      into &&
      merge.mutate(
        { id, version, intoId: into.id, isDryRun: true },
        {
          onError: refused,
          onSuccess: (count) =>
            confirm({
              title: 'Organisationen zusammenlegen?',
              text: `Zu „${into.name}“ kommt, was unter „${name}“ steht: ${countWords(count)}. „${name}“ gibt es danach nicht mehr. Das lässt sich nicht zurücknehmen.`,
              action: 'Zusammenlegen',
              onConfirm: () =>
                merge.mutate(
                  { id, version, intoId: into.id, isDryRun: false },
                  {
                    onError: refused,
                    onSuccess: () => {
                      notify(`„${name}“ steht jetzt unter „${into.name}“.`);
                      onOpen(into.id);
                    },
                  },
                ),
            }),
        },
      ),
  );
  return (
    <form onSubmit={ask} noValidate>
      <Group align="flex-end" gap="xs">
        <Select
          flex="1 1 14rem"
          label="Steht doppelt da? Zusammenlegen mit"
          placeholder="Organisation wählen"
          searchable
          clearable
          data={others.map((one) => ({ value: one.id, label: one.name }))}
          {...form.getInputProps('intoId')}
        />
        <Button type="submit" variant="default" loading={merge.isPending}>
          Zusammenlegen …
        </Button>
      </Group>
    </form>
  );
}

function countWords({ bookings, series, wishes, objections, contacts, charges, payments }: MergedOrganisations): string {
  const parts = [
    bookings > 0 && `${bookings} ${bookings === 1 ? 'Termin' : 'Termine'}`,
    series > 0 && `${series} ${series === 1 ? 'Serie' : 'Serien'}`,
    wishes > 0 && `${wishes} ${wishes === 1 ? 'Wunsch' : 'Wünsche'}`,
    objections > 0 && `${objections} ${objections === 1 ? 'Einwand' : 'Einwände'}`,
    charges > 0 && `${charges} ${charges === 1 ? 'Forderung' : 'Forderungen'}`,
    payments > 0 && `${payments} ${payments === 1 ? 'Zahlung' : 'Zahlungen'}`,
    contacts > 0 && `${contacts} ${contacts === 1 ? 'Ansprechperson' : 'Ansprechpersonen'}`,
  ].filter((part) => part !== false);
  return parts.join(', ') || 'keine Termine, Wünsche, Forderungen, Zahlungen oder Ansprechpersonen';
}
