import { Button, Select, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ClubName } from '#shared/kernel/clubs.ts';
import { memberKindNames, memberKinds, memberPhaseNames, memberPhases } from '#shared/people/memberWords.ts';
import { SavedViews } from '#web/accounts/parts/SavedViews.tsx';
import { departmentsQuery } from '#web/club/parts/departments.ts';
import { ClubChoice } from '#web/club/parts/ClubChoice.tsx';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { FilterFold } from '#web/ui/filters/FilterFold.tsx';
import { SearchField } from '#web/ui/lists/SearchField.tsx';
import { type MemberFilter } from './queries.ts';

type MemberFiltersProps = { filter: MemberFilter; club: ClubName; seesClubs: boolean; onChange: (change: MemberFilter) => void };

const nothing: MemberFilter = {
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
  const { filter, onChange } = props;
  const { club: _club, search, ...choices } = filter;
  const count = Object.values(choices).filter(Boolean).length;
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

function Choices({ filter, club, seesClubs, onChange }: MemberFiltersProps) {
  const { data: departments = [] } = useQuery(departmentsQuery(club));
  return (
    <>
      <Select
        aria-label="Status"
        placeholder="Jeder Status"
        data={memberPhases.map((name) => ({ value: name, label: memberPhaseNames[name] }))}
        value={filter.phase ?? null}
        onChange={(value) => onChange({ phase: memberPhases.find((name) => name === value) })}
        clearable
      />
      <Select
        aria-label="Abteilung"
        placeholder="Alle Abteilungen"
        data={departments.map(({ id, name }) => ({ value: id, label: name }))}
        value={filter.departmentId ?? null}
        onChange={(value) => onChange({ departmentId: value ?? undefined })}
        searchable
        clearable
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
