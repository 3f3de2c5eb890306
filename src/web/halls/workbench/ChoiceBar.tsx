import { Group, Select } from '@mantine/core';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import { dayChoices } from '../seasons/words.ts';
import type { GridChoice } from './seasonGrid.ts';
import { Segments } from '#web/ui/filters/Segments.tsx';

type ChoiceBarProps = { season: Season; choice: GridChoice; onChoice: (choice: GridChoice) => void };

/** Selects the week of one hall, or a day of all. */
export function ChoiceBar({ season, choice, onChoice }: ChoiceBarProps) {
  return (
    <Group gap="xs">
      <Segments
        aria-label="Was der Plan zeigt"
        value={choice.kind}
        data={[
          { value: 'hall', label: 'Woche einer Halle' },
          { value: 'day', label: 'Tag aller Hallen' },
        ]}
        onChange={(value) =>
          onChoice(value === 'day' ? { kind: 'day', weekday: 1 } : { kind: 'hall', facilityId: season.facilities[0]?.facilityId ?? '' })
        }
      />
      {choice.kind === 'hall' ? (
        <Select
          aria-label="Sportstätte"
          data={season.facilities.map(({ facilityId, name }) => ({ value: facilityId, label: name }))}
          allowDeselect={false}
          searchable
          value={choice.facilityId}
          onChange={(facilityId) => onChoice({ kind: 'hall', facilityId: facilityId ?? '' })}
        />
      ) : (
        <Select
          aria-label="Wochentag"
          data={dayChoices}
          allowDeselect={false}
          w={150}
          value={String(choice.weekday)}
          onChange={(value) => onChoice({ kind: 'day', weekday: Number(value) })}
        />
      )}
    </Group>
  );
}
