import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { defectStateNames, defectStates, defectUpdate, type Defect } from '#shared/halls/defects.ts';
import type { Facility } from '#shared/halls/facilities.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import classes from './facilities.module.css';
import { defectsQuery, useFacilityMutations } from './queries.ts';

const states = defectStates.map((value) => ({ value, label: defectStateNames[value] }));

/** The reported defects of a facility with their progress. */
export function DefectsPart({ facility }: { facility: Facility }) {
  const query = useQuery(defectsQuery(facility.id));
  const { data } = query;
  if (!data) return <Loading query={query} />;
  if (data.length === 0) return <EmptyState icon="mood-smile" title="Kein Schaden gemeldet." />;
  return (
    <ul className={classes['rows']} aria-label="Schäden">
      {data.map((defect) => (
        <li key={defect.id} className={classes['entry']}>
          <DefectForm defect={defect} />
        </li>
      ))}
    </ul>
  );
}

type DefectFormProps = { defect: Defect; /** Among several halls: names the hall, and links to it. */ hall?: ReactNode };

/** One defect: its state, and who is in charge. */
export function DefectForm({ defect, hall }: DefectFormProps) {
  const { workOn } = useFacilityMutations();
  const { form, version, adopt, clash } = useRowForm(defect, valuesOf(defect), shape);
  const save = form.onSubmit((values) =>
    workOn.mutate(
      { id: defect.id, version, ...values, note: defect.note },
      {
        onSuccess: (saved) => {
          adopt(saved.version, valuesOf(saved));
          notify('Der Schaden ist gespeichert.');
        },
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="xs">
        {hall}
        <Text fw={600}>{defect.text}</Text>
        <Text size="sm" c="dimmed">
          {[defect.unitLabel, formatDateTime(defect.reportedAt), defect.reportedBy].filter(Boolean).join(' · ')}
        </Text>
        {defect.photo && <img src={defect.photo} alt={`Foto zum Schaden: ${defect.text}`} className={classes['photo']} />}
        <Group align="flex-end">
          <Select label="Stand" data={states} allowDeselect={false} {...form.getInputProps('state')} />
          <TextInput label="Zuständig" maxLength={120} {...form.getInputProps('responsible')} />
          <Button type="submit" loading={workOn.isPending} disabled={!form.isDirty()}>
            Speichern
          </Button>
        </Group>
        <FormProblem error={workOn.error} fields={Object.keys(form.values)} clash={clash} />
      </Stack>
    </form>
  );
}

const shape = defectUpdate.pick({ state: true, responsible: true });

function valuesOf({ state, responsible }: Defect) {
  return { state, responsible };
}
