import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import { donationFileAtMostBytes, type DonationImport, type ImportedDonation } from '#shared/money/donations/importing.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { FileToCheck } from '../openings/FileToCheck.tsx';
import classes from './donations.module.css';
import { useDonationImport } from './queries.ts';

const resultWords: { readonly [result in ImportedDonation['result']]: string } = {
  new: 'neu',
  known: 'bleibt weg',
  faulty: 'fehlerhaft',
};

const wordsOf = ({ result, message }: ImportedDonation) => [resultWords[result], message].filter(Boolean).join(': ');

const columns: Column<ImportedDonation>[] = [
  { name: 'line', label: 'Zeile', cell: ({ line }) => line },
  { name: 'name', label: 'Name', isName: true, cell: ({ donorName }) => donorName },
  { name: 'address', label: 'Anschrift', cell: ({ donorAddress }) => donorAddress.replaceAll('\n', ', ') },
  { name: 'day', label: 'Tag', cell: ({ receivedOn }) => germanDate(receivedOn) },
  { name: 'cents', label: 'Betrag', isNumber: true, cell: ({ cents }) => euros(cents) },
  { name: 'result', label: 'Wird', cell: wordsOf },
];

/** Imports donations from a list. */
export function ImportPart({ club, onDone }: { club: ClubName; onDone: () => void }) {
  const { check, book } = useDonationImport();
  const [content, setContent] = useState('');
  const look = (text: string) => {
    setContent(text);
    check.mutate({ club, content: text });
  };
  const submit = ({ hash }: DonationImport) =>
    book.mutate(
      { club, content, hash },
      {
        onSuccess: ({ count, cents }) => {
          notify(
            count === 1 ? `Eine Spende über ${euros(cents)} ist übernommen.` : `${count} Spenden über ${euros(cents)} sind übernommen.`,
          );
          onDone();
        },
      },
    );
  return (
    <PagePart title="Spenden aus einer Datei">
      <Stack gap="sm">
        <Text size="sm">
          Eine CSV-Datei mit Name, Anschrift (oder Straße, PLZ und Ort), Datum und Betrag; wenn Sie mögen, mit Art („Verzicht“), Zahlungsart
          („bar“) und Notiz. Sie sehen zuerst, was daraus wird.
        </Text>
        <FileToCheck
          atMostBytes={donationFileAtMostBytes}
          error={check.error}
          isBusy={check.isPending}
          onChoose={() => (check.reset(), book.reset())}
          onCheck={look}
        />
        {check.data && (
          <Shown found={check.data} error={book.error} isBusy={book.isPending} onBook={submit} onReload={() => look(content)} />
        )}
        <Group>
          <Button variant="subtle" onClick={onDone}>
            Schließen
          </Button>
        </Group>
      </Stack>
    </PagePart>
  );
}

type ShownProps = { found: DonationImport; error: unknown; isBusy: boolean; onBook: (of: DonationImport) => void; onReload: () => void };

function Shown({ found, error, isBusy, onBook, onReload }: ShownProps) {
  const { lines, count, cents } = found;
  const left = lines.length - count;
  return (
    <>
      <Text component="output">
        {count === 1 ? 'Eine Spende' : `${count} Spenden`} über {euros(cents)}
        {left > 0 && `; ${left} ${left === 1 ? 'Zeile bleibt' : 'Zeilen bleiben'} weg`}.
      </Text>
      <RecordList
        label="Spenden der Datei"
        columns={columns}
        rows={lines}
        keyOf={({ line }) => String(line)}
        renderCard={(row) => (
          <span className={classes['words']}>
            <strong>
              {row.donorName}: <span className={classes['amount']}>{euros(row.cents)}</span>
            </strong>
            <span className={classes['quiet']}>{[germanDate(row.receivedOn), wordsOf(row)].join(' · ')}</span>
          </span>
        )}
        empty={<Text size="sm">In dieser Datei steht keine Zeile.</Text>}
      />
      <FormProblem error={error} onReload={onReload} />
      {count > 0 && (
        <Button style={{ alignSelf: 'flex-start' }} loading={isBusy} onClick={() => onBook(found)}>
          Übernehmen
        </Button>
      )}
    </>
  );
}
