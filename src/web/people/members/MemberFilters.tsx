import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ClubName } from '#shared/kernel/clubs.ts';
import { memberKinds, memberPhaseNames, memberPhases, type MemberListPhase } from '#shared/people/memberWords.ts';
import { SavedViews } from '#web/accounts/parts/SavedViews.tsx';
import { DepartmentSelect } from '#web/club/parts/DepartmentSelect.tsx';
import { departmentsQuery } from '#web/club/parts/departments.ts';
import { ClubChoice } from '#web/club/parts/ClubChoice.tsx';
import { dayFilter } from '#web/ui/filters/dayFilter.tsx';
import { FilterBar, type Filter } from '#web/ui/filters/FilterBar.tsx';
import { selectFilter } from '#web/ui/filters/selectFilter.tsx';
import { feeGroupsQuery, type MemberFilter } from './queries.ts';

/** The filter by phase of the membership. */
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
  feeGroup: undefined,
  ungrouped: undefined,
  joinedFrom: undefined,
  joinedTo: undefined,
  leftFrom: undefined,
  leftTo: undefined,
};

/** The filters of the list. */
export function MemberFilters({ filter, phase, club, seesClubs, onChange }: MemberFiltersProps) {
  const { data: departments } = useQuery(departmentsQuery(club));
  const { search = '', kind, departmentId, feeGroup, ungrouped: isUngrouped, joinedFrom, joinedTo, leftFrom, leftTo } = filter;
  const filters: Filter[] = [
    {
      name: 'phase',
      isSet: phase !== 'present' && !(search && phase === 'all'),
      field: (
        <Select
          aria-label="Status"
          data={phases}
          value={phase}
          onChange={(value) => onChange({ phase: phases.find((one) => one.value === value)?.value })}
          allowDeselect={false}
        />
      ),
    },
    {
      name: 'department',
      isSet: Boolean(departmentId),
      field: (
        <DepartmentSelect
          choices={departments?.map(({ id, name }) => ({ value: id, label: name }))}
          value={departmentId}
          onChange={(chosen) => onChange({ departmentId: chosen })}
        />
      ),
    },
    selectFilter({
      label: 'Art der Mitgliedschaft',
      placeholder: 'Jede Art',
      options: memberKinds.map(({ name, displayName }) => ({ value: name, label: displayName })),
      value: kind,
      onChange: (value) => onChange({ kind: value }),
    }),
    {
      name: 'feeGroup',
      isSet: Boolean(feeGroup ?? isUngrouped),
      field: <FeeGroupChoice filter={filter} club={club} onChange={onChange} />,
    },
    dayFilter('Eintritt ab', joinedFrom, (day) => onChange({ joinedFrom: day })),
    dayFilter('Eintritt bis', joinedTo, (day) => onChange({ joinedTo: day })),
    dayFilter('Austritt ab', leftFrom, (day) => onChange({ leftFrom: day })),
    dayFilter('Austritt bis', leftTo, (day) => onChange({ leftTo: day })),
  ];
  return (
    <FilterBar
      search={{ label: 'Name, Nummer oder Ort', value: search, onSearch: (text) => onChange({ search: text }) }}
      filters={filters}
      onReset={() => onChange(nothing)}
    >
      <SavedViews page="members" />
      {seesClubs && <ClubChoice value={club} onChange={(next) => onChange({ club: next, departmentId: undefined, feeGroup: undefined })} />}
    </FilterBar>
  );
}

/** The option for members without a group; group names are prefixed with a letter, so that none equals it. */
const ungrouped = 'none';

function FeeGroupChoice({ filter, club, onChange }: Pick<MemberFiltersProps, 'filter' | 'club' | 'onChange'>) {
  const { data: groups = [] } = useQuery(feeGroupsQuery(club));
  const { feeGroup } = filter;
  const known = feeGroup && !groups.includes(feeGroup) ? [...groups, feeGroup] : groups;
  return (
    <Select
      aria-label="Beitragsgruppe"
      placeholder="Jede Beitragsgruppe"
      data={[{ value: ungrouped, label: 'Ohne Beitragsgruppe' }, ...known.map((name) => ({ value: `g${name}`, label: name }))]}
      value={filter.ungrouped ? ungrouped : feeGroup ? `g${feeGroup}` : null}
      onChange={(value) =>
        onChange({
          ungrouped: value === ungrouped ? 'yes' : undefined,
          feeGroup: value && value !== ungrouped ? value.slice(1) : undefined,
        })
      }
      searchable
      clearable
    />
  );
}
