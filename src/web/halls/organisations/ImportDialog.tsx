import { Button, FileButton, Group, List, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { OrganisationImportRow } from '#shared/halls/organisations.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useOrganisationMutations } from './queries.ts';

type ImportDialogProps = { club: ClubName; isOpen: boolean; onClose: () => void };

const words = { new: 'wird angelegt', known: 'steht schon hier', refused: 'geht nicht' };

/** Takes many organisations from a table: first what would become of each line, then the good ones. */
export function ImportDialog({ club, isOpen, onClose }: ImportDialogProps) {
  const { readRows } = useOrganisationMutations();
  const [text, setText] = useState('');
  const [rows, setRows] = useState<readonly OrganisationImportRow[]>();
  const fresh = rows?.filter(({ result }) => result === 'new').length ?? 0;
  const change = (next: string) => {
    setText(next);
    setRows(undefined);
  };
  const check = () =>
    readRows.mutate({ club, text, isDryRun: true }, { onSuccess: (answer) => setRows(answer.rows), onError: notifyProblem });
  const take = () =>
    readRows.mutate(
      { club, text, isDryRun: false },
      {
        onSuccess: () => {
          notify(`${fresh} Organisationen sind angelegt.`);
          change('');
          onClose();
        },
        onError: notifyProblem,
      },
    );
  return (
    <Modal opened={isOpen} onClose={onClose} size="lg" title="Organisationen aus einer Tabelle">
      <Stack>
        <Text size="sm">Eine Zeile je Organisation: Name; Art; Ansprechperson; E-Mail; Telefon.</Text>
        <Textarea
          label="Zeilen"
          autosize
          minRows={4}
          maxRows={12}
          placeholder="Grundschule Nord;Schule;Sabine Schule;sekretariat@schule.example;"
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
          <Button variant={rows ? 'default' : 'filled'} disabled={text.trim() === ''} loading={readRows.isPending} onClick={check}>
            Prüfen
          </Button>
          {rows && fresh > 0 && (
            <Button loading={readRows.isPending} onClick={take}>
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
