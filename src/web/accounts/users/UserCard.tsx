import { Group, Stack, Text } from '@mantine/core';
import type { ListedUser } from '#shared/accounts/users.ts';
import { formatDate } from '#web/lib/format.ts';
import { UserName } from './userColumns.tsx';
import { UserState } from './UserState.tsx';

type UserCardProps = { user: ListedUser; seesClubs: boolean; onOpen: (id: string) => void };

/** A user on a phone. */
export function UserCard({ user, seesClubs, onOpen }: UserCardProps) {
  return (
    <Stack gap={2}>
      <UserName user={user} onOpen={onOpen} />
      <Text size="sm">{user.email}</Text>
      <Text size="sm">
        {user.roleDisplayName}
        {seesClubs && ` · ${user.club.displayName}`}
      </Text>
      <Group gap="0 0.75rem">
        <UserState user={user} />
        <Text size="sm" c="dimmed">
          {user.lastLogin ? `zuletzt ${formatDate(user.lastLogin)}` : 'noch nie eingeloggt'}
        </Text>
      </Group>
    </Stack>
  );
}
