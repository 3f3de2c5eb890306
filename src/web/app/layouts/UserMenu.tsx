import { Button, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { signOut } from '#web/accounts/sessions/signIn.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { AccountLink } from '#web/ui/plain/AccountLink.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './AdminLayout.module.css';
import { KeysDialog } from './KeysDialog.tsx';

/** The signed-in user with links to the profile and sign-out. GSV shows no sign-in link (specification section 2). */
export function UserMenu() {
  const { user } = useAuth();
  const [showsKeys, setShowsKeys] = useState(false);
  if (!user)
    return (
      <AccountLink to="login" className={classes['login']}>
        Einloggen
      </AccountLink>
    );
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            c="var(--mantine-color-text)"
            h={44}
            px="xs"
            leftSection={<Icon name="user-circle" />}
            aria-label={`Konto von ${user.fullName}`}
          >
            <span className="mantine-visible-from-sm">{user.firstname || user.fullName}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {user.fullName}
            <br />
            {user.roleDisplayName}, {user.clubDisplayName}
          </Menu.Label>
          <Menu.Item component={Link} to="/profile" leftSection={<Icon name="user" />}>
            Mein Profil
          </Menu.Item>
          <Menu.Item component={Link} to="/" leftSection={<Icon name="home" />}>
            Zur Startseite
          </Menu.Item>
          <Menu.Item visibleFrom="md" leftSection={<Icon name="keyboard" />} onClick={() => setShowsKeys(true)}>
            Tastenkürzel
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="logout" />} onClick={() => void signOut()}>
            Ausloggen
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <KeysDialog isOpen={showsKeys} onClose={() => setShowsKeys(false)} />
    </>
  );
}
