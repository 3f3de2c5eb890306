import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { readAfterOwnChange } from '#web/lib/call/rereading.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.holiday;
type Input<Name extends keyof Api> = Api[Name] extends (input: infer I, ...rest: never[]) => unknown ? I : never;

/** The rounds that take wishes or were over a short time ago; 'courses' is the collection whose live notices everybody hears. */
export function currentRoundsQuery() {
  return queryOptions({ queryKey: ['courses', 'holiday', 'current'], queryFn: () => api.holiday.current() });
}

/** One round as everybody reads it. */
export function holidayQuery(id: string) {
  return queryOptions({ queryKey: ['courses', 'holiday', 'page', id], queryFn: () => api.holiday.page({ id }) });
}

/** The own children in a round, with their wishes and what became of them. */
export function ownChildrenQuery(id: string) {
  return queryOptions({ queryKey: ['courses', 'holiday', 'mine', id], queryFn: () => api.holiday.mine({ id }) });
}

/** What families do; what they see is read again. */
export function useWishMutations() {
  const client = useQueryClient();
  const onSettled = () => readAfterOwnChange(client, ['courses']);
  return {
    save: useMutation({ mutationFn: (input: Input<'saveWishes'>) => api.holiday.saveWishes(input), onSettled }),
    withdraw: useMutation({ mutationFn: (input: Input<'withdraw'>) => api.holiday.withdraw(input), onSettled }),
  };
}

/** The rounds of a club and of the association; 'participations' is heard by staff. */
export function roundsQuery(club: ClubName) {
  return queryOptions({ queryKey: ['participations', 'holiday', 'rounds', club], queryFn: () => api.holiday.list({ club }) });
}

/** One round as a board works on it. */
export function roundQuery(id: string, club: ClubName) {
  return queryOptions({ queryKey: ['participations', 'holiday', 'round', id, club], queryFn: () => api.holiday.read({ id, club }) });
}

/** Who gets what, and why not. */
export function previewQuery(id: string) {
  return queryOptions({ queryKey: ['participations', 'holiday', 'preview', id], queryFn: () => api.holiday.preview({ id }) });
}

/** What boards do with rounds; every action refreshes what they and families see. */
export function useRoundMutations() {
  const client = useQueryClient();
  const onSettled = () => readAfterOwnChange(client, ['participations', 'courses']);
  return {
    create: useMutation({ mutationFn: (input: Input<'create'>) => api.holiday.create(input), onSettled }),
    update: useMutation({ mutationFn: (input: Input<'update'>) => api.holiday.update(input), onSettled }),
    remove: useMutation({ mutationFn: (input: Input<'remove'>) => api.holiday.remove(input), onSettled }),
    agree: useMutation({ mutationFn: (input: Input<'agree'>) => api.holiday.agree(input), onSettled }),
    open: useMutation({ mutationFn: (input: Input<'open'>) => api.holiday.open(input), onSettled }),
    cancel: useMutation({ mutationFn: (input: Input<'cancel'>) => api.holiday.cancel(input), onSettled }),
    draw: useMutation({ mutationFn: (input: Input<'draw'>) => api.holiday.draw(input), onSettled }),
  };
}
