import { Button, Group, Text } from '@mantine/core';
import type { User } from '#shared/kernel/user.ts';
import type { ListedUser } from '#shared/accounts/users.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { FactorReset } from './FactorReset.tsx';
import { mayDo } from './rights.ts';
import type { useUserActions } from './useUserActions.ts';

type AccountActionsProps = { user: ListedUser; viewer: User; actions: ReturnType<typeof useUserActions>; onGone: () => void };

/** The actions on an account: password mail, sessions, lock, deletion. */
export function AccountActions({ user, viewer, actions, onGone }: AccountActionsProps) {
  const mayUpdate = mayDo(viewer, 'users.update', user);
  const mayRevoke = mayDo(viewer, 'users.revokeSessions', user);
  const mayDisable = mayDo(viewer, 'users.disable', user);
  const mayDelete = mayDo(viewer, 'users.delete', user);
  const mayResetFactor = user.hasSecondFactor && mayDo(viewer, 'secondFactor.reset', user);
  if (!mayUpdate && !mayRevoke && !mayDisable && !mayDelete) return <Text size="sm">Dieses Konto verwaltet nur ein Superuser.</Text>;
  return (
    <Group gap="xs">
      {mayUpdate && (
        <Button variant="default" leftSection={<Icon name="mail-forward" />} onClick={() => actions.sendReset(user)}>
          Mail für neues Passwort
        </Button>
      )}
      {mayRevoke && (
        <Button variant="default" leftSection={<Icon name="logout" />} onClick={() => actions.revokeSessions(user)}>
          Überall ausloggen
        </Button>
      )}
      {mayDisable && (
        <Button
          variant="default"
          leftSection={<Icon name={user.isDisabled ? 'lock-open' : 'lock'} />}
          onClick={() => (user.isDisabled ? actions.enable(user) : actions.disable(user))}
        >
          {user.isDisabled ? 'Entsperren' : 'Sperren'}
        </Button>
      )}
      {mayResetFactor && <FactorReset user={user} />}
      {mayDelete && (
        <Button variant="outline" color="danger" leftSection={<Icon name="trash" />} onClick={() => actions.remove(user, onGone)}>
          Löschen
        </Button>
      )}
    </Group>
  );
}
