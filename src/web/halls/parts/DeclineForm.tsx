import { Button, Group, Stack, Textarea } from '@mantine/core';
import type { z } from 'zod';
import { hallAnswer } from '#shared/halls/notices/holderNotices.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';

const shape = hallAnswer.pick({ remark: true });
type Outcome = { onSuccess: () => void; onError: (error: unknown) => void };

type DeclineFormProps = {
  label: string;
  /** The notification after sending. */ done: string;
  /** The field's name at the endpoint. */ fieldName: string;
  sending: { isPending: boolean; error: unknown };
  onSend: (words: string, outcome: Outcome) => void;
  onClose: () => void;
};

/** Declines a manager's proposal with a reason. */
export function DeclineForm({ label, done, fieldName, sending, onSend, onClose }: DeclineFormProps) {
  const form = useShapeForm<z.input<typeof shape>>({ remark: '' }, shape, { fieldOf: { [fieldName]: 'remark' } });
  const submit = form.onSubmit(({ remark = '' }) =>
    onSend(remark, {
      onSuccess: () => {
        notify(done);
        onClose();
      },
      onError: (error) => applyProblem(form, error),
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <Textarea label={label} autosize minRows={2} maxLength={500} {...form.getInputProps('remark')} />
        <FormProblem error={sending.error} fields={[fieldName]} />
        <Group gap="xs">
          <Button type="submit" size="xs" loading={sending.isPending}>
            Ablehnung senden
          </Button>
          <Button size="xs" variant="default" onClick={onClose}>
            Abbrechen
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
