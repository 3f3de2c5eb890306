import { MultiSelect, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { facilityTarget } from '#shared/halls/facilities.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { hallsQuery } from '#web/halls/parts/hallsQuery.ts';
import { fieldWidths } from './fieldWidths.ts';

/** The location of a time: a facility with units, or free text. */
type HallValue = { facilityId: string | null; unitIds: string[]; place: string };

type HallFieldProps = {
  value: HallValue;
  /** The default location. */ placeholder?: string | undefined;
  error?: React.ReactNode;
  onChange: (value: HallValue) => void;
};

const elsewhere = 'elsewhere';

/** Selects a facility of the club or the town with its units, or free text. */
export function HallField({ value, placeholder, error, onChange }: HallFieldProps) {
  const { user } = useAuth();
  const { data = [] } = useQuery(hallsQuery());
  const halls = data.filter((hall) => user && facilityTarget(user.club.name, hall) !== 'other');
  const chosen = halls.find(({ id }) => id === value.facilityId);
  const choose = (id: string | null) => {
    const hall = halls.find((one) => one.id === id);
    onChange({ facilityId: hall?.id ?? null, unitIds: hall?.units.map((unit) => unit.id) ?? [], place: '' });
  };
  return (
    <>
      <Select
        label="Halle"
        flex={fieldWidths.last}
        searchable
        allowDeselect={false}
        data={[{ value: elsewhere, label: 'Anderer Ort' }, ...halls.map(({ id, name }) => ({ value: id, label: name }))]}
        value={value.facilityId ?? elsewhere}
        error={error}
        onChange={choose}
      />
      {chosen && chosen.units.length > 1 && (
        <MultiSelect
          label="Teile"
          flex={fieldWidths.last}
          data={chosen.units.map(({ id, label }) => ({ value: id, label }))}
          value={value.unitIds}
          onChange={(unitIds) => onChange({ ...value, unitIds, place: '' })}
        />
      )}
      {value.facilityId === null && (
        <TextInput
          label="Treffpunkt"
          flex={fieldWidths.last}
          maxLength={120}
          placeholder={placeholder}
          value={value.place}
          onChange={(event) => onChange({ ...value, place: event.currentTarget.value })}
        />
      )}
    </>
  );
}
