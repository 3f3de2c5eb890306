import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import { requiredLine } from '#shared/kernel/fields.ts';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';

const shape = z.object({ reason: requiredLine(200) });

type ExcludeDialogProps = {
  /** Undefined while nobody is asked about. */ name: string | undefined;
  onClose: () => void;
  onExclude: (reason: string) => void;
};

/** Asks why somebody is not charged; the reason stays with the waived charge. */
export function ExcludeDialog({ name, onClose, onExclude }: ExcludeDialogProps) {
  return (
    <Modal opened={name !== undefined} onClose={onClose} title="Ausnehmen" centered>
      <ExcludeForm name={name ?? ''} onExclude={onExclude} />
    </Modal>
  );
}

function ExcludeForm({ name, onExclude }: { name: string; onExclude: (reason: string) => void }) {
  const form = useShapeForm({ reason: '' }, shape);
  return (
    <form onSubmit={form.onSubmit(({ reason }) => onExclude(reason.trim()))} noValidate>
      <Stack>
        <Text size="sm">{name} bezahlt diesmal nicht. Die Forderung wird als erlassen vermerkt.</Text>
        <TextInput label="Grund" required data-autofocus maxLength={200} {...form.getInputProps('reason')} />
        <Button type="submit" disabled={!form.values.reason.trim()}>
          Ausnehmen
        </Button>
      </Stack>
    </form>
  );
}
