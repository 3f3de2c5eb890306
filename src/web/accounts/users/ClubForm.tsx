import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { z } from 'zod';
import { clubName } from '#shared/kernel/fields.ts';
import type { ListedUser } from '#shared/accounts/users.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { clubOptions } from './clubOptions.ts';
import { useUserMutations } from './queries.ts';

const shape = z.object({ club: clubName });

/** Moves a user to another club. */
export function ClubForm({ user }: { user: ListedUser }) {
  const { setClub } = useUserMutations();
  const { form, version, adopt, clash } = useRowForm(user, { club: user.club.name }, shape);
  const save = form.onSubmit(({ club }) =>
    setClub.mutate(
      { id: user.id, version, club },
      {
        onSuccess: (saved) => {
          adopt(saved.version, { club: saved.club.name });
          notify(`${saved.fullName} gehört jetzt zu ${saved.clubDisplayName}.`);
        },
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        <Group align="flex-end" gap="xs">
          <Select aria-label="Verein" data={clubOptions} allowDeselect={false} flex={1} {...form.getInputProps('club')} />
          <Button type="submit" disabled={!form.isDirty()} loading={setClub.isPending}>
            Verein wechseln
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          Die Rolle bleibt. Nach dem Wechsel meldet sich die Person neu an.
        </Text>
        <FormProblem error={setClub.error} fields={['club']} clash={clash} />
      </Stack>
    </form>
  );
}
