import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import { requiredLine } from '#shared/kernel/fields.ts';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';

const shape = z.object({ reason: requiredLine(300) });

type ReasonDialogProps = {
  /** Why it needs a reason; undefined while nothing is asked. */ question: string | undefined;
  onClose: () => void;
  onAnswer: (reason: string) => void;
};

/** Asks for the reason without which a change is not taken, such as fewer places than people. */
export function ReasonDialog({ question, onClose, onAnswer }: ReasonDialogProps) {
  return (
    <Modal opened={question !== undefined} onClose={onClose} title="Bitte begründen" centered>
      <ReasonForm question={question} onClose={onClose} onAnswer={onAnswer} />
    </Modal>
  );
}

function ReasonForm({ question, onClose, onAnswer }: ReasonDialogProps) {
  const form = useShapeForm({ reason: '' }, shape);
  const submit = form.onSubmit(({ reason }) => onAnswer(reason.trim()));
  return (
    <form
      noValidate
      onSubmit={(event) => {
        // The course's form, which the dialog was opened from, is not sent with it.
        event.stopPropagation();
        submit(event);
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
          {...form.getInputProps('reason')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Abbrechen
          </Button>
          <Button type="submit" disabled={form.values.reason.trim() === ''}>
            Trotzdem speichern
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
