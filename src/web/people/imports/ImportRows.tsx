import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { importResults, type CheckedRow, type ImportCounts, type ImportResult } from '#shared/people/memberImport.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { Segments } from '#web/ui/filters/Segments.tsx';
import classes from './import.module.css';

type ImportRowsProps = { checked: { counts: ImportCounts; warned: number; rows: CheckedRow[] }; total: number };

/** The rows shown: those of one result, or those with contradictions. */
type Shown = ImportResult | 'warned';

const words: { readonly [shown in Shown]: string } = {
  new: 'Neu',
  changed: 'Geändert',
  unchanged: 'Unverändert',
  faulty: 'Fehlerhaft',
  warned: 'Mit Hinweis',
};
const tones = { new: 'good', changed: 'waiting', unchanged: 'quiet', faulty: 'bad' } as const;

/** The expected result of each row, filtered by kind; faulty ones first, if any. */
export function ImportRows({ checked: { warned, rows, ...checked }, total }: ImportRowsProps) {
  const [chosen, setChosen] = useState<Shown>();
  const counts = { ...checked.counts, warned };
  const result = chosen ?? (['faulty', 'warned', 'new', 'changed', 'unchanged'] as const).find((one) => counts[one] > 0) ?? 'new';
  const shown = rows.filter((row) => (result === 'warned' ? row.warning !== '' : row.result === result));
  const choices: readonly Shown[] = warned > 0 ? [...importResults, 'warned'] : importResults;
  return (
    <Stack ref={bringIntoSight} gap="xs" component="section" aria-label="Ergebnis der Prüfung">
      <Text size="sm" component="output">
        {total.toLocaleString('de-DE')} Zeilen geprüft, noch nichts geschrieben.
      </Text>
      <div className={classes['scroll']}>
        <Segments
          aria-label="Welche Zeilen"
          value={result}
          onChange={(value) => setChosen(choices.find((one) => one === value))}
          data={choices.map((one) => ({ value: one, label: `${words[one]} (${counts[one].toLocaleString('de-DE')})` }))}
        />
      </div>
      {shown.length === 0 && <Text size="sm">Keine Zeile.</Text>}
      <ul className={classes['rows']} aria-label={`Zeilen: ${words[result]}`}>
        {shown.map((row) => (
          <li key={row.line} className={classes['row']}>
            <span className={classes['line']}>Zeile {row.line}</span>
            <StateMark tone={tones[row.result]}>{words[row.result]}</StateMark>
            <span>
              {row.name && <strong>{row.name}</strong>} {row.message}
            </span>
            {row.warning && (
              <StateMark tone="waiting" wraps>
                {row.warning}
              </StateMark>
            )}
          </li>
        ))}
      </ul>
      {counts[result] > shown.length && (
        <Text size="sm" c="dimmed">
          Die ersten {shown.length} von {counts[result].toLocaleString('de-DE')}.
        </Text>
      )}
    </Stack>
  );
}

/** On a phone the result is below many columns. */
function bringIntoSight(node: HTMLElement | null): void {
  node?.scrollIntoView({ block: 'center' });
}
