import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { z } from 'zod';
import { roleName } from '#shared/kernel/fields.ts';
import type { User } from '#shared/kernel/user.ts';
import type { ListedUser } from '#shared/accounts/users.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useUserMutations } from './queries.ts';
import { givableRoles, mayDo } from './rights.ts';

const shape = z.object({ role: roleName });

/** Changes the role; the user has to sign in again afterwards. */
export function RoleForm({ user, viewer }: { user: ListedUser; viewer: User }) {
  const { setRole } = useUserMutations();
  const { form, version, adopt, clash } = useRowForm(user, { role: user.role.name }, shape);
  if (!mayDo(viewer, 'users.setRole', user)) return <Text size="sm">{reasonWhyNot(user, viewer)}</Text>;

  const save = form.onSubmit(({ role }) =>
    setRole.mutate(
      { id: user.id, version, role },
      {
        onSuccess: (saved) => {
          adopt(saved.version, { role: saved.role.name });
          notify(`${saved.fullName} hat jetzt die Rolle ${saved.roleDisplayName}.`);
        },
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        <Group align="flex-end" gap="xs">
          <Select aria-label="Rolle" data={givableRoles(viewer)} allowDeselect={false} flex={1} {...form.getInputProps('role')} />
          <Button type="submit" disabled={!form.isDirty()} loading={setRole.isPending}>
            Rolle ändern
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          Nach der Änderung meldet sich die Person neu an.
        </Text>
        <FormProblem error={setRole.error} fields={['role']} clash={clash} />
      </Stack>
    </form>
  );
}

function reasonWhyNot(user: ListedUser, viewer: User): string {
  if (user.id === viewer.id) return `${user.roleDisplayName}. Die eigene Rolle ändert jemand anderes für Sie.`;
  return `${user.roleDisplayName}. Ändern darf das nur ein Superuser.`;
}
