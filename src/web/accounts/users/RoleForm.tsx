import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { roleNames, type Role } from '#shared/kernel/access.ts';
import type { User } from '#shared/kernel/user.ts';
import type { ListedUser } from '#shared/accounts/users.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useUserMutations } from './queries.ts';
import { givableRoles, mayDo } from './rights.ts';

/** Changes the role; the user has to sign in again afterwards. */
export function RoleForm({ user, viewer }: { user: ListedUser; viewer: User }) {
  const { setRole } = useUserMutations();
  const [chosen, setChosen] = useState<Role>();
  if (!mayDo(viewer, 'users.setRole', user)) return <Text size="sm">{reasonWhyNot(user, viewer)}</Text>;

  const save = (role: Role) =>
    setRole.mutate(
      { id: user.id, version: user.version, role },
      {
        onSuccess: (saved) => {
          setChosen(undefined);
          notify(`${saved.fullName} hat jetzt die Rolle ${saved.roleDisplayName}.`);
        },
      },
    );
  const isChanged = chosen !== undefined && chosen !== user.role.name;
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="xs">
        <Select
          aria-label="Rolle"
          data={givableRoles(viewer)}
          value={chosen ?? user.role.name}
          onChange={(value) => setChosen(roleNames.find((name) => name === value))}
          allowDeselect={false}
          flex={1}
        />
        <Button disabled={!isChanged} loading={setRole.isPending} onClick={() => chosen && save(chosen)}>
          Rolle ändern
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        Nach der Änderung meldet sich die Person neu an.
      </Text>
      <FormProblem error={setRole.error} onReload={() => setRole.reset()} />
    </Stack>
  );
}

function reasonWhyNot(user: ListedUser, viewer: User): string {
  if (user.id === viewer.id) return `${user.roleDisplayName}. Die eigene Rolle ändert jemand anderes für Sie.`;
  return `${user.roleDisplayName}. Ändern darf das nur ein Superuser.`;
}
