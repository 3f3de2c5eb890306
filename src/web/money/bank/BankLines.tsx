import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { BankLine } from '#shared/money/bankStatements.ts';
import { euros } from '#shared/kernel/money.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { RecordList } from '#web/ui/lists/RecordList.tsx';
import { AssignDialog } from './AssignDialog.tsx';
import { bankColumns, BankCard } from './bankColumns.tsx';
import { useBankMutations, type Statement } from './bankQueries.ts';

type BankLinesProps = { statement: Statement; first: { format: string; lines: BankLine[] } };

/** What was found in a statement. Sure finds are ticked, suggestions are left to be ticked, the rest says why it is none. */
export function BankLines({ statement, first }: BankLinesProps) {
  const { book, result } = useBankMutations();
  const [selected, setSelected] = useState<ReadonlySet<string>>(
    () => new Set(first.lines.filter((line) => line.result === 'match').map((line) => line.fingerprint)),
  );
  const [{ lines, format }, setLatest] = useState(first);
  const [assigned, setAssigned] = useState<BankLine>();
  const chosen = lines.filter((line) => selected.has(line.fingerprint) && isBookable(line));
  const cents = chosen.reduce((sum, line) => sum + (line.cents ?? 0), 0);
  const submit = () =>
    confirm({
      title: chosen.length === 1 ? 'Eine Zahlung verbuchen?' : `${chosen.length} Zahlungen verbuchen?`,
      text: `Zusammen ${euros(cents)}. Die Forderungen gelten danach als bezahlt am Buchungstag; einzeln lassen sie sich wieder auf offen setzen.`,
      action: 'Verbuchen',
      onConfirm: () =>
        book.mutate(
          { ...statement, fingerprints: chosen.map(({ fingerprint }) => fingerprint) },
          {
            onSuccess: ({ booked, cents: sum, left, ...now }) => {
              setLatest(now);
              setSelected(new Set());
              notify(`${countOf(booked)} über ${euros(sum)} verbucht${left > 0 ? `, ${left} nicht mehr möglich: siehe Hinweis` : ''}.`);
            },
          },
        ),
    });
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" component="output">
          {summaryOf(lines)} ({format})
        </Text>
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<Icon name="download" size={18} />}
            loading={result.isPending}
            onClick={() => result.mutate(statement, { onSuccess: saveFile, onError: notifyProblem })}
          >
            Ergebnis als CSV
          </Button>
          <Button disabled={chosen.length === 0} loading={book.isPending} onClick={submit}>
            {chosen.length === 0 ? 'Verbuchen' : `${countOf(chosen.length)} verbuchen (${euros(cents)})`}
          </Button>
        </Group>
      </Group>
      <FormProblem error={book.error} />
      <RecordList
        label="Buchungen des Kontoauszugs"
        columns={bankColumns}
        rows={lines}
        keyOf={({ fingerprint }) => fingerprint}
        renderCard={(row) => <BankCard row={row} />}
        selection={{
          selected,
          onSelect: setSelected,
          isSelectable: isBookable,
          nameOf: ({ name, cents: amount }) => `${name || 'ohne Namen'}, ${euros(amount ?? 0)}`,
        }}
        renderActions={(row) =>
          row.mayAssign && (
            <Button variant="default" size="xs" onClick={() => setAssigned(row)} aria-label={`Zuordnen: ${row.name || 'ohne Namen'}`}>
              Zuordnen …
            </Button>
          )
        }
        empty={null}
      />
      <AssignDialog statement={statement} line={assigned} onClose={() => setAssigned(undefined)} onAssigned={setLatest} />
    </>
  );
}

function isBookable({ result }: BankLine): boolean {
  return result === 'match' || result === 'suggestion';
}

function countOf(count: number): string {
  return count === 1 ? '1 Zahlung' : `${count} Zahlungen`;
}

function summaryOf(lines: readonly BankLine[]): string {
  const count = (of: BankLine['result']) => lines.filter(({ result }) => result === of).length;
  const suggestions = count('suggestion') === 1 ? '1 Vorschlag' : `${count('suggestion')} Vorschläge`;
  const all = lines.length === 1 ? '1 Buchung' : `${lines.length} Buchungen`;
  return `${all}: ${count('match')} erkannt, ${suggestions}, ${count('booked')} schon verbucht, ${count('rest')} nicht zugeordnet`;
}
