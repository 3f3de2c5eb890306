import { Button, Group, Title } from '@mantine/core';
import { euros } from '#shared/kernel/money.ts';
import type { ShownLeftOut } from '#shared/money/dunning/contract.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import classes from '../mandates/mandates.module.css';
import { useDunningMutations } from './queries.ts';

type LeftOutListProps = { rows: readonly ShownLeftOut[]; onAccount: (payerId: string) => void };

/** Overdue payers who get no notice today, each with the reason. */
export function LeftOutList({ rows, onAccount }: LeftOutListProps) {
  const { court } = useDunningMutations();
  if (rows.length === 0) return null;
  const isCourt = rows.some((row) => row.isCourt);
  const save = () =>
    court.mutate(undefined, {
      onSuccess: (file) => {
        saveFile(file);
        notify('Die Liste ist gespeichert.');
      },
      onError: notifyProblem,
    });
  return (
    <section aria-labelledby="left-out">
      <Group justify="space-between" mt="md" mb="xs">
        <Title order={2} size="h4" id="left-out">
          Überfällig, aber nicht gemahnt
        </Title>
        {isCourt && (
          <Button variant="default" loading={court.isPending} onClick={save}>
            Liste zum gerichtlichen Mahnverfahren
          </Button>
        )}
      </Group>
      <RecordList
        label="Überfällig, aber nicht gemahnt"
        columns={columnsOf(onAccount)}
        rows={rows}
        keyOf={({ payerId }) => payerId}
        renderCard={({ payerId, name, cents, reason }) => (
          <div className={classes['row']}>
            <RecordLink onOpen={() => onAccount(payerId)}>{name}</RecordLink>
            <span className={classes['quiet']}>{reason}</span>
            <strong>{euros(cents)}</strong>
          </div>
        )}
        empty={null}
      />
    </section>
  );
}

function columnsOf(onAccount: (id: string) => void): Column<ShownLeftOut>[] {
  return [
    {
      name: 'name',
      label: 'Zahler',
      isName: true,
      cell: ({ payerId, name }) => <RecordLink onOpen={() => onAccount(payerId)}>{name}</RecordLink>,
    },
    { name: 'reason', label: 'Warum nicht', cell: ({ reason }) => reason },
    {
      name: 'cents',
      label: 'Offen',
      isNumber: true,
      cell: ({ cents }) => <strong style={{ whiteSpace: 'nowrap' }}>{euros(cents)}</strong>,
    },
  ];
}
