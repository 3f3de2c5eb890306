import { clubNames, defaultClubs } from '#shared/kernel/clubs.ts';
import { dayFilter } from '#web/ui/filters/dayFilter.tsx';
import { FilterBar } from '#web/ui/filters/FilterBar.tsx';
import { selectFilter } from '#web/ui/filters/selectFilter.tsx';
import type { AuditFilter } from './queries.ts';
import { collectionOptions } from '#shared/club/auditWords.ts';

/** `from` and `to` are days (YYYY-MM-DD). */
type AuditFiltersProps = { filter: AuditFilter; onChange: (change: AuditFilter) => void };

const clubOptions = clubNames.map((name) => ({ value: name, label: defaultClubs[name].displayName }));

/** The filters of the log. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const { club, entity, from, to, search = '' } = filter;
  const filters = [
    selectFilter({
      label: 'Verein',
      placeholder: 'Alle Vereine',
      options: clubOptions,
      value: club,
      onChange: (value) => onChange({ club: value }),
    }),
    selectFilter({
      label: 'Bereich',
      placeholder: 'Alle Bereiche',
      options: collectionOptions,
      value: entity,
      onChange: (value) => onChange({ entity: value }),
    }),
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
