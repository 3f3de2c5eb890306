import { Button, FileInput, Group } from '@mantine/core';
import { useState } from 'react';
import { base64Of } from '#web/lib/base64.ts';
import { fieldText } from '#web/lib/call/failure.ts';
import { fileFault } from '#web/ui/files/fileFault.ts';
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
  const [isPressed, setPressed] = useState(false);
  const fault = fileFault(file, atMostBytes);
  const look = async () => {
    setPressed(true);
    if (file && !fault) onCheck(await base64Of(file));
  };
  return (
    <>
      <Group gap="sm" align="flex-start">
        <FileInput
          label="Datei"
          description={`CSV, höchstens ${atMostBytes / 1024 / 1024} MB`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="Datei auswählen"
          accept=".csv,.txt,text/csv"
          value={file}
          onChange={(next) => (setFile(next), setPressed(false), onChoose())}
          error={file || isPressed ? (fault ?? fieldText(error, 'content')) : undefined}
          clearable
          clearButtonProps={{ 'aria-label': 'Datei entfernen' }}
          miw={260}
          style={{ flex: '0 1 420px' }}
        />
        <Button variant="default" mt="var(--v-space-24)" loading={isBusy} onClick={() => void look()}>
          Prüfen
        </Button>
      </Group>
      <FormProblem error={error} fields={['content']} />
    </>
  );
}
