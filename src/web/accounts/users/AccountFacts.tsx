import { Stack, Title } from '@mantine/core';
import type { ListedUser } from '#shared/accounts/users.ts';
import { formatDate, formatDateTime } from '#web/lib/format.ts';
import { Facts } from '#web/ui/plain/Facts.tsx';
import { UserState } from './UserState.tsx';

/** The read-only facts of an account. */
export function AccountFacts({ user }: { user: ListedUser }) {
  const facts = [
    ['E-Mail', user.email],
    ['Verein', user.clubDisplayName],
    ['Rolle', user.roleDisplayName],
    ['Status', <UserState key="state" user={user} />],
    ['Zuletzt eingeloggt', formatDateTime(user.lastLogin)],
    ['Kontobesuche', user.logins],
    ['Angelegt', formatDate(user.createdAt)],
  ] as const;
  return (
    <Stack gap="xs">
      <Title order={2} size="h3">
        {user.fullName}
      </Title>
      <Facts facts={facts} />
    </Stack>
  );
}
