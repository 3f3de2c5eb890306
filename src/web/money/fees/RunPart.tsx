import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addDays } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import type { FeePreview, ShownFeeLine } from '#shared/money/fees/fees.ts';
import { today } from '#web/lib/berlinDay.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { SearchField } from '#web/ui/lists/SearchField.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import classes from '../mandates/mandates.module.css';
import { feePreviewQuery, useFeeMutations } from './queries.ts';
import { RunList } from './RunList.tsx';

/** Charges the fees of some months: what would be asked for, of whom and why, and then the booking. */
export function RunPart({ club }: { club: ClubName }) {
  const year = today().slice(0, 4);
  const [from, setFrom] = useState(`${year}-01-01`);
  const [to, setTo] = useState(`${year}-12-31`);
  const [dueOn, setDueOn] = useState(addDays(today(), 30));
  const [search, setSearch] = useState<string>();
  const { data, error, isFetching, refetch } = useQuery(feePreviewQuery({ club, from, to, search }));
  const { book } = useFeeMutations();
  const submit = ({ hash, newLines, newCents }: FeePreview) =>
    confirm({
      title: 'Beiträge fordern?',
      text: `${countOf(newLines)} über zusammen ${euros(newCents)}. Der Lauf lässt sich rückgängig machen, solange nichts davon bezahlt ist.`,
      action: 'Fordern',
      onConfirm: () =>
        book.mutate({ club, from, to, dueOn, hash }, { onSuccess: ({ lines }) => notify(`${countOf(lines)} sind gebucht.`) }),
    });
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end" className="no-print">
        <DayField label="Beiträge von" hasVisibleLabel value={from} onChange={(day) => day && setFrom(day)} />
        <DayField label="bis" hasVisibleLabel value={to} onChange={(day) => day && setTo(day)} />
        <DayField label="Fällig am" hasVisibleLabel value={dueOn} min={today()} onChange={(day) => day && setDueOn(day)} />
      </Group>
      <FormProblem error={error ?? book.error} onReload={() => (book.reset(), void refetch())} />
      {data && !error && (
        <>
          <Summary preview={data} />
          <Button
            style={{ alignSelf: 'flex-start' }}
            disabled={data.newLines === 0}
            loading={book.isPending || isFetching}
            onClick={() => submit(data)}
          >
            {data.newLines === 0 ? '0 neue Zeilen' : `${countOf(data.newLines)} buchen`}
          </Button>
          <SearchField label="Name oder Regel" value={search ?? ''} onSearch={(text) => setSearch(text || undefined)} />
          <RecordList
            label="Was gefordert wird"
            columns={columns}
            rows={data.lines}
            keyOf={(line) => `${line.memberId} ${line.slot} ${line.from}`}
            renderCard={(line) => <LineCard line={line} />}
            empty={<EmptyState icon="receipt-euro" title="Nichts gefunden." />}
          />
        </>
      )}
      <RunList club={club} />
    </Stack>
  );
}

function Summary({ preview }: { preview: FeePreview }) {
  const { newLines, newCents, people, payers, debitCents, same, toCheck, faults, faultCount } = preview;
  return (
    <>
      <Text component="output">
        <strong>{countOf(newLines)}</strong> über <strong>{euros(newCents)}</strong> für {people.toLocaleString('de-DE')} Mitglieder und{' '}
        {payers.toLocaleString('de-DE')} Zahler; davon {euros(debitCents)} per Lastschrift.
        {same > 0 && ` ${same.toLocaleString('de-DE')} Zeilen sind schon gefordert.`}
      </Text>
      {toCheck > 0 && (
        <Alert color="orange" title={`${toCheck.toLocaleString('de-DE')} Zeilen weichen von dem ab, was schon gefordert ist`}>
          Sie stehen unten mit dem alten Betrag. Der Lauf ändert sie nicht: Bitte erstatten oder stornieren Sie die alte Forderung.
        </Alert>
      )}
      {faultCount > 0 && (
        <Alert color="orange" title={`${faultCount.toLocaleString('de-DE')} Mitglieder ohne Beitrag`}>
          <List size="sm">
            {faults.slice(0, 20).map(({ memberId, name, reason }, at) => (
              <List.Item key={`${memberId} ${at}`}>
                {name}: {reason}
              </List.Item>
            ))}
          </List>
          {faultCount > 20 && <Text size="sm">und {(faultCount - 20).toLocaleString('de-DE')} weitere</Text>}
        </Alert>
      )}
    </>
  );
}

const columns: Column<ShownFeeLine>[] = [
  { name: 'name', label: 'Mitglied', isName: true, cell: ({ name }) => name },
  { name: 'label', label: 'Regel', cell: ({ label }) => label },
  { name: 'reason', label: 'Grund', cell: reasonOf },
  { name: 'change', label: 'Stand', cell: (line) => <Change line={line} /> },
  { name: 'cents', label: 'Betrag', cell: ({ cents }) => <strong style={{ whiteSpace: 'nowrap' }}>{euros(cents)}</strong> },
];

function LineCard({ line }: { line: ShownFeeLine }) {
  return (
    <div className={classes['row']}>
      <strong>{line.name}</strong>
      <span className={classes['quiet']}>{[line.label, reasonOf(line)].filter(Boolean).join(' · ')}</span>
      <Change line={line} />
      <strong>{euros(line.cents)}</strong>
    </div>
  );
}

function Change({ line: { change, cents, previousCents } }: { line: ShownFeeLine }) {
  if (change === 'same') return <StateMark tone="quiet">schon gefordert</StateMark>;
  if (change === 'new') return <StateMark tone={cents === 0 ? 'quiet' : 'good'}>{cents === 0 ? 'frei' : 'neu'}</StateMark>;
  return <StateMark tone="waiting">{`gefordert waren ${euros(previousCents)}`}</StateMark>;
}

function reasonOf({ reason, fullCents, cents }: ShownFeeLine): string {
  return [reason, fullCents !== cents && `voll ${euros(fullCents)}`].filter(Boolean).join(', ');
}

function countOf(count: number): string {
  return count === 1 ? '1 Forderung' : `${count.toLocaleString('de-DE')} Forderungen`;
}
