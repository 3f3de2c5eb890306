import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';

type DeclineFormProps = { isBusy: boolean; error: unknown; onDecline: (reason: string) => void; onCancel: () => void };

/** The reason that the other one reads in the mail. */
export function DeclineForm({ isBusy, error, onDecline, onCancel }: DeclineFormProps) {
  const [reason, setReason] = useState('');
  return (
    <>
      <Textarea
        label="Grund"
        description="Steht in der Mail."
        required
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <FormProblem error={error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          Zurück
        </Button>
        <Button color="red.9" disabled={reason.trim() === ''} loading={isBusy} onClick={() => onDecline(reason)}>
          Ablehnen
        </Button>
      </Group>
    </>
  );
}
