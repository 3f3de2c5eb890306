import { roles } from '#shared/kernel/roles.ts';
import { FilterBar, type Filter } from '#web/ui/filters/FilterBar.tsx';
import { selectFilter } from '#web/ui/filters/selectFilter.tsx';
import { clubOptions } from './clubOptions.ts';
import type { UserFilter } from './queries.ts';

type UserFiltersProps = { filter: UserFilter; seesClubs: boolean; onChange: (change: UserFilter) => void };

const states = [
  { value: 'active', label: 'Nicht gesperrt' },
  { value: 'disabled', label: 'Gesperrt' },
  { value: 'unverified', label: 'Adresse unbestätigt' },
] as const;

/** The filters of the list. */
export function UserFilters({ filter, seesClubs, onChange }: UserFiltersProps) {
  const { role, state, club, search = '' } = filter;
  const filters = [
    selectFilter({
      label: 'Rolle',
      placeholder: 'Alle Rollen',
      options: roles.map(({ name, displayName }) => ({ value: name, label: displayName })),
      value: role,
      onChange: (value) => onChange({ role: value }),
    }),
    selectFilter({
      label: 'Status',
      placeholder: 'Jeder Status',
      options: states,
      value: state,
      onChange: (value) => onChange({ state: value }),
    }),
    ...(seesClubs ? [clubFilter(club, onChange)] : []),
  ];
  return (
    <FilterBar
      search={{ label: 'Name oder E-Mail', value: search, onSearch: (text) => onChange({ search: text }) }}
      filters={filters}
      onReset={() => onChange({ search: undefined, role: undefined, state: undefined, club: undefined })}
    />
  );
}

function clubFilter(value: UserFilter['club'], onChange: UserFiltersProps['onChange']): Filter {
  const options = clubOptions;
  return selectFilter({ label: 'Verein', placeholder: 'Alle Vereine', options, value, onChange: (club) => onChange({ club }) });
}
