import { Button, Stack, TextInput } from '@mantine/core';
import { editUserInput, type ListedUser } from '#shared/accounts/users.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { useUserMutations } from './queries.ts';

const shape = editUserInput.omit({ version: true });
const valuesOf = ({ firstname, lastname, memberId }: ListedUser) => ({ firstname, lastname, memberId });

/** Changes a user's name and linked member. */
export function PersonForm({ user }: { user: ListedUser }) {
  const { update } = useUserMutations();
  const { form, version, adopt, clash } = useRowForm(user, valuesOf(user), shape);

  const save = (values: ReturnType<typeof valuesOf>) =>
    update.mutate(
      { id: user.id, version, ...values },
      {
        onSuccess: (saved) => {
          form.resetDirty();
          adopt(saved.version, valuesOf(saved));
          notify('Die Angaben sind gespeichert.');
        },
        onError: (error) => applyProblem(form, error),
      },
    );

  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <Stack gap="sm">
        <TextInput label="Vorname" required autoComplete="off" {...form.getInputProps('firstname')} />
        <TextInput label="Nachname" required autoComplete="off" {...form.getInputProps('lastname')} />
        <TextInput
          label="Mitgliedsnummer"
          description="Nur ein Vermerk. Wer ein Mitglied sehen darf, steht auf dessen Seite unter „Familie und Zugänge“."
          autoComplete="off"
          {...form.getInputProps('memberId')}
        />
        <FormProblem error={update.error} fields={['firstname', 'lastname', 'memberId']} clash={clash} />
        <Button type="submit" loading={update.isPending} disabled={!form.isDirty()} style={{ alignSelf: 'flex-start' }}>
          Speichern
        </Button>
      </Stack>
    </form>
  );
}
