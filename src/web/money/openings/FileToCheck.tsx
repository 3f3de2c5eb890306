import { Button, FileInput, Group } from '@mantine/core';
import { useState } from 'react';
import { base64Of } from '#web/lib/base64.ts';
import { fieldText } from '#web/lib/call/failure.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';

type FileToCheckProps = {
  atMostBytes: number;
  /** The error of the last check. */ error: Error | null;
  isBusy: boolean;
  /** Another file was chosen: earlier results no longer apply. */ onChoose: () => void;
  onCheck: (content: string) => void;
};

/** Selects a CSV file and previews it; nothing is stored. */
export function FileToCheck({ atMostBytes, error, isBusy, onChoose, onCheck }: FileToCheckProps) {
  const [file, setFile] = useState<File | null>(null);
  const isTooLarge = file !== null && file.size > atMostBytes;
  const look = async () => {
    if (file) onCheck(await base64Of(file));
  };
  return (
    <>
      <Group gap="sm" align="flex-end">
        <FileInput
          label="Datei"
          placeholder="Datei auswählen"
          accept=".csv,.txt,text/csv"
          value={file}
          onChange={(next) => (setFile(next), onChoose())}
          error={isTooLarge ? `Diese Datei ist größer als ${atMostBytes / 1024 / 1024} MB.` : fieldText(error, 'content')}
          clearable
          clearButtonProps={{ 'aria-label': 'Datei entfernen' }}
          miw={260}
          style={{ flex: '0 1 420px' }}
        />
        <Button variant="default" disabled={!file || isTooLarge || file.size === 0} loading={isBusy} onClick={() => void look()}>
          Prüfen
        </Button>
      </Group>
      <FormProblem error={error} fields={['content']} />
    </>
  );
}
