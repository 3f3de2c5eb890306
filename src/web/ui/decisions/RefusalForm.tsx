import { Button, Group, Stack, Textarea } from '@mantine/core';
import { z } from 'zod';
import { applyProblem } from '../forms/applyProblem.ts';
import { FormProblem } from '../forms/FormProblem.tsx';
import { useShapeForm } from '../forms/useShapeForm.ts';

type RefusalFormProps = {
  label: string;
  /** What the button says. */ action: string;
  /** The shape of the reason at its endpoint, and what the field is called there. */ shape: z.ZodType<string>;
  fieldName?: string;
  maxLength: number;
  isBusy: boolean;
  error: unknown;
  onRefuse: (reason: string, onError: (error: unknown) => void) => void;
  onCancel: () => void;
};

/** The reason for refusing what somebody asked for, which goes into the mail to them. */
export function RefusalForm({ shape, fieldName = 'reason', isBusy, error, onRefuse, onCancel, ...words }: RefusalFormProps) {
  const form = useShapeForm({ reason: '' }, z.strictObject({ reason: shape }), { fieldOf: { [fieldName]: 'reason' } });
  const submit = form.onSubmit(({ reason }) => onRefuse(reason, (refusal) => applyProblem(form, refusal)));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Textarea
          label={words.label}
          description="Steht in der Mail."
          required
          autosize
          minRows={2}
          maxLength={words.maxLength}
          {...form.getInputProps('reason')}
        />
        <FormProblem error={error} fields={[fieldName]} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Zurück
          </Button>
          <Button type="submit" color="red" loading={isBusy}>
            {words.action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
