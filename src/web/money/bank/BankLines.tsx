import { Button, Group, Menu, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { KeptLine } from '#shared/money/bankLines.ts';
import { bankLineFilterNames, bankLineFilters, type BankLineFilter } from '#shared/money/bankWords.ts';
import { euros, sumOfCents } from '#shared/kernel/money.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notify, notifyProblem, notifyRefusal } from '#web/ui/notices/notices.tsx';
import { RecordList } from '#web/ui/lists/RecordList.tsx';
import { useWide } from '#web/ui/lists/useWide.ts';
import { RowMenu } from '#web/ui/decisions/RowMenu.tsx';
import { Segments } from '#web/ui/filters/Segments.tsx';
import { AssignDialog } from './AssignDialog.tsx';
import { bankColumns, BankCard } from './bankColumns.tsx';
import { useBankMutations, bankLinesQuery } from './bankQueries.ts';
import { LineEntryDialog } from '../entries/LineEntryDialog.tsx';
import { RuleDialog, type OpenRule } from './rules/RuleDialog.tsx';
import { ruleFromLine } from './rules/ruleFromLine.ts';
import { DecideDialog, type Decision } from './DecideDialog.tsx';
import { useLineKeys } from './useLineKeys.ts';
import { ReturnLineDialog } from './ReturnLineDialog.tsx';

/** The bank's transactions: open ones with their suggested match, booked and ignored ones. */
export function BankLines() {
  const [state, setState] = useState<BankLineFilter>('open');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(bankLinesQuery(state));
  const [assigned, setAssigned] = useState<KeptLine>();
  const [returned, setReturned] = useState<KeptLine>();
  const [entered, setEntered] = useState<KeptLine>();
  const [ruled, setRuled] = useState<OpenRule>();
  const [asked, setAsked] = useState<{ decision: Decision; line: KeptLine }>();
  const frame = useRef<HTMLDivElement>(null);
  useLineKeys(frame);
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  const rows = data?.pages.flatMap((page) => page.rows);
  const [first] = data?.pages ?? [];
  const labelOf = (one: BankLineFilter) => `${bankLineFilterNames[one]}${one === 'open' && first ? ` (${first.open})` : ''}`;
  const list = {
    rows,
    onAssign: setAssigned,
    onAsk: setAsked,
    onReturn: setReturned,
    onEnter: setEntered,
    onRule: (line: KeptLine) => setRuled({ first: ruleFromLine(line), line }),
  };
  return (
    <>
      <Segments
        className="no-print"
        aria-label="Welche Bankzeilen"
        data={bankLineFilters.map((value) => ({ value, label: labelOf(value) }))}
        value={state}
        onChange={setState}
      />
      {first?.isCut && <Text size="sm">Die ältesten {first.rows.length} Zeilen. Die übrigen folgen, sobald diese erledigt sind.</Text>}
      <div ref={frame}>
        {state === 'open' ? <OpenLines key={rows?.map(({ id, result }) => `${id} ${result}`).join()} {...list} /> : <Lines {...list} />}
      </div>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Mehr laden
        </Button>
      )}
      <AssignDialog line={assigned} onClose={() => setAssigned(undefined)} />
      <LineEntryDialog line={entered} onClose={() => setEntered(undefined)} />
      <RuleDialog open={ruled} onClose={() => setRuled(undefined)} />
      <ReturnLineDialog line={returned} onClose={() => setReturned(undefined)} />
      <DecideDialog asked={asked} onClose={() => setAsked(undefined)} />
    </>
  );
}

const nothingChosen = 'Bitte haken Sie zuerst Zeilen an. Was zu klären ist, buchen Sie mit den Knöpfen seiner Zeile.';

type ListProps = {
  rows: KeptLine[] | undefined;
  onAssign: (line: KeptLine) => void;
  onReturn: (line: KeptLine) => void;
  onEnter: (line: KeptLine) => void;
  onRule: (line: KeptLine) => void;
  onAsk: (asked: { decision: Decision; line: KeptLine }) => void;
};

