import { Button, Stack, Textarea } from '@mantine/core';
import { caseStepInput } from '#shared/office/privacyLog/contract.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useCaseMutations } from './queries.ts';

/** Records a step taken in a case. */
export function StepForm({ id }: { id: string }) {
  const { addStep } = useCaseMutations();
  const form = useShapeForm({ text: '' }, caseStepInput);
  const submit = form.onSubmit(({ text }) =>
    addStep.mutate(
      { id, text },
      {
        onSuccess: () => {
          form.reset();
          notify('Der Schritt ist eingetragen.');
        },
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate className="no-print">
      <Stack gap="sm" maw={640}>
        <Textarea
          label="Neuer Schritt"
          description="Zum Beispiel: Passwörter geändert, Betroffene angerufen, Ausweis gesehen."
          autosize
          minRows={2}
          maxLength={2000}
          {...form.getInputProps('text')}
        />
        <FormProblem error={addStep.error} fields={['text']} />
        <Button type="submit" variant="default" loading={addStep.isPending} style={{ alignSelf: 'flex-start' }}>
          Schritt eintragen
        </Button>
      </Stack>
    </form>
  );
}
