import { ActionIcon, Menu } from '@mantine/core';
import type { User } from '#shared/kernel/user.ts';
import type { ListedUser } from '#shared/accounts/users.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { mayDo } from './rights.ts';
import type { useUserActions } from './useUserActions.ts';

type UserMenuProps = { user: ListedUser; viewer: User; actions: ReturnType<typeof useUserActions>; onOpen: (id: string) => void };

/** The actions on one user that the viewer may perform. */
export function UserMenu({ user, viewer, actions, onOpen }: UserMenuProps) {
  return (
    <Menu position="bottom-end" width={250} shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={`Aktionen für ${user.fullName}`}>
          <Icon name="dots-vertical" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="edit" />} onClick={() => onOpen(user.id)}>
          {mayDo(viewer, 'users.update', user) ? 'Bearbeiten' : 'Ansehen'}
        </Menu.Item>
        {mayDo(viewer, 'users.update', user) && (
          <Menu.Item leftSection={<Icon name="mail-forward" />} onClick={() => actions.sendReset(user)}>
            Mail für neues Passwort
          </Menu.Item>
        )}
        {mayDo(viewer, 'users.revokeSessions', user) && (
          <Menu.Item leftSection={<Icon name="logout" />} onClick={() => actions.revokeSessions(user)}>
            Überall ausloggen
          </Menu.Item>
        )}
        {mayDo(viewer, 'users.disable', user) && <DisableItem user={user} actions={actions} />}
        {mayDo(viewer, 'users.delete', user) && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<Icon name="trash" />} onClick={() => actions.remove(user)}>
              Löschen
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function DisableItem({ user, actions }: Pick<UserMenuProps, 'user' | 'actions'>) {
  return user.isDisabled ? (
    <Menu.Item leftSection={<Icon name="lock-open" />} onClick={() => actions.enable(user)}>
      Entsperren
    </Menu.Item>
  ) : (
    <Menu.Item leftSection={<Icon name="lock" />} onClick={() => actions.disable(user)}>
      Sperren
    </Menu.Item>
  );
}