/** Certain matches are preselected, suggestions are not, the others say why there is no match. */
function OpenLines(list: ListProps) {
  const { rows = [] } = list;
  const { book } = useBankMutations();
  const [selected, setSelected] = useState<ReadonlySet<string>>(
    () => new Set(rows.filter(({ result }) => result === 'match' || result === 'rule').map(({ id }) => id)),
  );
  const chosen = rows.filter((line) => selected.has(line.id) && isBookable(line));
  const payments = chosen.filter(({ result }) => result !== 'rule');
  const cents = sumOfCents(payments);
  const byRule = chosen.length - payments.length;
  const submit = () =>
    confirm({
      title: chosen.length === 1 ? 'Eine Zeile verbuchen?' : `${chosen.length} Zeilen verbuchen?`,
      text: [
        payments.length > 0 &&
          `${countOf(payments.length)}, zusammen ${euros(cents)}: Die Forderungen gelten danach als bezahlt am Buchungstag.`,
        byRule > 0 && `${ruledOf(byRule)}.`,
        'Jede Zeile lässt sich danach wieder öffnen.',
      ]
        .filter(Boolean)
        .join(' '),
      action: 'Verbuchen',
      onConfirm: () =>
        book.mutate(
          chosen.map(({ id }) => id),
          {
            onSuccess: (done) => notify(doneWords(done)),
          },
        ),
    });
  return (
    <>
      {rows.length > 0 && (
        <Group justify="space-between" gap="xs" className="no-print">
          <Text size="sm" c="dimmed" component="output">
            {summaryOf(rows)}
          </Text>
          <Button loading={book.isPending} onClick={chosen.length === 0 ? () => notifyRefusal(nothingChosen) : submit}>
            {chosen.length === 0 ? 'Verbuchen' : chosenWords(payments.length, cents, byRule)}
          </Button>
        </Group>
      )}
      <FormProblem error={book.error} />
      <Lines {...list} selection={{ selected, onSelect: setSelected, isSelectable: isBookable, nameOf }} />
    </>
  );
}

type Selection = NonNullable<Parameters<typeof RecordList<KeptLine>>[0]['selection']>;

function Lines({ rows, selection, ...ways }: ListProps & { selection?: Selection }) {
  return (
    <RecordList
      label="Bankzeilen"
      columns={bankColumns}
      rows={rows}
      keyOf={({ id }) => id}
      renderCard={(row) => <BankCard row={row} />}
      {...(selection && { selection })}
      renderActions={(row) => <Actions row={row} {...ways} />}
      empty={
        <EmptyState icon="building-bank" title="Hier ist nichts.">
          <p>Offene Zeilen erscheinen, sobald Sie einen Kontoauszug einlesen.</p>
        </EmptyState>
      }
    />
  );
}

type ActionsProps = Omit<ListProps, 'rows'> & { row: KeptLine };

const runWords = {
  settle: { title: 'Lauf eingezogen?', text: 'Die Forderungen darin gelten danach als bezahlt.', done: 'eingezogen' },
  payout: { title: 'Sammelüberweisung ausgeführt?', text: 'Alles darin gilt danach als ausgezahlt, am Tag der Bank.', done: 'ausgeführt' },
};

