import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';

type ReasonDialogProps = {
  /** Why it needs a reason; undefined while nothing is asked. */ question: string | undefined;
  onClose: () => void;
  onAnswer: (reason: string) => void;
};

/** Asks for the reason without which a change is not taken, such as fewer places than people. */
export function ReasonDialog({ question, onClose, onAnswer }: ReasonDialogProps) {
  return (
    <Modal
      opened={question !== undefined}
      onClose={onClose}
      title="Bitte begründen"
      centered
      closeButtonProps={{ 'aria-label': 'Schließen' }}
    >
      <ReasonForm question={question} onClose={onClose} onAnswer={onAnswer} />
    </Modal>
  );
}

function ReasonForm({ question, onClose, onAnswer }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // The course's form, which the dialog was opened from, is not sent with it.
        event.stopPropagation();
        if (reason.trim() !== '') onAnswer(reason.trim());
      }}
    >
      <Stack>
        <Text size="sm">{question}</Text>
        <TextInput
          label="Grund"
          description="Er steht im Protokoll."
          required
          data-autofocus
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Abbrechen
          </Button>
          <Button type="submit" disabled={reason.trim() === ''}>
            Trotzdem speichern
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
