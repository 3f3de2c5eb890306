import { Button, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { signOut } from '#web/accounts/sessions/signIn.ts';
import { calledName } from '#shared/kernel/fullName.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { AccountLink } from '#web/ui/plain/AccountLink.tsx';
import { lazyDialog } from '#web/ui/late/lazyPart.tsx';
import { useDensity } from '#web/ui/theme/density.ts';
import { useLastSteps } from '#web/ui/notices/lastSteps.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './AdminLayout.module.css';

const KeysDialog = lazyDialog(
  async () => (await import('./KeysDialog.tsx')).KeysDialog,
  ({ isOpen }) => isOpen,
);

/** The signed-in user with links to the profile and sign-out. GSV shows no sign-in link (specification section 2). */
export function UserMenu() {
  const { user } = useAuth();
  const [showsKeys, setShowsKeys] = useState(false);
  const steps = useLastSteps();
  const { isRoomy, setIsRoomy } = useDensity();
  if (!user)
    return (
      <AccountLink to="login" className={classes['login']}>
        Einloggen
      </AccountLink>
    );
  return (
    <>
      <Menu position="bottom-end" width={280}>
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
            <span className="mantine-visible-from-sm">{calledName(user)}</span>
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
          <Menu.Item visibleFrom="md" leftSection={<Icon name="baseline-density-medium" />} onClick={() => setIsRoomy(!isRoomy)}>
            {isRoomy ? 'Listen kompakt zeigen' : 'Listen bequem zeigen'}
          </Menu.Item>
          <Menu.Item visibleFrom="md" leftSection={<Icon name="keyboard" />} onClick={() => setShowsKeys(true)}>
            Tastenkürzel
          </Menu.Item>
          {steps.length > 0 && (
            <>
              <Menu.Divider />
              <Menu.Label>Letzte Schritte</Menu.Label>
              {steps.map(({ id, message, undo }) => (
                <Menu.Item key={id} leftSection={<Icon name="arrow-back-up" />} onClick={undo} aria-label={`Rückgängig: ${message}`}>
                  {message}
                </Menu.Item>
              ))}
              <Menu.Divider />
            </>
          )}
          <Menu.Item leftSection={<Icon name="logout" />} onClick={() => void signOut()}>
            Ausloggen
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <KeysDialog isOpen={showsKeys} onClose={() => setShowsKeys(false)} />
    </>
  );
}
