import { Drawer, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { User } from '#shared/kernel/user.ts';
import type { ListedUser } from '#shared/accounts/users.ts';
import { DrawerPart } from '#web/ui/drawers/DrawerPart.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { AccountActions } from './AccountActions.tsx';
import { AccountFacts } from './AccountFacts.tsx';
import { ClubForm } from './ClubForm.tsx';
import { PersonForm } from './PersonForm.tsx';
import { userQuery } from './queries.ts';
import { mayDo } from './rights.ts';
import { RoleForm } from './RoleForm.tsx';
import type { useUserActions } from './useUserActions.ts';

type UserDrawerProps = { id: string | undefined; viewer: User; actions: ReturnType<typeof useUserActions>; onClose: () => void };

/** The details of one user, beside the list. */
export function UserDrawer({ id, onClose, ...rest }: UserDrawerProps) {
  return (
    <Drawer opened={id !== undefined} onClose={onClose} title="Benutzer">
      {id && <Loaded id={id} onClose={onClose} {...rest} />}
    </Drawer>
  );
}

function Loaded({ id, ...rest }: UserDrawerProps & { id: string }) {
  const query = useQuery(userQuery(id));
  return query.data ? <Details user={query.data} {...rest} /> : <Loading query={query} />;
}

function Details({ user, viewer, actions, onClose }: Omit<UserDrawerProps, 'id'> & { user: ListedUser }) {
  return (
    <Stack gap="xl">
      <AccountFacts user={user} />
      {mayDo(viewer, 'users.update', user) && (
        <DrawerPart title="Person">
          <PersonForm user={user} />
        </DrawerPart>
      )}
      <DrawerPart title="Rolle">
        <RoleForm user={user} viewer={viewer} />
      </DrawerPart>
      {mayDo(viewer, 'users.setClub', user) && (
        <DrawerPart title="Verein">
          <ClubForm user={user} />
        </DrawerPart>
      )}
      <DrawerPart title="Konto">
        <AccountActions user={user} viewer={viewer} actions={actions} onGone={onClose} />
      </DrawerPart>
    </Stack>
  );
}
