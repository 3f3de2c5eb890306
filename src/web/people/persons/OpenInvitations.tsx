import { Button, Group, Text } from '@mantine/core';
import type { SharedAccess } from '#shared/people/invitations.ts';
import { formatDate } from '#web/lib/format.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useInvitationMutations } from './linkQueries.ts';

/** Pending invitations, which can be withdrawn. */
export function OpenInvitations({ invitations }: Pick<SharedAccess, 'invitations'>) {
  const { withdraw } = useInvitationMutations();
  return invitations.map(({ id, email, expiresAt }) => (
    <Group key={id} justify="space-between" gap="xs">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        Eingeladen: {email}, gilt bis {formatDate(expiresAt)}
      </Text>
      <Button
        variant="default"
        px="xs"
        aria-label={`Einladung an ${email} zurückziehen`}
        loading={withdraw.isPending && withdraw.variables === id}
        onClick={() =>
          withdraw.mutate(id, { onSuccess: () => notify(`Die Einladung an ${email} gilt nicht mehr.`), onError: notifyProblem })
        }
      >
        Zurückziehen
      </Button>
    </Group>
  ));
}
