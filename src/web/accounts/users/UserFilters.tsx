import { Button, Select, SimpleGrid } from '@mantine/core';
import { roleNames, roles } from '#shared/kernel/access.ts';
import { clubNames } from '#shared/kernel/clubs.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { FilterFold } from '#web/ui/filters/FilterFold.tsx';
import { SearchField } from '#web/ui/lists/SearchField.tsx';
import { clubOptions } from './clubOptions.ts';
import type { UserFilter } from './queries.ts';

type UserFiltersProps = { filter: UserFilter; seesClubs: boolean; onChange: (change: UserFilter) => void };

const stateNames = ['active', 'disabled', 'unverified'] as const;
const states = [
  { value: 'active', label: 'Nicht gesperrt' },
  { value: 'disabled', label: 'Gesperrt' },
  { value: 'unverified', label: 'Adresse unbestätigt' },
];

/** What the list is narrowed down to. On a phone the choices fold away below the search. */
export function UserFilters({ filter, seesClubs, onChange }: UserFiltersProps) {
  const choices = [filter.role, filter.state, filter.club].filter(Boolean).length;
  const reset = () => onChange({ search: undefined, role: undefined, state: undefined, club: undefined });
  return (
    <SimpleGrid cols={{ base: 1, md: seesClubs ? 4 : 3 }} spacing="xs" className="no-print">
      <SearchField label="Name oder E-Mail" value={filter.search ?? ''} onSearch={(search) => onChange({ search })} />
      <FilterFold count={choices}>
        <Choices filter={filter} seesClubs={seesClubs} onChange={onChange} />
      </FilterFold>
      {(choices > 0 || filter.search) && (
        <Button variant="subtle" onClick={reset} leftSection={<Icon name="x" size={18} />} justify="flex-start">
          Filter zurücksetzen
        </Button>
      )}
    </SimpleGrid>
  );
}

function Choices({ filter, seesClubs, onChange }: UserFiltersProps) {
  return (
    <>
      <Select
        aria-label="Rolle"
        placeholder="Alle Rollen"
        data={roles.map(({ name, displayName }) => ({ value: name, label: displayName }))}
        value={filter.role ?? null}
        onChange={(value) => onChange({ role: roleNames.find((name) => name === value) })}
        clearable
      />
      <Select
        aria-label="Status"
        placeholder="Jeder Status"
        data={states}
        value={filter.state ?? null}
        onChange={(value) => onChange({ state: stateNames.find((name) => name === value) })}
        clearable
      />
      {seesClubs && (
        <Select
          aria-label="Verein"
          placeholder="Alle Vereine"
          data={clubOptions}
          value={filter.club ?? null}
          onChange={(value) => onChange({ club: clubNames.find((name) => name === value) })}
          clearable
        />
      )}
    </>
  );
}
