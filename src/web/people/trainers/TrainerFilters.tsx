import { Checkbox, Group, NativeSelect } from '@mantine/core';
import type { TrainerFile } from '#shared/people/trainers/files.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import { proofChoices, stateChoices, trainersAddress, type TrainerFilter } from './filters.ts';

type TrainerFiltersProps = {
  filter: TrainerFilter;
  people: readonly TrainerFile[];
  /** Whether the viewer sees the certificate's state; a head of a department only sees yes or no. */ seesLights: boolean;
  onChange: (change: Partial<TrainerFilter>) => void;
};

/** The filters of the list: certificate, proofs, department, and offers for minors. */
export function TrainerFilters({ filter, people, seesLights, onChange }: TrainerFiltersProps) {
  const departments = new Map(people.flatMap((one) => one.departments).map(({ id, name }) => [id, name]));
  const named = [...departments].map(([value, label]) => ({ value, label })).toSorted((a, b) => compareNames(a.label, b.label));
  const { state, proofs } = trainersAddress.shape;
  return (
    <Group mb="md" className="no-print" align="end">
      {seesLights && (
        <NativeSelect
          label="Führungszeugnis"
          flex="1 1 14rem"
          data={stateChoices}
          value={filter.state}
          onChange={({ currentTarget: { value } }) => onChange({ state: state.parse(value) })}
        />
      )}
      <NativeSelect
        label="Lizenzen und Nachweise"
        flex="1 1 14rem"
        data={proofChoices}
        value={filter.proofs}
        onChange={({ currentTarget: { value } }) => onChange({ proofs: proofs.parse(value) })}
      />
      <NativeSelect
        label="Abteilung"
        flex="1 1 10rem"
        data={[{ value: '', label: 'Alle' }, ...named]}
        value={filter.department ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ department: value || undefined })}
      />
      <Checkbox
        label="Nur Angebote mit Minderjährigen"
        checked={filter.youth !== undefined}
        onChange={({ currentTarget: { checked } }) => onChange({ youth: checked ? 'only' : undefined })}
        mih={44}
        display="flex"
        styles={{ body: { alignItems: 'center' } }}
      />
    </Group>
  );
}
