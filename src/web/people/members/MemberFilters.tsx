import { Button, Select, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ClubName } from '#shared/kernel/clubs.ts';
import { memberKindNames, memberKinds, memberPhaseNames, memberPhases, type MemberListPhase } from '#shared/people/memberWords.ts';
import { SavedViews } from '#web/accounts/parts/SavedViews.tsx';
import { DepartmentSelect } from '#web/club/parts/DepartmentSelect.tsx';
import { departmentsQuery } from '#web/club/parts/departments.ts';
import { ClubChoice } from '#web/club/parts/ClubChoice.tsx';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { FilterFold } from '#web/ui/filters/FilterFold.tsx';
import { SearchField } from '#web/ui/lists/SearchField.tsx';
import { type MemberFilter } from './queries.ts';

/** What a list is narrowed to by where memberships stand. */
type Phase = MemberListPhase | 'all';

type MemberFiltersProps = {
  filter: Omit<MemberFilter, 'phase'>;
  phase: Phase;
  club: ClubName;
  seesClubs: boolean;
  onChange: (change: Omit<MemberFilter, 'phase'> & { phase?: Phase | undefined }) => void;
};

const phases: { value: Phase; label: string }[] = [
  { value: 'present', label: 'Aktuelle Mitglieder' },
  ...memberPhases.filter((name) => name !== 'current').map((name) => ({ value: name, label: memberPhaseNames[name] })),
  { value: 'all', label: 'Alle, auch frühere' },
];

const nothing: Parameters<MemberFiltersProps['onChange']>[0] = {
  search: undefined,
  kind: undefined,
  phase: undefined,
  departmentId: undefined,
  joinedFrom: undefined,
  joinedTo: undefined,
  leftFrom: undefined,
  leftTo: undefined,
};

/** What the overview is narrowed down to. On a phone the choices fold away below the search. */
export function MemberFilters(props: MemberFiltersProps) {
  const { filter, phase, onChange } = props;
  const { club: _club, search, ...choices } = filter;
  const count = Object.values(choices).filter(Boolean).length + (phase === 'present' || (search && phase === 'all') ? 0 : 1);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, md: 4 }} spacing="xs" className="no-print">
      <SearchField label="Name, Nummer oder Ort" value={search ?? ''} onSearch={(text) => onChange({ search: text })} />
      <FilterFold count={count}>
        <Choices {...props} />
      </FilterFold>
      <SavedViews page="members" />
      {(count > 0 || search) && (
        <Button variant="subtle" onClick={() => onChange(nothing)} leftSection={<Icon name="x" size={18} />} justify="flex-start">
          Filter zurücksetzen
        </Button>
      )}
    </SimpleGrid>
  );
}

function Choices({ filter, phase, club, seesClubs, onChange }: MemberFiltersProps) {
  const { data: departments = [] } = useQuery(departmentsQuery(club));
  return (
    <>
      <Select
        aria-label="Status"
        data={phases}
        value={phase}
        onChange={(value) => onChange({ phase: phases.find((one) => one.value === value)?.value })}
        allowDeselect={false}
      />
      <DepartmentSelect
        choices={departments.map(({ id, name }) => ({ value: id, label: name }))}
        value={filter.departmentId}
        onChange={(departmentId) => onChange({ departmentId })}
      />
      <Select
        aria-label="Art der Mitgliedschaft"
        placeholder="Jede Art"
        data={memberKinds.map(({ name, displayName }) => ({ value: name, label: displayName }))}
        value={filter.kind ?? null}
        onChange={(value) => onChange({ kind: memberKindNames.find((name) => name === value) })}
        clearable
      />
      <DayField label="Eintritt ab" value={filter.joinedFrom} onChange={(joinedFrom) => onChange({ joinedFrom })} />
      <DayField label="Eintritt bis" value={filter.joinedTo} onChange={(joinedTo) => onChange({ joinedTo })} />
      <DayField label="Austritt ab" value={filter.leftFrom} onChange={(leftFrom) => onChange({ leftFrom })} />
      <DayField label="Austritt bis" value={filter.leftTo} onChange={(leftTo) => onChange({ leftTo })} />
      {seesClubs && <ClubChoice value={club} onChange={(next) => onChange({ club: next, departmentId: undefined })} />}
    </>
  );
}
