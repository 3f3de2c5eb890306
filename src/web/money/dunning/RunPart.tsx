import { Button, Menu, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pages } from '#shared/kernel/pages.ts';
import { euros, sumOfCents } from '#shared/kernel/money.ts';
import { namedLabel } from '#shared/money/chargeWords.ts';
import type { DunningPreview, ShownNotice } from '#shared/money/dunning/contract.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notify, notifyRefusal } from '#web/ui/notices/notices.tsx';
import { RowMenu } from '#web/ui/decisions/RowMenu.tsx';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import classes from '../mandates/mandates.module.css';
import { LeftOutList } from './LeftOutList.tsx';
import { dunningPreviewQuery, useDunningMutations } from './queries.ts';
import { StopDialog } from './StopDialog.tsx';

type RunPartProps = { onAccount: (payerId: string) => void; onSent: () => void };

/** The payers whose notice is due today; selected ones are notified. */
export function RunPart({ onAccount, onSent }: RunPartProps) {
  const query = useQuery(dunningPreviewQuery());
  const { data, refetch } = query;
  const { create } = useDunningMutations();
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const [lowered, setLowered] = useState<ReadonlySet<string>>(new Set());
  const [stopped, setStopped] = useState<ShownNotice>();
  // The sum and the button above the list would move it.
  if (!data) return <Loading query={query} />;
  const all = data.notices.map(({ payerId }) => payerId);
  const selected = new Set(all.filter((id) => !excluded.has(id)));
  const chosen = data.notices.filter(({ payerId }) => selected.has(payerId));
  const send = ({ hash }: DunningPreview) =>
    confirm({
      title: 'Jetzt verschicken?',
      text: `${sumWords(chosen)} Heute lässt es sich noch zurücknehmen; Mails bleiben verschickt.`,
      action: 'Verschicken',
      onConfirm: () =>
        create.mutate(
          { hash, excluded: [...excluded], lowered: [...lowered] },
          { onSuccess: ({ notices }) => (notify(`${payersWords(notices)} gemahnt.`), onSent()) },
        ),
    });
  return (
    <Stack gap="sm">
      <FormProblem error={create.error} onReload={() => (create.reset(), void refetch())} />
      {chosen.length > 0 && <Text component="output">{sumWords(chosen)}</Text>}
      <Automatic count={data.automatic} />
      {data.notices.length > 0 && (
        <Button
          style={{ alignSelf: 'flex-start' }}
          loading={create.isPending}
          onClick={() => (chosen.length === 0 ? notifyRefusal('Bitte haken Sie zuerst Zahler an.') : send(data))}
        >
          {payersWords(chosen.length)} mahnen
        </Button>
      )}
      <RecordList
        label="Wer heute an der Reihe ist"
        columns={columnsOf(onAccount, lowered)}
        rows={data.notices}
        keyOf={({ payerId }) => payerId}
        renderCard={(notice) => <NoticeCard notice={notice} isLowered={lowered.has(notice.payerId)} onAccount={onAccount} />}
        renderActions={(notice) => (
          <NoticeMenu
            notice={notice}
            isLowered={lowered.has(notice.payerId)}
            onLower={() => setLowered(toggled(lowered, notice.payerId))}
            onStop={() => setStopped(notice)}
          />
        )}
        selection={{
          selected,
          onSelect: (change) => {
            const next = change(selected);
            setExcluded(new Set(all.filter((id) => !next.has(id))));
          },
          isSelectable: () => true,
          nameOf: ({ name }) => name,
        }}
        empty={
          <EmptyState icon="mood-smile" title="Heute ist niemand zu mahnen.">
            <p>Wer überfällig ist und trotzdem nicht gemahnt wird, steht mit dem Grund darunter.</p>
          </EmptyState>
        }
      />
      <LeftOutList rows={data.leftOut} onAccount={onAccount} />
      <StopDialog payer={stopped && { payerId: stopped.payerId, name: stopped.name, stop: null }} onClose={() => setStopped(undefined)} />
    </Stack>
  );
}

