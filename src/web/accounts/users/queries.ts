import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Role } from '#shared/kernel/roles.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { editUserInput, inviteInput, SelectedUsers, userSorts } from '#shared/accounts/users.ts';
import { api } from '#web/lib/call/call.ts';
import { inPages } from '#web/lib/call/inPages.ts';
import { newId } from '#web/lib/newId.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

export type UserFilter = {
  search?: string | undefined;
  role?: Role | undefined;
  state?: 'active' | 'disabled' | 'unverified' | undefined;
  club?: ClubName | undefined;
};
export type UserOrder = { sort: (typeof userSorts)[number]; isDescending: boolean };
export type BatchAction = 'disable' | 'enable' | 'revokeSessions';

/** The users that match a filter, paged; 'users' is the collection whose live notices refresh it. */
export function usersQuery(filter: UserFilter, { sort, isDescending }: UserOrder) {
  return infiniteQueryOptions({
    queryKey: ['users', 'list', filter, sort, isDescending],
    queryFn: ({ pageParam }) => api.users.list({ ...filter, sort, descending: String(isDescending), cursor: pageParam }),
    ...inPages,
    placeholderData: keepPreviousData,
  });
}

/** One user; live notices refresh it. */
export function userQuery(id: string) {
  return queryOptions({ queryKey: ['users', 'one', id], queryFn: () => api.users.read({ id }) });
}

type Invite = z.input<typeof inviteInput>;
type Edit = z.input<typeof editUserInput> & { id: string };

/** Mutations of users; each refreshes what is shown of them. */
export function useUserMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['users'] });
  return {
    invite: useMutation({ mutationFn: (input: Invite) => api.users.invite(input), onSettled }),
    update: useMutation({ mutationFn: (input: Edit) => api.users.update(input), onSettled }),
    setRole: useMutation({ mutationFn: (input: { id: string; role: Role; version: number }) => api.users.setRole(input), onSettled }),
    setClub: useMutation({ mutationFn: (input: { id: string; club: ClubName; version: number }) => api.users.setClub(input), onSettled }),
    disable: useMutation({ mutationFn: (id: string) => api.users.disable({ id }), onSettled }),
    enable: useMutation({ mutationFn: (id: string) => api.users.enable({ id }), onSettled }),
    revokeSessions: useMutation({ mutationFn: (id: string) => api.users.revokeSessions({ id }), onSettled }),
    sendReset: useMutation({ mutationFn: (id: string) => api.users.sendReset({ id }), onSettled }),
    resetFactor: useMutation({ mutationFn: (id: string) => api.secondFactor.reset({ id }), onSettled }),
    remove: useMutation({ mutationFn: (id: string) => api.users.delete({ id }), onSettled }),
    batch: useMutation({
      mutationFn: (input: { action: BatchAction; ids: readonly string[]; of?: SelectedUsers | undefined }) =>
        api.users.batch({ ...input, ids: [...input.ids], batchId: newId() }),
      onSettled,
    }),
  };
}
