import { Button, FileInput, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { importAtMostBytes, type MemberImportView } from '#shared/people/memberImport.ts';
import { base64Of } from '#web/lib/base64.ts';
import { fieldText } from '#web/lib/call/failure.ts';
import { fileFault } from '#web/ui/files/fileFault.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useImportMutations } from './importQueries.ts';

type ImportFileProps = { club: ClubName; onUploaded: (file: MemberImportView) => void };

/** Selects the file. */
export function ImportFile({ club, onUploaded }: ImportFileProps) {
  const { upload } = useImportMutations();
  const [file, setFile] = useState<File | null>(null);
  const [isPressed, setPressed] = useState(false);
  const fault = fileFault(file, importAtMostBytes);
  const refused = fieldText(upload.error, 'content');
  const send = async () => {
    setPressed(true);
    if (file && !fault) upload.mutate({ club, fileName: file.name, content: await base64Of(file) }, { onSuccess: onUploaded });
  };
  return (
    <Stack gap="md">
      <Text size="sm">
        Übernehmen Sie Mitglieder aus Excel oder einem anderen Vereinsprogramm. Noch wird nichts geschrieben: Im nächsten Schritt sehen Sie,
        was mit jeder Zeile geschähe.
      </Text>
      <List size="sm" spacing={4}>
        <List.Item>Eine Zeile mit Überschriften, darunter je Mitglied eine Zeile.</List.Item>
        <List.Item>Wiedererkannt wird an der Mitgliedsnummer, sonst an Name und Geburtsdatum.</List.Item>
        <List.Item>Leere Zellen ändern nichts.</List.Item>
      </List>
      <FileInput
        label="Datei"
        description="CSV oder Excel (XLSX), höchstens 8 MB"
        placeholder="Datei auswählen"
        accept=".csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        value={file}
        onChange={(next) => {
          setFile(next);
          setPressed(false);
          upload.reset();
        }}
        error={file || isPressed ? (fault ?? refused) : undefined}
        clearable
        clearButtonProps={{ 'aria-label': 'Datei entfernen' }}
      />
      <FormProblem error={upload.error} fields={['content']} />
      <Button style={{ alignSelf: 'flex-end' }} loading={upload.isPending} onClick={() => void send()}>
        Weiter
      </Button>
    </Stack>
  );
}
