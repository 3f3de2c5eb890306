import { Button, Group, Stack, Textarea } from '@mantine/core';
import { declineInput } from '#shared/people/changeRequests.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';

type DeclineFormProps = {
  isBusy: boolean;
  error: unknown;
  onDecline: (reason: string, onError: (error: unknown) => void) => void;
  onCancel: () => void;
};

/** The reason for declining, which goes into the mail. */
export function DeclineForm({ isBusy, error, onDecline, onCancel }: DeclineFormProps) {
  const form = useShapeForm({ reason: '' }, declineInput);
  const submit = form.onSubmit(({ reason }) => onDecline(reason, (refusal) => applyProblem(form, refusal)));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <Textarea
          label="Grund"
          description="Steht in der Mail."
          required
          autosize
          minRows={2}
          maxLength={500}
          {...form.getInputProps('reason')}
        />
        <FormProblem error={error} fields={['reason']} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Zurück
          </Button>
          <Button type="submit" color="red.9" disabled={form.values.reason.trim() === ''} loading={isBusy}>
            Ablehnen
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
