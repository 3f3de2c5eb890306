import { Button, FileInput, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatDateTime } from '#web/lib/format.ts';
import { textOf } from '#web/lib/textOf.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from './events.module.css';
import { useEventMutations } from './queries.ts';

const results = { new: 'Neu', known: 'Schon da', refused: 'Nicht übernommen' } as const;

/** Imports events from a calendar file or a table: first a preview of each row, then the import. */
export function ImportPart() {
  const { importFile } = useEventMutations();
  const [file, setFile] = useState<File | null>(null);
  const [isDone, setIsDone] = useState(false);
  const run = async (isDryRun: boolean) => {
    if (!file) return;
    const format = file.name.toLowerCase().endsWith('.ics') ? 'ics' : 'csv';
    importFile.mutate(
      { format, text: await textOf(file), isDryRun },
      {
        onSuccess: ({ created }) => {
          setIsDone(!isDryRun);
          if (!isDryRun)
            notify(created === 1 ? 'Ein Termin ist als Entwurf übernommen.' : `${created} Termine sind als Entwurf übernommen.`);
        },
      },
    );
  };
  const choose = (next: File | null) => {
    setFile(next);
    setIsDone(false);
    importFile.reset();
  };
  return (
    <PagePart
      title="Termine einlesen"
      lead="Kalender (.ics) oder Tabelle (.csv) mit Spalten wie Titel, Datum, Von, Bis, Ort oder Heim, Gast."
    >
      <Stack gap="sm">
        <FileInput
          label="Datei"
          accept=".ics,.csv,text/calendar,text/csv"
          value={file}
          onChange={choose}
          clearable
          clearButtonProps={{ 'aria-label': 'Datei entfernen' }}
        />
        <Group>
          <Button variant="default" disabled={!file} loading={importFile.isPending} onClick={() => void run(true)}>
            Prüfen
          </Button>
          {importFile.data && !isDone && (
            <Button disabled={!importFile.data.rows.some(({ result }) => result === 'new')} onClick={() => void run(false)}>
              Übernehmen
            </Button>
          )}
        </Group>
        <FormProblem error={importFile.error} />
        <ul className={classes['rows']} aria-label="Ergebnis je Zeile">
          {importFile.data?.rows.map((row) => (
            <li key={row.line}>
              <Text size="sm">
                Zeile {row.line}: <strong>{results[row.result]}</strong> {row.title} {row.startsAt && formatDateTime(row.startsAt)}{' '}
                {row.message}
              </Text>
            </li>
          ))}
        </ul>
      </Stack>
    </PagePart>
  );
}
