import { Select } from '@mantine/core';
import { roleNames, roles } from '#shared/kernel/access.ts';
import { clubNames } from '#shared/kernel/clubs.ts';
import { FilterBar, type Filter } from '#web/ui/filters/FilterBar.tsx';
import { clubOptions } from './clubOptions.ts';
import type { UserFilter } from './queries.ts';

type UserFiltersProps = { filter: UserFilter; seesClubs: boolean; onChange: (change: UserFilter) => void };

const stateNames = ['active', 'disabled', 'unverified'] as const;
const states = [
  { value: 'active', label: 'Nicht gesperrt' },
  { value: 'disabled', label: 'Gesperrt' },
  { value: 'unverified', label: 'Adresse unbestätigt' },
];

/** What the list is narrowed down to. */
export function UserFilters({ filter, seesClubs, onChange }: UserFiltersProps) {
  const { role, state, club, search = '' } = filter;
  const filters: Filter[] = [
    {
      name: 'role',
      isSet: Boolean(role),
      field: (
        <Select
          aria-label="Rolle"
          placeholder="Alle Rollen"
          data={roles.map(({ name, displayName }) => ({ value: name, label: displayName }))}
          value={role ?? null}
          onChange={(value) => onChange({ role: roleNames.find((name) => name === value) })}
          clearable
        />
      ),
    },
    {
      name: 'state',
      isSet: Boolean(state),
      field: (
        <Select
          aria-label="Status"
          placeholder="Jeder Status"
          data={states}
          value={state ?? null}
          onChange={(value) => onChange({ state: stateNames.find((name) => name === value) })}
          clearable
        />
      ),
    },
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

function clubFilter(club: UserFilter['club'], onChange: UserFiltersProps['onChange']): Filter {
  return {
    name: 'club',
    isSet: Boolean(club),
    field: (
      <Select
        aria-label="Verein"
        placeholder="Alle Vereine"
        data={clubOptions}
        value={club ?? null}
        onChange={(value) => onChange({ club: clubNames.find((name) => name === value) })}
        clearable
      />
    ),
  };
}