/** The actions possible on a transaction. */
function Actions({ row, onAssign, onReturn, onEnter, onRule, onAsk }: ActionsProps) {
  const { settle } = useBankMutations();
  const { action } = row;
  const settleAsked = ({ kind, messageId }: { kind: 'settle' | 'payout'; messageId: string }) => {
    const { title, text, done } = runWords[kind];
    confirm({
      title,
      text: `${messageId} über ${euros(Math.abs(row.cents))}: ${text}`,
      action: `Ja, ${done}`,
      onConfirm: () =>
        settle.mutate(
          { id: row.id, version: row.version },
          { onSuccess: () => notify(`${messageId} ist ${done}.`), onError: notifyProblem },
        ),
    });
  };
  const move = () =>
    settle.mutate(
      { id: row.id, version: row.version },
      { onSuccess: () => notify(`Die Umbuchung über ${euros(Math.abs(row.cents))} ist gebucht.`), onError: notifyProblem },
    );
  const actions: RowAction[] = [
    row.mayAssign && row.cents > 0 ? { words: 'Zuordnen', onClick: () => onAssign(row) } : [],
    action?.kind === 'return' ? { words: 'Rücklastschrift', onClick: () => onReturn(row) } : [],
    action?.kind === 'settle' ? { words: 'Lauf eingezogen', onClick: () => settleAsked(action) } : [],
    action?.kind === 'payout' ? { words: 'Überweisung ausgeführt', onClick: () => settleAsked(action) } : [],
    action?.kind === 'own' ? { words: 'Umbuchen', isImmediate: true, onClick: move } : [],
    row.state === 'new' && !action ? { words: 'Buchen', onClick: () => onEnter(row) } : [],
    row.state === 'new' && row.result === 'rest' && row.charges.length === 0 && !action
      ? { words: 'Regel', onClick: () => onRule(row) }
      : [],
    row.state === 'new' ? { words: 'Ignorieren', onClick: () => onAsk({ decision: 'ignore', line: row }) } : [],
    row.mayReopen ? { words: 'Wieder öffnen', onClick: () => onAsk({ decision: 'reopen', line: row }) } : [],
  ].flat();
  return actions.length > 0 && <RowActions name={nameOf(row)} actions={actions} />;
}

type RowAction = { words: string; /** It asks nothing before. */ isImmediate?: boolean; onClick: () => void };
type RowActionsProps = { name: string; actions: readonly RowAction[] };

/** The most likely action as a button, the others in a menu; on a phone all in the menu, so that they do not cover the card. */
function RowActions({ name, actions }: RowActionsProps) {
  const isWide = useWide();
  const shown = isWide ? actions.slice(0, 1) : [];
  const others = actions.slice(shown.length);
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      {shown.map((one) => (
        <Button key={one.words} variant="default" size="xs" onClick={one.onClick} aria-label={`${wordsOf(one)}: ${name}`}>
          {wordsOf(one)}
        </Button>
      ))}
      {others.length > 0 && (
        <RowMenu name={name}>
          {others.map((one) => (
            <Menu.Item key={one.words} onClick={one.onClick}>
              {wordsOf(one)}
            </Menu.Item>
          ))}
        </RowMenu>
      )}
    </Group>
  );
}

/** Three dots promise a question before anything is done. */
function wordsOf({ words, isImmediate }: RowAction): string {
  return isImmediate ? words : `${words} …`;
}

function isBookable({ result }: KeptLine): boolean {
  return result === 'match' || result === 'suggestion' || result === 'rule';
}

function nameOf({ name, cents }: KeptLine): string {
  return `${name || 'ohne Namen'}, ${euros(cents)}`;
}

function countOf(count: number): string {
  return count === 1 ? '1 Zahlung' : `${count} Zahlungen`;
}

function ruledOf(count: number): string {
  return count === 1 ? '1 Zeile nach Regel' : `${count} Zeilen nach Regeln`;
}

function chosenWords(payments: number, cents: number, byRule: number): string {
  if (payments === 0) return `${ruledOf(byRule)} buchen`;
  return `${countOf(payments)} verbuchen (${euros(cents)})${byRule > 0 ? `, ${ruledOf(byRule)}` : ''}`;
}

function doneWords({ booked, cents, byRule, left }: { booked: number; cents: number; byRule: number; left: number }): string {
  const parts = [
    (booked > 0 || byRule === 0) && `${countOf(booked)} über ${euros(cents)} verbucht`,
    byRule > 0 && `${ruledOf(byRule)} gebucht`,
    left > 0 && `${left} nicht mehr möglich`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

function summaryOf(lines: readonly KeptLine[]): string {
  const count = (of: KeptLine['result']) => lines.filter(({ result }) => result === of).length;
  const suggestions = count('suggestion') === 1 ? '1 Vorschlag' : `${count('suggestion')} Vorschläge`;
  const rules = count('rule') > 0 ? `${count('rule')} nach Regel, ` : '';
  return `${count('match')} erkannt, ${suggestions}, ${rules}${count('rest')} zu klären`;
}
