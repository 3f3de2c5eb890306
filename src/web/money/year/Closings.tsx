import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { reopeningInput, type Closing, type Year } from '#shared/money/books/contract.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import classes from '../mandates/mandates.module.css';
import { useBooksMutations } from './queries.ts';

/** What was closed, and what of it was opened again. */
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
  const form = useShapeForm({ reason: '' }, reopeningInput);
  const submit = form.onSubmit(({ reason }) =>
    reopen.mutate(
      { id, reason },
      {
        onSuccess: () => (notify('Der Abschluss ist aufgehoben.'), onClose()),
        onError: (refusal: unknown) => applyProblem(form, refusal),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">Bis {germanDate(until)} kann danach wieder gebucht werden. Der Grund steht in jeder späteren Ausgabe.</Text>
        <TextInput label="Grund" required maxLength={200} {...form.getInputProps('reason')} />
        <FormProblem error={reopen.error} fields={['reason']} />
        <Button type="submit" disabled={!form.values.reason.trim()} loading={reopen.isPending}>
          Aufheben
        </Button>
      </Stack>
    </form>
  );
}
