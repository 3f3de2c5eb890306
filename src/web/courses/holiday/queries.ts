import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { readPublic } from '#web/lib/call/readPublic.ts';
import { readAfterOwnChange } from '#web/lib/call/rereading.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.holiday;
type Input<Name extends keyof Api> = Api[Name] extends (input: infer I, ...rest: never[]) => unknown ? I : never;

/** The rounds that take wishes or ended recently; 'courses' is the collection whose live notices reach everybody. */
export function currentRoundsQuery() {
  return queryOptions({ queryKey: ['courses', 'holiday', 'current'], queryFn: () => readPublic<typeof api.holiday.current>('/holidays') });
}

/** One round as shown to everybody. */
export function holidayQuery(id: string) {
  return queryOptions({
    queryKey: ['courses', 'holiday', 'page', id],
    queryFn: () => readPublic<typeof api.holiday.page>(`/holidays/${encodeURIComponent(id)}`),
  });
}

/** The viewer's children in a round, with their wishes and results. */
export function ownChildrenQuery(id: string) {
  return queryOptions({ queryKey: ['courses', 'holiday', 'mine', id], queryFn: () => api.holiday.mine({ id }) });
}

/** Mutations of families; they refetch what families see. */
export function useWishMutations() {
  const client = useQueryClient();
  const onSettled = () => readAfterOwnChange(client, ['courses']);
  return {
    save: useMutation({ mutationFn: (input: Input<'saveWishes'>) => api.holiday.saveWishes(input), onSettled }),
    withdraw: useMutation({ mutationFn: (input: Input<'withdraw'>) => api.holiday.withdraw(input), onSettled }),
  };
}

/** The rounds of a club and of the association; the live notices of 'participations' reach staff. */
export function roundsQuery(club: ClubName) {
  return queryOptions({ queryKey: ['participations', 'holiday', 'rounds', club], queryFn: () => api.holiday.list({ club }) });
}

/** One round as managed by a board. */
export function roundQuery(id: string, club: ClubName) {
  return queryOptions({ queryKey: ['participations', 'holiday', 'round', id, club], queryFn: () => api.holiday.read({ id, club }) });
}

/** The allocation with its reasons. */
export function previewQuery(id: string) {
  return queryOptions({ queryKey: ['participations', 'holiday', 'preview', id], queryFn: () => api.holiday.preview({ id }) });
}

/** Mutations of boards; each refreshes what they and families see. */
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