/** What goes out without anybody's doing, and where that is decided. */
function Automatic({ count }: { count: number | null }) {
  const words =
    count === null
      ? 'Nichts geht von selbst hinaus.'
      : `Zahlungserinnerungen gehen jeden Morgen um 8:40 Uhr von selbst hinaus; nach heutigem Stand ${count === 0 ? 'keine' : payersWords(count)}.`;
  return (
    <Text size="sm">
      {words}{' '}
      <Link to={pages.adminConfig.path} hash="bank">
        Einstellung
      </Link>
    </Text>
  );
}

function columnsOf(onAccount: (id: string) => void, lowered: ReadonlySet<string>): Column<ShownNotice>[] {
  return [
    {
      name: 'name',
      label: 'Zahler',
      isName: true,
      cell: ({ payerId, name }) => <RecordLink onOpen={() => onAccount(payerId)}>{name}</RecordLink>,
    },
    { name: 'level', label: 'Stufe', cell: (notice) => levelWords(notice, lowered.has(notice.payerId)) },
    { name: 'lines', label: 'Wofür', cell: linesWords },
    { name: 'way', label: 'Wie', cell: deliveryInWords },
    { name: 'fee', label: 'Gebühr', isNumber: true, cell: ({ feeCents }) => feeCents > 0 && euros(feeCents) },
    {
      name: 'cents',
      label: 'Offen',
      isNumber: true,
      cell: ({ cents }) => <strong style={{ whiteSpace: 'nowrap' }}>{euros(cents)}</strong>,
    },
  ];
}

type NoticeCardProps = { notice: ShownNotice; isLowered: boolean; onAccount: (id: string) => void };

function NoticeCard({ notice, isLowered, onAccount }: NoticeCardProps) {
  const { payerId, name, cents, feeCents } = notice;
  return (
    <div className={classes['row']}>
      <RecordLink onOpen={() => onAccount(payerId)}>{name}</RecordLink>
      <span>{[levelWords(notice, isLowered), deliveryInWords(notice)].join(' · ')}</span>
      <span className={classes['quiet']}>{linesWords(notice)}</span>
      <strong>
        {euros(cents)}
        {feeCents > 0 && ` und ${euros(feeCents)} Gebühr`}
      </strong>
    </div>
  );
}

type NoticeMenuProps = { notice: ShownNotice; isLowered: boolean; onLower: () => void; onStop: () => void };

function NoticeMenu({ notice: { name, level }, isLowered, onLower, onStop }: NoticeMenuProps) {
  return (
    <RowMenu name={name}>
      {level > 0 && <Menu.Item onClick={onLower}>{isLowered ? 'Doch die volle Stufe' : 'Eine Stufe niedriger'}</Menu.Item>}
      <Menu.Item onClick={onStop}>Mahnsperre setzen …</Menu.Item>
    </RowMenu>
  );
}

function levelWords({ levelName }: ShownNotice, isLowered: boolean): string {
  return isLowered ? `${levelName}, eine Stufe niedriger` : levelName;
}

function deliveryInWords({ byMail, byLetter }: ShownNotice): string {
  return [byMail && 'E-Mail', byLetter && 'Brief'].filter(Boolean).join(' und ');
}

function linesWords({ lines }: ShownNotice): string {
  const [first, ...rest] = lines;
  return `${first ? namedLabel(first) : ''}${rest.length > 0 ? ` und ${rest.length} weitere` : ''}`;
}

function sumWords(notices: readonly ShownNotice[]): string {
  const sum = sumOfCents(notices);
  const letters = notices.filter(({ byLetter }) => byLetter).length;
  return `${payersWords(notices.length)}, ${euros(sum)}${letters > 0 ? `, davon ${letters} per Brief` : ''}.`;
}

function payersWords(count: number): string {
  return count === 1 ? '1 Zahler' : `${count.toLocaleString('de-DE')} Zahler`;
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return set.has(id) ? new Set([...set].filter((one) => one !== id)) : new Set([...set, id]);
}
