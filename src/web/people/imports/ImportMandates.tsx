import { Text, Title } from '@mantine/core';
import { today } from '#web/lib/berlinDay.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';

type ImportMandatesProps = {
  mandates: { count: number; incomplete: number; undated: number };
  lastUsedOn: string | null;
  onChange: (day: string | null) => void;
};

/** Which mandates are imported with the members, and when existing ones were last used. */
export function ImportMandates({ mandates: { count, incomplete, undated }, lastUsedOn, onChange }: ImportMandatesProps) {
  if (count === 0) return null;
  return (
    <section aria-labelledby="import-mandates">
      <Title order={3} size="h5" id="import-mandates">
        Lastschriftmandate
      </Title>
      <Text size="sm" mb="xs">
        {count === 1 ? '1 Mandat kommt' : `${count.toLocaleString('de-DE')} Mandate kommen`} mit.
        {incomplete > 0 &&
          ` Bei ${incomplete.toLocaleString('de-DE')} fehlt der Tag der Unterschrift oder eine eigene Referenz, denn jede gilt nur für einen Zahler: Eingezogen wird erst, wenn Sie das ergänzen.`}
      </Text>
      {(undated > 0 || lastUsedOn) && (
        <>
          <DayField
            label="Zuletzt eingezogen am"
            hasVisibleLabel
            max={today()}
            value={lastUsedOn ?? undefined}
            onChange={(day) => onChange(day ?? null)}
          />
          <Text size="sm" c="dimmed" mt={4}>
            Ein Mandat erlischt nach 36 Monaten ohne Einzug. Wann hat der Verein zuletzt eingezogen?
            {undated > 0 &&
              ` Ohne diesen Tag ${undated === 1 ? 'bleibt 1 altes Mandat' : `bleiben ${undated.toLocaleString('de-DE')} alte Mandate`} unvollständig.`}
          </Text>
        </>
      )}
    </section>
  );
}
