import { Button, Select, SimpleGrid } from '@mantine/core';
import { clubNames, defaultClubs } from '#shared/kernel/clubs.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { FilterFold } from '#web/ui/filters/FilterFold.tsx';
import { SearchField } from '#web/ui/lists/SearchField.tsx';
import type { AuditFilter } from './queries.ts';
import { collectionOptions } from '#shared/club/auditWords.ts';

/** `from` and `to` are days (YYYY-MM-DD). */
type AuditFiltersProps = { filter: AuditFilter; onChange: (change: AuditFilter) => void };

const clubOptions = clubNames.map((name) => ({ value: name, label: defaultClubs[name].displayName }));

/** What the log is narrowed down to. On a phone the choices fold away below the search. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const choices = [filter.club, filter.entity, filter.from, filter.to].filter(Boolean).length;
  const reset = () => onChange({ search: undefined, club: undefined, entity: undefined, from: undefined, to: undefined });
  return (
    <SimpleGrid cols={{ base: 1, md: 5 }} spacing="xs" className="no-print">
      <SearchField label="Name oder Inhalt" value={filter.search ?? ''} onSearch={(search) => onChange({ search })} />
      <FilterFold count={choices}>
        <Choices filter={filter} onChange={onChange} />
      </FilterFold>
      {(choices > 0 || filter.search) && (
        <Button variant="subtle" onClick={reset} leftSection={<Icon name="x" size={18} />} justify="flex-start">
          Filter zurücksetzen
        </Button>
      )}
    </SimpleGrid>
  );
}

function Choices({ filter, onChange }: AuditFiltersProps) {
  return (
    <>
      <Select
        aria-label="Verein"
        placeholder="Alle Vereine"
        data={clubOptions}
        value={filter.club ?? null}
        onChange={(value) => onChange({ club: clubNames.find((name) => name === value) })}
        clearable
      />
      <Select
        aria-label="Bereich"
        placeholder="Alle Bereiche"
        data={collectionOptions}
        value={filter.entity ?? null}
        onChange={(value) => onChange({ entity: value ?? undefined })}
        clearable
      />
      <DayField label="Von" value={filter.from} max={filter.to} onChange={(from) => onChange({ from })} />
      <DayField label="Bis" value={filter.to} min={filter.from} onChange={(to) => onChange({ to })} />
    </>
  );
}
