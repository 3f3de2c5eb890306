import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { openingsAtMostBytes, type OpeningLine, type Openings } from '#shared/money/openings/contract.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from '../charges/charges.module.css';
import { FileToCheck } from './FileToCheck.tsx';
import { useOpeningMutations } from './queries.ts';

const resultWords: { readonly [result in OpeningLine['result']]: string } = {
  charge: 'Forderung',
  credit: 'Guthaben',
  known: 'bleibt weg',
  faulty: 'fehlerhaft',
};

const columns: Column<OpeningLine>[] = [
  { name: 'line', label: 'Zeile', cell: ({ line }) => line },
  { name: 'name', label: 'Mitglied', isName: true, cell: ({ name }) => name },
  { name: 'payer', label: 'Zahler', cell: ({ payer }) => payer },
  { name: 'label', label: 'Zweck', cell: ({ label }) => label },
  { name: 'due', label: 'Fällig', cell: ({ dueOn }) => germanDate(dueOn) },
  { name: 'cents', label: 'Betrag', isNumber: true, cell: ({ cents }) => <span className={classes['amount']}>{euros(cents)}</span> },
  { name: 'result', label: 'Wird', cell: ({ result, message }) => [resultWords[result], message].filter(Boolean).join(': ') },
];

/** Imports members' opening balances from a previous program. */
export function OpeningsPart({ onBooked }: { onBooked: () => void }) {
  const { check, book } = useOpeningMutations();
  const [content, setContent] = useState('');
  const look = (text: string) => {
    setContent(text);
    check.mutate({ content: text });
  };
  const submit = ({ hash }: Openings) =>
    book.mutate(
      { content, hash },
      {
        onSuccess: ({ charges, credits }) => (notify(`Übernommen: ${charges} Forderungen, ${credits} Guthaben.`), onBooked()),
      },
    );
  return (
    <PagePart title="Anfangssalden" lead="Was Mitglieder im bisherigen Programm noch schuldeten oder zu viel bezahlt hatten.">
      <Stack gap="sm">
        <Text size="sm">
          Eine CSV-Datei mit den Spalten Mitgliedsnummer, Zweck, fällig und offen. Was negativ ist, wird Guthaben. Sie sehen zuerst, was
          daraus wird; niemand bekommt eine Mail, und zu den Einnahmen des Jahres zählt es nicht.
        </Text>
        <FileToCheck
          atMostBytes={openingsAtMostBytes}
          error={check.error}
          isBusy={check.isPending}
          onChoose={() => (check.reset(), book.reset())}
          onCheck={look}
        />
        {check.data && (
          <Shown openings={check.data} error={book.error} isPending={book.isPending} onBook={submit} onReload={() => look(content)} />
        )}
      </Stack>
    </PagePart>
  );
}

type ShownProps = { openings: Openings; error: unknown; isPending: boolean; onBook: (of: Openings) => void; onReload: () => void };

function Shown({ openings, error, isPending, onBook, onReload }: ShownProps) {
  const { lines, charges, chargeCents, credits, creditCents } = openings;
  const left = lines.length - charges - credits;
  return (
    <>
      <Text component="output">
        {charges} Forderungen über {euros(chargeCents)}, {credits} Guthaben über {euros(creditCents)}
        {left > 0 && `; ${left} ${left === 1 ? 'Zeile bleibt' : 'Zeilen bleiben'} weg`}.
      </Text>
      <RecordList
        label="Anfangssalden"
        columns={columns}
        rows={lines}
        keyOf={({ line }) => String(line)}
        renderCard={({ name, label, cents, result, message }) => (
          <span className={classes['card']}>
            <strong>
              {name}: <span className={classes['amount']}>{euros(cents)}</span>
            </strong>
            <span className={classes['quiet']}>{[label, resultWords[result], message].filter(Boolean).join(' · ')}</span>
          </span>
        )}
        empty={<Text size="sm">In dieser Datei steht keine Zeile.</Text>}
      />
      <FormProblem error={error} onReload={onReload} />
      {charges + credits > 0 && (
        <Button style={{ alignSelf: 'flex-start' }} loading={isPending} onClick={() => onBook(openings)}>
          Übernehmen
        </Button>
      )}
    </>
  );
}
