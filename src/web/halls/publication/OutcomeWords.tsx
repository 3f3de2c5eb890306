import { List, Text } from '@mantine/core';
import type { SeasonDryRun } from '#shared/halls/seasons/publication.ts';

/** What publishing would do: dates by hall, omitted ones, and series that end. */
export function OutcomeWords({ of: { halls, skipped, ending, undecided } }: { of: SeasonDryRun }) {
  return (
    <>
      <List size="sm">
        {halls.map(({ facilityId, name, series, dates }) => (
          <List.Item key={facilityId}>
            {`${name}: ${series === 1 ? 'eine Serie' : `${series} Serien`} mit ${dates === 1 ? 'einem Termin' : `${dates} Terminen`}`}
          </List.Item>
        ))}
      </List>
      <Text size="sm">{skippedWords(skipped)}</Text>
      <Text size="sm">
        {ending.length === 0
          ? 'Keine bisherige Serie endet.'
          : `${ending.length === 1 ? 'Eine bisherige Serie endet' : `${ending.length} bisherige Serien enden`} vor dem ersten Tag.`}
      </Text>
      {undecided.length > 0 && <Text size="sm">{`Noch zu entscheiden, weil niemand sie bestätigt hat: ${undecided.join('; ')}.`}</Text>}
    </>
  );
}

/** "1282 Termine fallen aus: 1100 Sommerferien, 182 Ostermontag." All conflicts count as one reason. */
function skippedWords(skipped: readonly { reason: string }[]): string {
  if (skipped.length === 0) return 'Kein Termin fällt aus.';
  const reasons = Map.groupBy(skipped, ({ reason }) => (reason.startsWith('Belegt') ? 'weil dort schon etwas steht' : reason));
  const parts = [...reasons].toSorted(([, a], [, b]) => b.length - a.length).map(([reason, some]) => `${some.length} ${reason}`);
  return `${skipped.length === 1 ? '1 Termin fällt' : `${skipped.length} Termine fallen`} aus: ${parts.join(', ')}.`;
}
