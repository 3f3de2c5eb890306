import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import { requiredLine } from '#shared/kernel/fields.ts';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';

const shape = z.object({ reason: requiredLine(200) });

type ExcludeDialogProps = {
  /** Undefined while nobody is asked about. */ name: string | undefined;
  /** What comes of it. */ words: string;
  onClose: () => void;
  onExclude: (reason: string) => void;
};

/** Asks why somebody is not charged. */
export function ExcludeDialog({ name, words, onClose, onExclude }: ExcludeDialogProps) {
  return (
    <Modal opened={name !== undefined} onClose={onClose} title="Ausnehmen" centered>
      <ExcludeForm words={`${name ?? ''} ${words}`} onExclude={onExclude} />
    </Modal>
  );
}

function ExcludeForm({ words, onExclude }: { words: string; onExclude: (reason: string) => void }) {
  const form = useShapeForm({ reason: '' }, shape);
  return (
    <form onSubmit={form.onSubmit(({ reason }) => onExclude(reason.trim()))} noValidate>
      <Stack>
        <Text size="sm">{words}</Text>
        <TextInput label="Grund" required data-autofocus maxLength={200} {...form.getInputProps('reason')} />
        <Button type="submit" disabled={!form.values.reason.trim()}>
          Ausnehmen
        </Button>
      </Stack>
    </form>
  );
}
