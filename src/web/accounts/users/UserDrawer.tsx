import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { User } from '#shared/kernel/user.ts';
import type { ListedUser } from '#shared/accounts/users.ts';
import { DrawerPart } from '#web/ui/drawers/DrawerPart.tsx';
import { RecordDrawer } from '#web/ui/drawers/RecordDrawer.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { AccountActions } from './AccountActions.tsx';
import { AccountFacts } from './AccountFacts.tsx';
import { ClubForm } from './ClubForm.tsx';
import { PersonForm } from './PersonForm.tsx';
import { userQuery } from './queries.ts';
import { mayDo } from './rights.ts';
import { RoleForm } from './RoleForm.tsx';
import type { useUserActions } from './useUserActions.ts';

type UserDrawerProps = {
  id: string | undefined;
  viewer: User;
  actions: ReturnType<typeof useUserActions>;
  onOpen: (id: string) => void;
  onClose: () => void;
};
type LoadedProps = Omit<UserDrawerProps, 'id' | 'onOpen'>;

/** The details of one user, beside the list. */
export function UserDrawer({ id, onOpen, onClose, ...rest }: UserDrawerProps) {
  return (
    <RecordDrawer id={id} title="Benutzer" onOpen={onOpen} onClose={onClose}>
      {id && <Loaded key={id} id={id} onClose={onClose} {...rest} />}
    </RecordDrawer>
  );
}

function Loaded({ id, ...rest }: LoadedProps & { id: string }) {
  const query = useQuery(userQuery(id));
  return query.data ? <Details user={query.data} {...rest} /> : <Loading query={query} />;
}

function Details({ user, viewer, actions, onClose }: LoadedProps & { user: ListedUser }) {
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
