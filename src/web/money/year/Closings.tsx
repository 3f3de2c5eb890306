import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { reopeningInput, type Closing, type Year } from '#shared/money/books/contract.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { ReasonForm } from '#web/ui/decisions/ReasonForm.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import classes from '../mandates/mandates.module.css';
import { useBooksMutations } from './queries.ts';

/** Past closings, and which of them were reopened. */
export function Closings({ year: { closings, closedUntil, mayReopen } }: { year: Year }) {
  const [opened, setOpened] = useState<Closing>();
  return (
    <Stack gap="xs">
      {closings.map((closing) => (
        <Group key={closing.id} justify="space-between" className={classes['card']}>
          <div className={classes['row']}>
            <strong>Bis {germanDate(closing.until)}</strong>
            <span className={classes['quiet']}>
              {formatDateTime(closing.closedAt)}, {closing.closedBy}
              {closing.reopenedAt && ` · aufgehoben ${formatDateTime(closing.reopenedAt)}, ${closing.reopenedBy}: ${closing.reason}`}
            </span>
            {!closing.reopenedAt && (
              <StateMark tone={closing.isUnchanged ? 'good' : 'bad'}>
                {closing.isUnchanged ? 'Zahlen unverändert' : 'Zahlen weichen ab'}
              </StateMark>
            )}
          </div>
          {mayReopen && !closing.reopenedAt && closing.until === closedUntil && (
            <Button variant="default" onClick={() => setOpened(closing)}>
              Aufheben …
            </Button>
          )}
        </Group>
      ))}
      <Modal opened={opened !== undefined} onClose={() => setOpened(undefined)} title="Abschluss aufheben" centered>
        {opened && <ReopenForm closing={opened} onClose={() => setOpened(undefined)} />}
      </Modal>
    </Stack>
  );
}

function ReopenForm({ closing: { id, until }, onClose }: { closing: Closing; onClose: () => void }) {
  const { reopen } = useBooksMutations();
  const save = (reason: string, onError: (error: unknown) => void) =>
    reopen.mutate({ id, reason }, { onSuccess: () => (notify('Der Abschluss ist aufgehoben.'), onClose()), onError });
  return (
    <ReasonForm shape={reopeningInput.shape.reason} action="Aufheben" isBusy={reopen.isPending} error={reopen.error} onReason={save}>
      <Text size="sm">Bis {germanDate(until)} kann danach wieder gebucht werden. Der Grund steht in jeder späteren Ausgabe.</Text>
    </ReasonForm>
  );
}
