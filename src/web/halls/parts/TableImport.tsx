import { Button, FileButton, Group, List, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { textOf } from '#web/lib/textOf.ts';
import { notifyProblem } from '#web/ui/notices/notices.tsx';

/** A line of the table, and its import result. */
type ImportLine = { line: number; name: string; result: 'new' | 'known' | 'refused'; message: string };

type TableImportProps = {
  isOpen: boolean;
  title: string;
  /** The format of a line. */ hint: string;
  placeholder: string;
  isPending: boolean;
  onRead: (
    text: string,
    isDryRun: boolean,
    settle: { onSuccess: (rows: readonly ImportLine[]) => void; onError: (error: unknown) => void },
  ) => void;
  /** Called with the number of imported records. */ onTaken: (count: number) => void;
  onClose: () => void;
};

const words = { new: 'wird angelegt', known: 'steht schon hier', refused: 'geht nicht' };

/** Imports records from a pasted table: first a preview of each line, then the valid ones. */
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
          <FileButton accept=".csv,text/csv,text/plain" onChange={(file) => void (file && textOf(file).then(change))}>
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
