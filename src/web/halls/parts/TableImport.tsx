import { Button, FileButton, Group, List, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { notifyProblem } from '#web/ui/notices/notices.tsx';

/** A line of a table, and what becomes of it. */
type ImportLine = { line: number; name: string; result: 'new' | 'known' | 'refused'; message: string };

type TableImportProps = {
  isOpen: boolean;
  title: string;
  /** How a line is written. */ hint: string;
  placeholder: string;
  isPending: boolean;
  onRead: (
    text: string,
    isDryRun: boolean,
    settle: { onSuccess: (rows: readonly ImportLine[]) => void; onError: (error: unknown) => void },
  ) => void;
  /** So many were taken. */ onTaken: (count: number) => void;
  onClose: () => void;
};

const words = { new: 'wird angelegt', known: 'steht schon hier', refused: 'geht nicht' };

/** Takes many records from a table: first what would become of each line, then the good ones. */
export function TableImport({ isOpen, title, hint, placeholder, isPending, onRead, onTaken, onClose }: TableImportProps) {
  const [text, setText] = useState('');
  const [rows, setRows] = useState<readonly ImportLine[]>();
  const fresh = rows?.filter(({ result }) => result === 'new').length ?? 0;
  const change = (next: string) => {
    setText(next);
    setRows(undefined);
  };
  const check = () => onRead(text, true, { onSuccess: setRows, onError: notifyProblem });
  const take = () =>
    onRead(text, false, {
      onSuccess: () => {
        onTaken(fresh);
        change('');
        onClose();
      },
      onError: notifyProblem,
    });
  return (
    <Modal opened={isOpen} onClose={onClose} size="lg" title={title}>
      <Stack>
        <Text size="sm">{hint}</Text>
        <Textarea
          label="Zeilen"
          autosize
          minRows={4}
          maxRows={12}
          placeholder={placeholder}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
        />
        <Group>
          <FileButton accept=".csv,text/csv,text/plain" onChange={(file) => void file?.text().then(change)}>
            {(props) => (
              <Button variant="default" {...props}>
                CSV-Datei öffnen
              </Button>
            )}
          </FileButton>
          <Button variant={rows ? 'default' : 'filled'} disabled={text.trim() === ''} loading={isPending} onClick={check}>
            Prüfen
          </Button>
          {rows && fresh > 0 && (
            <Button loading={isPending} onClick={take}>
              {fresh === 1 ? 'Eine anlegen' : `${fresh} anlegen`}
            </Button>
          )}
        </Group>
        {rows && (
          <List size="sm" aria-label="Ergebnis der Prüfung">
            {rows.map(({ line, name, result, message }) => (
              <List.Item key={line}>{`Zeile ${line}, ${name || 'ohne Namen'}: ${words[result]}${message && `. ${message}`}`}</List.Item>
            ))}
          </List>
        )}
      </Stack>
    </Modal>
  );
}
