import { NumberInput, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { chargeHitches, chargeHitchNames } from '#shared/money/chargeWords.ts';
import { useDepartmentChoices } from '#web/club/parts/departments.ts';
import { stagesQuery } from '../dunning/queries.ts';
import type { Filtering } from './ChargeFilters.tsx';
import { billedCoursesQuery } from './queries.ts';

const hitchOptions = chargeHitches.map((value) => ({ value, label: chargeHitchNames[value] }));

/** Narrows the charges of a club by department, offer, dunning, sum and what is missing. */
export function FurtherFilters({ club, choice, onChoose }: Filtering & { club: ClubName }) {
  const { courseId, departmentId, level, hitch, centsFrom, centsTo } = choice;
  const departments = useDepartmentChoices(club, departmentId ?? null);
  const { data } = useQuery(billedCoursesQuery());
  const { data: stages } = useQuery(stagesQuery());
  return (
    <>
      <Select
        aria-label="Abteilung"
        placeholder="Jede Abteilung"
        data={departments}
        value={departmentId ?? null}
        onChange={(value) => onChoose({ departmentId: value ?? undefined })}
        clearable
        w={180}
      />
      <Select
        aria-label="Angebot"
        placeholder="Jedes Angebot"
        data={(data?.rows ?? []).map(({ id, title, number }) => ({ value: id, label: `${title} (${number})` }))}
        value={courseId ?? null}
        onChange={(value) => onChoose({ courseId: value ?? undefined })}
        searchable
        clearable
        w={220}
      />
      <Select
        aria-label="Mahnstufe"
        placeholder="Jede Mahnstufe"
        data={(stages ?? []).map(({ level: value, name }) => ({ value: String(value), label: name }))}
        value={level === undefined ? null : String(level)}
        onChange={(value) => onChoose({ level: value === null ? undefined : Number(value) })}
        clearable
        w={190}
      />
      <Select
        aria-label="Besonderes"
        placeholder="Besonderes"
        data={hitchOptions}
        value={hitch ?? null}
        onChange={(value) => onChoose({ hitch: chargeHitches.find((one) => one === value) })}
        clearable
        w={160}
      />
      <Euros label="Betrag ab" cents={centsFrom} onChange={(cents) => onChoose({ centsFrom: cents })} />
      <Euros label="Betrag bis" cents={centsTo} onChange={(cents) => onChoose({ centsTo: cents })} />
    </>
  );
}

type EurosProps = { label: string; cents: number | undefined; onChange: (cents: number | undefined) => void };

function Euros({ label, cents, onChange }: EurosProps) {
  return (
    <NumberInput
      aria-label={label}
      placeholder={label}
      value={cents === undefined ? '' : cents / 100}
      onChange={(value) => onChange(typeof value === 'number' ? Math.round(value * 100) : undefined)}
      min={0}
      max={1_000_000}
      decimalScale={2}
      decimalSeparator=","
      thousandSeparator="."
      suffix=" €"
      hideControls
      w={130}
    />
  );
}
