import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import type { Debit } from '#shared/money/sepaRuns.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import classes from '../charges/charges.module.css';
import { sepaProposalQuery, useSepaMutations } from '../charges/queries.ts';
import { FaultList } from './FaultList.tsx';
import { SepaRuns } from './SepaRuns.tsx';

const columns: Column<Debit>[] = [
  { name: 'holder', label: 'Kontoinhaber', isName: true, cell: ({ holder }) => holder },
  { name: 'account', label: 'Konto', cell: ({ account }) => account },
  { name: 'mandate', label: 'Mandat', cell: ({ mandate, sequence }) => `${mandate}${sequence === 'OOFF' ? ' (einmalig)' : ''}` },
  { name: 'charges', label: 'Forderungen', cell: wordsOf },
  { name: 'cents', label: 'Betrag', cell: ({ cents }) => <strong className={classes['amount']}>{euros(cents)}</strong> },
];

/** Direct debits: what would be collected and when, what stands against it, and the runs so far. */
export function SepaPart() {
  const [wish, setWish] = useState<string>();
  const { data, error, refetch } = useQuery(sepaProposalQuery(wish));
  const { create } = useSepaMutations();
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Pending />;
  const { missing, earliest, collectionDate, debits, totalCents, faults, later } = data;
  const isReady = missing.length === 0 && debits.length > 0;
  const submit = () =>
    confirm({
      title: 'Lastschriftlauf anlegen?',
      text: `${countOf(debits.length)} über zusammen ${euros(totalCents)} zum ${germanDate(collectionDate)}. Wer bezahlt, wird jetzt per Mail benachrichtigt.`,
      action: 'Anlegen',
      onConfirm: () =>
        create.mutate(collectionDate, {
          onSuccess: ({ needsOther }) =>
            notify(`Der Lauf ist angelegt. ${needsOther ? 'Eine zweite Person reicht ihn ein.' : 'Laden Sie nun die Datei herunter.'}`),
        }),
    });
  return (
    <>
      {missing.length > 0 && (
        <Alert color="orange" title="Für Lastschriften fehlt in den Einstellungen">
          {missing.join(', ')}. Das trägt ein Superuser unter „Einstellungen“ ein.
        </Alert>
      )}
      <Group gap="sm" align="flex-end" className="no-print">
        <DayField label="Einzug am" hasVisibleLabel value={collectionDate} min={earliest} onChange={setWish} />
        <Button disabled={!isReady} loading={create.isPending} onClick={submit}>
          Lastschriftlauf anlegen
        </Button>
      </Group>
      <Text size="sm" c="dimmed" component="output">
        {countOf(debits.length)} über zusammen {euros(totalCents)}; frühestens am {germanDate(earliest)} (Vorlauf der Bank und
        Ankündigungsfrist), nur an Banktagen.
      </Text>
      <FormProblem error={create.error} />
      {later > 0 && <Text size="sm">Mehr als 20.000 Forderungen: {later.toLocaleString('de-DE')} kommen in den nächsten Lauf.</Text>}
      <FaultList faults={faults} />
      <RecordList
        label="Was eingezogen wird"
        columns={columns}
        rows={debits}
        keyOf={({ mandate }) => mandate}
        renderCard={(row) => <DebitCard row={row} />}
        empty={
          <EmptyState icon="building-bank" title="Bis zu diesem Tag ist nichts einzuziehen.">
            <p>Offene Forderungen mit Lastschriftmandat erscheinen hier, sobald sie fällig sind.</p>
          </EmptyState>
        }
      />
      <SepaRuns />
    </>
  );
}

function DebitCard({ row }: { row: Debit }) {
  return (
    <span className={classes['card']}>
      <strong>{row.holder}</strong>
      <span className={classes['quiet']}>
        {row.account} · {row.mandate}
      </span>
      <span className={classes['quiet']}>{wordsOf(row)}</span>
      <strong>{euros(row.cents)}</strong>
    </span>
  );
}

function wordsOf({ charges }: Debit): string {
  return charges.map(({ label, name }) => `${label} (${name})`).join('; ');
}

function countOf(count: number): string {
  return count === 1 ? '1 Lastschrift' : `${count} Lastschriften`;
}
