import { Button, Group, Paper, Text, TextInput } from '@mantine/core';
import { profileInput } from '#shared/accounts/identity.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useRename } from '../sessions/queries.ts';

/** The form that asks the name of an account without one. */
export function NameForm() {
  const rename = useRename();
  const form = useShapeForm({ firstname: '', lastname: '' }, profileInput);
  return (
    <Paper withBorder p="md" mb="lg" component="section" aria-labelledby="name-asked">
      <Text id="name-asked" fw={600} component="h2" fz="md" m={0}>
        Wie heißen Sie?
      </Text>
      <Text size="sm" mb="xs">
        Ihr Name steht im Protokoll, in Mails an Sie und bei allem, was Sie schreiben; bisher steht dort Ihre E-Mail-Adresse.
      </Text>
      <form
        noValidate
        onSubmit={form.onSubmit((names) =>
          rename.mutate(names, {
            onSuccess: ({ firstname }) => notify(`Guten Tag, ${firstname}. Ihr Name ist gespeichert.`),
            onError: (error) => applyProblem(form, error),
          }),
        )}
      >
        <Group align="flex-start" gap="sm">
          <TextInput label="Vorname" required autoComplete="given-name" {...form.getInputProps('firstname')} />
          <TextInput label="Nachname" required autoComplete="family-name" {...form.getInputProps('lastname')} />
          <Button type="submit" variant="default" mt={24} loading={rename.isPending}>
            Name speichern
          </Button>
        </Group>
        <FormProblem error={rename.error} fields={['firstname', 'lastname']} />
      </form>
    </Paper>
  );
}
