import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ProposedRefund } from '#shared/money/charges.ts';
import { euros } from '#shared/kernel/money.ts';
import { today } from '#web/lib/berlinDay.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import classes from './charges.module.css';
import { previewQuery, useChargeMutations } from './queries.ts';

const columns: Column<ProposedRefund>[] = [
  { name: 'reference', label: 'Zeichen', cell: ({ reference }) => reference },
  { name: 'name', label: 'Name', isName: true, cell: ({ name }) => name },
  { name: 'label', label: 'Wofür', cell: ({ label }) => label },
  { name: 'reason', label: 'Warum', cell: ({ reason }) => reason },
  { name: 'paid', label: 'Gefordert', cell: ({ paidCents }) => euros(paidCents) },
  { name: 'cents', label: 'Zurück', cell: (row) => <strong>{wordsOf(row)}</strong> },
];

/** Proposed refunds and cancellations of open charges, because a course, session or enrolment was cancelled. */
export function RefundsPart({ courseId }: { courseId: string | undefined }) {
  const { data, error, refetch } = useQuery(previewQuery(courseId, today()));
  const { refund, setState } = useChargeMutations();
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  const go = (row: ProposedRefund) => {
    const { chargeId: id, version, cents, reason } = row;
    const outcome = { onSuccess: () => notify('Erledigt. Die Auszahlung steht unter „Forderungen“.'), onError: notifyProblem };
    if (row.kind === 'cancel')
      return setState.mutate(
        { items: [{ id, version }], to: 'cancelled', reason },
        { onSuccess: () => notify(`${row.reference} ist storniert.`), onError: notifyProblem },
      );
    confirm({
      title: 'Erstattung anlegen?',
      text: `${euros(cents)} an ${row.name}: ${reason}.`,
      action: 'Anlegen',
      onConfirm: () => refund.mutate({ id, version, cents, reason }, outcome),
    });
  };
  return (
    <>
      <Text size="sm" c="dimmed">
        Vorschläge: abgesagte Angebote, abgesagte Plätze nach Abzug der Gebühr, ausgefallene Termine anteilig. Andere Erstattungen legen Sie
        bei der bezahlten Forderung an.
      </Text>
      <RecordList
        label="Was zu erstatten ist"
        columns={columns}
        rows={data?.refunds}
        keyOf={({ chargeId }) => chargeId}
        renderCard={(row) => (
          <span className={classes['card']}>
            <strong>{row.name}</strong>
            <span className={classes['quiet']}>
              {row.reference} · {row.label}
            </span>
            <span className={classes['quiet']}>{row.reason}</span>
            <strong>{wordsOf(row)}</strong>
          </span>
        )}
        renderActions={(row) => (
          <Button
            variant="default"
            size="xs"
            onClick={() => go(row)}
            aria-label={`${row.kind === 'cancel' ? 'Stornieren' : 'Erstatten'}: ${row.name}, ${row.reference}`}
          >
            {row.kind === 'cancel' ? 'Stornieren' : 'Erstatten'}
          </Button>
        )}
        empty={<EmptyState icon="circle-check" title="Hier ist nichts zu erstatten." />}
      />
    </>
  );
}

function wordsOf({ kind, cents }: ProposedRefund): string {
  return kind === 'cancel' ? `offen, ${euros(cents)}` : euros(cents);
}
