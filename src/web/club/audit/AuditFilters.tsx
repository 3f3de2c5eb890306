import { Select } from '@mantine/core';
import { clubNames, defaultClubs } from '#shared/kernel/clubs.ts';
import { dayFilter } from '#web/ui/filters/dayFilter.tsx';
import { FilterBar, type Filter } from '#web/ui/filters/FilterBar.tsx';
import type { AuditFilter } from './queries.ts';
import { collectionOptions } from '#shared/club/auditWords.ts';

/** `from` and `to` are days (YYYY-MM-DD). */
type AuditFiltersProps = { filter: AuditFilter; onChange: (change: AuditFilter) => void };

const clubOptions = clubNames.map((name) => ({ value: name, label: defaultClubs[name].displayName }));

/** What the log is narrowed down to. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const { club, entity, from, to, search = '' } = filter;
  const filters: Filter[] = [
    {
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
    },
    {
      name: 'entity',
      isSet: Boolean(entity),
      field: (
        <Select
          aria-label="Bereich"
          placeholder="Alle Bereiche"
          data={collectionOptions}
          value={entity ?? null}
          onChange={(value) => onChange({ entity: value ?? undefined })}
          clearable
        />
      ),
    },
    dayFilter('Von', from, (day) => onChange({ from: day }), { max: to }),
    dayFilter('Bis', to, (day) => onChange({ to: day }), { min: from }),
  ];
  return (
    <FilterBar
      search={{ label: 'Name oder Inhalt', value: search, onSearch: (text) => onChange({ search: text }) }}
      filters={filters}
      onReset={() => onChange({ search: undefined, club: undefined, entity: undefined, from: undefined, to: undefined })}
    />
  );
}
