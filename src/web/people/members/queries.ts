import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { createMemberInput, editMemberInput, membership, memberSorts, MemberRecord } from '#shared/people/members.ts';
import type { MemberBatch, memberFilter, SelectedBy } from '#shared/people/memberBatch.ts';
import { api } from '#web/lib/call/call.ts';
import { inPages } from '#web/lib/call/inPages.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

export type MemberFilter = z.input<z.ZodObject<typeof memberFilter>>;
export type MemberOrder = { sort: (typeof memberSorts)[number]; isDescending: boolean };

const pageSize = 100;

/** The members that match a filter, paged; 'members' is the collection whose live notices refresh it. */
export function membersQuery(filter: MemberFilter, { sort, isDescending }: MemberOrder) {
  return infiniteQueryOptions({
    queryKey: ['members', 'list', filter, sort, isDescending],
    queryFn: ({ pageParam }) => api.members.list({ ...filter, sort, descending: String(isDescending), cursor: pageParam, limit: pageSize }),
    ...inPages,
    placeholderData: keepPreviousData,
  });
}

/** One member with all data of the record. */
export function memberQuery(id: string) {
  return queryOptions({ queryKey: ['members', 'one', id], queryFn: (): Promise<MemberRecord> => api.members.read({ id }) });
}

/** The fee groups in use by members of a club. */
export function feeGroupsQuery(club: ClubName) {
  return queryOptions({ queryKey: ['members', 'fee-groups', club], queryFn: () => api.members.feeGroups({ club }) });
}

/** The memberships of the viewer and their children. */
export function ownMembersQuery() {
  return queryOptions({ queryKey: ['members', 'mine'], queryFn: () => api.members.mine() });
}

/** The next free member number. */
export function nextNumberQuery(club: ClubName) {
  return queryOptions({ queryKey: ['members', 'next-number', club], queryFn: () => api.members.nextNumber({ club }) });
}

type Of<Input> = Input & { id: string; version: number };
type Create = z.input<typeof createMemberInput> & { club: ClubName };
type Leaving = { leftOn: string; noticeOn: string; leaveReason: string };

/** Mutations of members; each refreshes what is shown of them. */
export function useMemberMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['members'] });
  return {
    create: useMutation({ mutationFn: (input: Create) => api.members.create(input), onSettled }),
    rejoin: useMutation({ mutationFn: (input: z.input<typeof membership> & { id: string }) => api.members.rejoin(input), onSettled }),
    update: useMutation({ mutationFn: (input: z.input<typeof editMemberInput> & { id: string }) => api.members.update(input), onSettled }),
    setDepartments: useMutation({
      mutationFn: (input: Of<{ departmentIds: string[]; from: string }>) => api.members.setDepartments(input),
      onSettled,
    }),
    batch: useMutation({
      mutationFn: (input: { batchId: string; ids: string[]; of?: SelectedBy | undefined; change: MemberBatch }) => api.members.batch(input),
      onSettled,
    }),
    leave: useMutation({ mutationFn: (input: Of<Leaving>) => api.members.leave(input), onSettled }),
  };
}

/** Persons of the club who match the typed name. */
export function alikeQuery(club: ClubName, typed: { firstname: string; lastname: string; birthDate: string }) {
  return queryOptions({
    queryKey: ['members', 'alike', club, typed],
    queryFn: () => api.members.alike({ club, ...typed }),
    enabled: typed.firstname.trim().length > 1 && typed.lastname.trim().length > 1,
  });
}
