import { Button } from '@mantine/core';
import { z } from 'zod';
import { may } from '#shared/kernel/rights.ts';
import { clubName, roleName } from '#shared/kernel/fields.ts';
import { pages } from '#shared/kernel/pages.ts';
import type { User } from '#shared/kernel/user.ts';
import { userSorts } from '#shared/accounts/users.ts';
import type { Prefetch } from '#web/lib/call/prefetch.ts';
import { useFormInAddress } from '#web/lib/formInAddress.ts';
import { useOpenRecord } from '#web/lib/openRecord.ts';
import { addressOf, useAddress } from '#web/lib/address.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { usersQuery } from './queries.ts';
import { InviteDialog } from './InviteDialog.tsx';
import { UserDrawer } from './UserDrawer.tsx';
import { UserFilters } from './UserFilters.tsx';
import { UserList } from './UserList.tsx';
import { useUserActions } from './useUserActions.ts';

const address = z.object({
  search: z.string().max(100).optional(),
  role: roleName.optional(),
  state: z.enum(['active', 'disabled', 'unverified']).optional(),
  club: clubName.optional(),
  sort: z.enum(userSorts).default('lastname'),
  descending: z.stringbool().default(false),
});

/** The list that the URL's query asks for. */
function asked({ sort, descending, ...filter }: z.output<typeof address>) {
  return { filter, order: { sort, isDescending: descending } };
}

export const prefetch: Prefetch = (client, search) => {
  const { filter, order } = asked(addressOf(address, search));
  return client.prefetchInfiniteQuery(usersQuery(filter, order));
};

/** The users of the own club, or of all clubs for a super (/admin/user). */
export function Page() {
  const { user } = useAuth();
  return user && <Users viewer={user} />;
}

function Users({ viewer }: { viewer: User }) {
  const [chosen, setAddress] = useAddress(address);
  const { filter, order } = asked(chosen);
  const [openId, setOpenId] = useOpenRecord();
  const [isInviting, setIsInviting] = useFormInAddress('invite');
  const actions = useUserActions();
  const actor = { role: viewer.role.name };
  const seesClubs = Boolean(may(actor, 'users.list', 'other'));
  return (
    <>
      <PageTitle title={pages.adminUser.title}>
        {may(actor, 'users.create', 'club') && (
          <Button leftSection={<Icon name="user-plus" size={18} />} onClick={() => setIsInviting(true)}>
            Einladen
          </Button>
        )}
      </PageTitle>
      <UserFilters filter={filter} seesClubs={seesClubs} onChange={setAddress} />
      <UserList
        viewer={viewer}
        filter={filter}
        order={order}
        actions={actions}
        onOrder={(next) => setAddress({ sort: next.sort, descending: String(next.isDescending) })}
        onOpen={setOpenId}
      />
      <UserDrawer id={openId} viewer={viewer} actions={actions} onOpen={setOpenId} onClose={() => setOpenId(undefined)} />
      <InviteDialog viewer={viewer} isOpen={isInviting} onClose={() => setIsInviting(false)} />
    </>
  );
}
