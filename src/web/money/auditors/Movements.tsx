import { Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import type { Movement } from '#shared/money/auditors/contract.ts';
import { sphereNames } from '#shared/money/books/words.ts';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from '../charges/charges.module.css';

type Row = Movement & { no: number };

const columns: Column<Row>[] = [
  { name: 'no', label: 'Nr.', cell: ({ no }) => no },
  { name: 'day', label: 'Tag', cell: ({ day }) => germanDate(day) },
  { name: 'account', label: 'Wo', cell: ({ place }) => place },
  { name: 'label', label: 'Wofür', isName: true, cell: purposeOf },
  { name: 'text', label: 'Text', cell: ({ text }) => text },
  { name: 'document', label: 'Beleg', cell: ({ document }) => document },
  { name: 'cents', label: 'Betrag', isNumber: true, cell: ({ cents }) => <strong className={classes['amount']}>{euros(cents)}</strong> },
];

const atOnce = 100;

/** All transactions of a year, with full-text search. */
export function Movements({ movements }: { movements: readonly Movement[] }) {
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState(atOnce);
  const words = search.toLocaleLowerCase('de').split(/\s+/).filter(Boolean);
  const rows = movements
    .map((movement, at) => ({ ...movement, no: at + 1 }))
    .filter((row) => words.every((word) => wordsOf(row).includes(word)));
  return (
    <PagePart title="Alle Buchungen">
      <TextInput
        label="Suchen"
        description="Tag, Text, Beleg oder Betrag"
        value={search}
        onChange={({ currentTarget }) => {
          setSearch(currentTarget.value);
          setShown(atOnce);
        }}
        maw={420}
        mb="sm"
      />
      <Text component="output" display="block" size="sm" mb="xs">
        {rows.length.toLocaleString('de-DE')} von {movements.length.toLocaleString('de-DE')} Buchungen
      </Text>
      <RecordList
        label="Alle Buchungen"
        columns={columns}
        rows={rows.slice(0, shown)}
        keyOf={({ no }) => String(no)}
        renderCard={(row) => <MovementCard row={row} />}
        empty={<EmptyState icon="receipt-euro" title="Keine Buchung gefunden." />}
      />
      {rows.length > shown && (
        <Button variant="default" mt="sm" onClick={() => setShown(shown + atOnce)}>
          Weitere zeigen
        </Button>
      )}
    </PagePart>
  );
}

function MovementCard({ row }: { row: Row }) {
  return (
    <span className={classes['card']}>
      <strong>
        {row.no}. {purposeOf(row)}: <span className={classes['amount']}>{euros(row.cents)}</span>
      </strong>
      <span className={classes['quiet']}>
        {germanDate(row.day)} · {row.place} · {row.text}
      </span>
      <span className={classes['quiet']}>{row.document}</span>
    </span>
  );
}

function purposeOf({ label, sphere }: Movement): string {
  return sphere ? `${label} (${sphereNames[sphere]})` : label;
}

function wordsOf(row: Row): string {
  return [germanDate(row.day), row.place, purposeOf(row), row.text, row.document, euros(row.cents)].join(' ').toLocaleLowerCase('de');
}
