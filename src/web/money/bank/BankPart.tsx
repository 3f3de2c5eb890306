import { Button, FileInput, Group, List, Text } from '@mantine/core';
import { useState } from 'react';
import { statementAtMostBytes } from '#shared/money/bankStatements.ts';
import { base64Of } from '#web/lib/base64.ts';
import { CallError } from '#web/lib/call/call.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { useBankMutations, type Statement } from './bankQueries.ts';
import { BankLines } from './BankLines.tsx';

/** Payments from a statement of the bank: choose the file, look at what was found, and only then book. */
export function BankPart() {
  const { check } = useBankMutations();
  const [file, setFile] = useState<File | null>(null);
  const [statement, setStatement] = useState<Statement>();
  const isTooLarge = file !== null && file.size > statementAtMostBytes;
  const refused = check.error instanceof CallError ? check.error.fields.find(({ path }) => path === 'content')?.message : undefined;
  const send = async () => {
    if (!file) return;
    const read = { fileName: file.name, content: await base64Of(file) };
    check.mutate(read, { onSuccess: () => setStatement(read) });
  };
  const choose = (next: File | null) => {
    setFile(next);
    setStatement(undefined);
    check.reset();
  };
  return (
    <>
      <PagePart
        title="Kontoauszug einlesen"
        lead="Noch wird nichts geschrieben: Sie sehen zuerst, welche Zahlung zu welcher Forderung passt."
      >
        <List size="sm" spacing={4} mb="sm">
          <List.Item>CSV-Datei aus dem Onlinebanking (CSV-CAMT oder CSV-MT940), höchstens 2 MB.</List.Item>
          <List.Item>
            Erkannt wird am Zeichen im Verwendungszweck mit dem vollen Betrag; Name und Betrag allein sind nur ein Vorschlag. Teilzahlungen
            und alles andere ordnen Sie selbst zu.
          </List.Item>
          <List.Item>
            Jede Zahlung wird nur einmal verbucht, auch wenn dieselbe Datei noch einmal kommt. Die Datei wird nicht aufbewahrt.
          </List.Item>
        </List>
        <Group gap="sm" align="flex-end">
          <FileInput
            label="Datei"
            placeholder="Datei auswählen"
            accept=".csv,.txt,text/csv"
            value={file}
            onChange={choose}
            error={isTooLarge ? 'Diese Datei ist größer als 2 MB.' : refused}
            clearable
            clearButtonProps={{ 'aria-label': 'Datei entfernen' }}
            miw={260}
            style={{ flex: '0 1 420px' }}
          />
          <Button disabled={!file || isTooLarge || file.size === 0} loading={check.isPending} onClick={() => void send()}>
            Prüfen
          </Button>
        </Group>
        {file?.size === 0 && <Text size="sm">Diese Datei ist leer.</Text>}
        <FormProblem error={check.error} fields={['content']} />
      </PagePart>
      {statement && check.data && <BankLines key={check.submittedAt} statement={statement} first={check.data} />}
    </>
  );
}
