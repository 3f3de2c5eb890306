import { Button, Group, Stack, Textarea } from '@mantine/core';
import { declarationRefusal, type Declaration } from '#shared/courses/declarations.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useDeclarationMutations } from './queries.ts';

/** Declines a declaration with the reason, which goes by mail. */
export function RefuseForm({ declaration: one, onDone }: { declaration: Declaration; onDone: () => void }) {
  const { refuse } = useDeclarationMutations();
  const form = useShapeForm({ answer: '' }, declarationRefusal);
  const submit = form.onSubmit(({ answer }) =>
    refuse.mutate(
      { id: one.id, version: one.version, answer },
      {
        onSuccess: () => {
          notify(`Die Antwort geht an ${one.email}.`);
          onDone();
        },
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Textarea
          label="Warum nicht?"
          description="Steht in der Mail."
          required
          autosize
          minRows={2}
          maxLength={1000}
          {...form.getInputProps('answer')}
        />
        <FormProblem error={refuse.error} fields={['answer']} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            Zurück
          </Button>
          <Button type="submit" color="red.9" loading={refuse.isPending}>
            Nicht annehmen
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
