import { Button } from '@mantine/core';
import { euros } from '#shared/kernel/money.ts';
import { chargeMethodNames } from '#shared/money/chargeWords.ts';
import type { LevyLine } from '#shared/money/levies/contract.ts';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import classes from '../mandates/mandates.module.css';

type LevyLinesProps = {
  lines: readonly LevyLine[];
  left: ReadonlySet<string>;
  onLeave: (line: LevyLine) => void;
  onTake: (line: LevyLine) => void;
};

/** The charges of a levy, one line each; persons can be excluded. */
export function LevyLines({ lines, ...choice }: LevyLinesProps) {
  return (
    <RecordList
      label="Was gefordert wird"
      columns={columnsOf(choice)}
      rows={lines}
      keyOf={({ forId }) => forId}
      renderCard={(line) => (
        <div className={classes['row']}>
          <strong>{line.name}</strong>
          <span className={classes['quiet']}>
            {[line.label, line.payer !== line.name && `zahlt ${line.payer}`, chargeMethodNames[line.method], line.note]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <strong>{euros(line.cents)}</strong>
          <LeaveButton line={line} {...choice} />
        </div>
      )}
      empty={<EmptyState icon="receipt" title="Niemand gefunden." />}
    />
  );
}

function columnsOf(choice: Omit<LevyLinesProps, 'lines'>): Column<LevyLine>[] {
  return [
    { name: 'name', label: 'Für', isName: true, cell: ({ name }) => name },
    { name: 'payer', label: 'Zahler', cell: ({ payer }) => payer },
    { name: 'label', label: 'Text', cell: ({ label, note }) => [label, note].filter(Boolean).join(' · ') },
    { name: 'method', label: 'Zahlungsart', cell: ({ method }) => chargeMethodNames[method] },
    {
      name: 'cents',
      label: 'Betrag',
      isNumber: true,
      cell: ({ cents }) => <strong style={{ whiteSpace: 'nowrap' }}>{euros(cents)}</strong>,
    },
    { name: 'leave', label: 'Diesmal', cell: (line) => <LeaveButton line={line} {...choice} /> },
  ];
}

function LeaveButton({ line, left, onLeave, onTake }: Omit<LevyLinesProps, 'lines'> & { line: LevyLine }) {
  const isLeft = left.has(line.forId);
  const words = isLeft ? 'Doch fordern' : 'Ausnehmen';
  return (
    <Button variant="default" size="compact-md" aria-label={`${words}: ${line.name}`} onClick={() => (isLeft ? onTake : onLeave)(line)}>
      {words}
    </Button>
  );
}
