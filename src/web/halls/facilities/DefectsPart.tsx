import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { defectStateNames, defectStates, type Defect } from '#shared/halls/defects.ts';
import type { Facility } from '#shared/halls/facilities.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import classes from './facilities.module.css';
import { defectsQuery, useFacilityMutations } from './queries.ts';

const states = defectStates.map((value) => ({ value, label: defectStateNames[value] }));

/** What was reported at the door, and what becomes of it. */
export function DefectsPart({ facility }: { facility: Facility }) {
  const { data, error, refetch } = useQuery(defectsQuery(facility.id));
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Pending />;
  if (data.length === 0) return <EmptyState icon="mood-smile" title="Kein Schaden gemeldet." />;
  return (
    <ul className={classes['rows']} aria-label="Schäden">
      {data.map((defect) => (
        <li key={`${defect.id}-${defect.version}`} className={classes['entry']}>
          <DefectForm defect={defect} />
        </li>
      ))}
    </ul>
  );
}

type DefectFormProps = { defect: Defect; /** Where several halls stand together: says which, and leads there. */ hall?: ReactNode };

/** One defect: how far it is, and who sees to it. */
export function DefectForm({ defect, hall }: DefectFormProps) {
  const { workOn } = useFacilityMutations();
  const [state, setState] = useState(defect.state);
  const [responsible, setResponsible] = useState(defect.responsible);
  const save = () =>
    workOn.mutate(
      { id: defect.id, version: defect.version, state, responsible, note: defect.note },
      { onSuccess: () => notify('Der Schaden ist gespeichert.'), onError: notifyProblem },
    );
  const isChanged = state !== defect.state || responsible !== defect.responsible;
  return (
    <Stack gap="xs">
      {hall}
      <Text fw={600}>{defect.text}</Text>
      <Text size="sm" c="dimmed">
        {[defect.unitLabel, formatDateTime(defect.reportedAt), defect.reportedBy].filter(Boolean).join(' · ')}
      </Text>
      {defect.photo && <img src={defect.photo} alt={`Foto zum Schaden: ${defect.text}`} className={classes['photo']} />}
      <Group align="flex-end">
        <Select
          label="Stand"
          data={states}
          value={state}
          allowDeselect={false}
          onChange={(value) => setState(defectStates.find((one) => one === value) ?? defect.state)}
        />
        <TextInput label="Zuständig" value={responsible} onChange={(event) => setResponsible(event.currentTarget.value)} />
        <Button onClick={save} loading={workOn.isPending} disabled={!isChanged}>
          Speichern
        </Button>
      </Group>
    </Stack>
  );
}
