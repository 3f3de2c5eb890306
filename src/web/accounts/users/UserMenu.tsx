import { ActionIcon, Menu } from '@mantine/core';
import type { User } from '#shared/kernel/user.ts';
import type { ListedUser } from '#shared/accounts/users.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { mayDo } from './rights.ts';
import type { useUserDeeds } from './useUserDeeds.ts';

type UserMenuProps = { user: ListedUser; viewer: User; deeds: ReturnType<typeof useUserDeeds>; onOpen: (id: string) => void };

/** What can be done to one user, as far as the viewer may. */
export function UserMenu({ user, viewer, deeds, onOpen }: UserMenuProps) {
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
          <Menu.Item leftSection={<Icon name="mail-forward" />} onClick={() => deeds.sendReset(user)}>
            Mail für neues Passwort
          </Menu.Item>
        )}
        {mayDo(viewer, 'users.revokeSessions', user) && (
          <Menu.Item leftSection={<Icon name="logout" />} onClick={() => deeds.revokeSessions(user)}>
            Überall abmelden
          </Menu.Item>
        )}
        {mayDo(viewer, 'users.disable', user) && <DisableItem user={user} deeds={deeds} />}
        {mayDo(viewer, 'users.delete', user) && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<Icon name="trash" />} onClick={() => deeds.remove(user)}>
              Löschen
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function DisableItem({ user, deeds }: Pick<UserMenuProps, 'user' | 'deeds'>) {
  return user.isDisabled ? (
    <Menu.Item leftSection={<Icon name="lock-open" />} onClick={() => deeds.enable(user)}>
      Entsperren
    </Menu.Item>
  ) : (
    <Menu.Item leftSection={<Icon name="lock" />} onClick={() => deeds.disable(user)}>
      Sperren
    </Menu.Item>
  );
}
