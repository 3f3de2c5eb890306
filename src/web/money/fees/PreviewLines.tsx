import { Button, Group, Text } from '@mantine/core';
import { euros } from '#shared/kernel/money.ts';
import { isOtherThanLast } from '#shared/money/fees/lastYear.ts';
import type { FeeCorrectionKind } from '#shared/money/fees/feeTypes.ts';
import type { ShownFeeLine } from '#shared/money/fees/feePreview.ts';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import classes from '../mandates/mandates.module.css';
import type { Excluded } from './ExcludedLines.tsx';

type PreviewLinesProps = {
  lines: readonly ShownFeeLine[];
  /** How many lines the filter finds. */ found: number;
  /** Lists all of them. */ onWhole: () => void;
  excluded: readonly Excluded[];
  /** Excludes a line from this run. */ onExclude: (line: ShownFeeLine) => void;
  /** Creates an exception from a line's rule, temporary or permanent. */ onExcept: (line: ShownFeeLine) => void;
};

const corrections: { readonly [kind in FeeCorrectionKind]: string } = {
  rewrite: 'wird neu gefordert',
  refund: 'wird erstattet',
  adjust: 'wird nachgefordert',
  wait: 'wartet',
};

/** The lines of a run with their reasons. */
export function PreviewLines({ lines, found, excluded, onWhole, ...actions }: PreviewLinesProps) {
  const left = new Set(excluded.map(({ key }) => key));
  return (
    <>
      {found > lines.length && (
        <Group gap="xs">
          <Text size="sm">
            Die ersten {lines.length.toLocaleString('de-DE')} von {found.toLocaleString('de-DE')} Zeilen.
          </Text>
          <Button variant="default" size="compact-md" className="no-print" onClick={onWhole}>
            Mehr zeigen
          </Button>
        </Group>
      )}
      <RecordList
        label="Was gefordert wird"
        columns={columnsOf(left)}
        renderActions={(line) => <LineButtons line={line} left={left} {...actions} />}
        rows={lines}
        keyOf={({ key }) => key}
        renderCard={(line) => (
          <div className={classes['row']}>
            <strong>{line.name}</strong>
            <span className={classes['quiet']}>{[line.label, reasonOf(line)].filter(Boolean).join(' · ')}</span>
            <Change line={line} left={left} />
            <strong>{euros(line.cents)}</strong>
          </div>
        )}
        empty={<EmptyState icon="receipt-euro" title="Nichts gefunden." />}
      />
    </>
  );
}

type Actions = Pick<PreviewLinesProps, 'onExclude' | 'onExcept'>;

function columnsOf(left: ReadonlySet<string>): Column<ShownFeeLine>[] {
  return [
    { name: 'name', label: 'Mitglied', isName: true, cell: ({ name }) => name },
    { name: 'label', label: 'Regel', cell: ({ label }) => label },
    { name: 'reason', label: 'Grund', cell: reasonOf },
    { name: 'change', label: 'Stand', cell: (line) => <Change line={line} left={left} /> },
    {
      name: 'cents',
      label: 'Betrag',
      isNumber: true,
      cell: ({ cents }) => <strong style={{ whiteSpace: 'nowrap' }}>{euros(cents)}</strong>,
    },
  ];
}

type LineButtonsProps = Actions & { line: ShownFeeLine; left: ReadonlySet<string> };

function LineButtons({ line, left, onExclude, onExcept }: LineButtonsProps) {
  const mayExcept = line.memberId !== '' && line.slot !== 'entry' && !line.slot.startsWith('helper');
  return (
    <Group gap="xs" wrap="nowrap" className="no-print">
      <ExcludeButton line={line} left={left} onExclude={onExclude} />
      {mayExcept && (
        <Button
          variant="default"
          size="compact-md"
          aria-label={`Ausnahme anlegen: ${line.name}, ${line.label}`}
          onClick={() => onExcept(line)}
        >
          Ausnahme …
        </Button>
      )}
    </Group>
  );
}

function ExcludeButton({ line, left, onExclude }: Omit<LineButtonsProps, 'onExcept'>) {
  const isBooked = line.correction === null ? line.change === 'new' && line.cents > 0 : line.correction !== 'wait';
  if (!isBooked) return null;
  if (left.has(line.key)) return null;
  return (
    <Button
      variant="default"
      size="compact-md"
      style={{ justifySelf: 'start' }}
      aria-label={`Auslassen: ${line.name}, ${line.label}`}
      onClick={() => onExclude(line)}
    >
      Auslassen
    </Button>
  );
}

function Change({ line, left }: { line: ShownFeeLine; left: ReadonlySet<string> }) {
  const { change, cents, previousCents } = line;
  if (left.has(line.key)) return <StateMark tone="quiet">diesmal ausgelassen</StateMark>;
  if (change === 'same') return <StateMark tone="quiet">schon gefordert</StateMark>;
  const word = cents === 0 ? 'frei' : 'neu';
  if (isOtherThanLast(line)) return <StateMark tone="waiting">{`${word}, zuletzt ${euros(previousCents)}`}</StateMark>;
  if (change === 'new') return <StateMark tone={cents === 0 ? 'quiet' : 'good'}>{word}</StateMark>;
  return <StateMark tone="waiting">{[`gefordert waren ${euros(previousCents)}`, correctionOf(line)].filter(Boolean).join(', ')}</StateMark>;
}

/** How a difference is settled: open charges are reduced before money is refunded. */
function correctionOf({ change, correction, cents, previousCents, lowered }: ShownFeeLine): string {
  if (change === 'gone' && correction === 'rewrite') return 'wird storniert';
  if (!correction || !lowered) return correction ? corrections[correction] : '';
  const back = previousCents - cents - lowered.cents;
  const off = `${euros(lowered.cents)} entfallen${lowered.isSplit ? ' von den letzten Raten' : ''}`;
  return back > 0 ? `${off}, ${euros(back)} werden erstattet` : off;
}

function reasonOf({ reason, fullCents, cents }: ShownFeeLine): string {
  return [reason, fullCents !== cents && `voll ${euros(fullCents)}`].filter(Boolean).join(', ');
}
