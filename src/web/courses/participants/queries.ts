import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.participations;
type Input<Name extends keyof Api> = Api[Name] extends (input: infer I, ...rest: never[]) => unknown ? I : never;

/** The courses of a club, by default the viewer's. */
export function coursesQuery(mine: boolean, club?: ClubName) {
  return queryOptions({ queryKey: ['courses', 'chooser', mine, club], queryFn: () => api.courses.staffed({ mine: String(mine), club }) });
}

/** The participants of a course; 'participants' is the collection whose live notices refresh it. */
export function participantsQuery(id: string) {
  return queryOptions({ queryKey: ['participants', 'list', id], queryFn: () => api.participations.list({ id }) });
}

/** The participants of an event. */
export function eventParticipantsQuery(id: string) {
  return queryOptions({ queryKey: ['participants', 'event', id], queryFn: () => api.eventRegistrations.list({ id }) });
}

/** The sessions of some days with their counts. */
export function datesQuery(from: string, to: string, courseId?: string) {
  return queryOptions({
    queryKey: ['participations', 'dates', from, to, courseId],
    queryFn: () => api.attendance.dates({ from, to, courseId }),
  });
}

/** The next public sessions. */
export function upcomingQuery() {
  return queryOptions({ queryKey: ['courses', 'upcoming'], queryFn: () => api.attendance.upcoming({}) });
}

/** Refetches the lists affected by an action on an enrolment or a session. */
export function useParticipantRefresh() {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: ['participants'] });
    await client.invalidateQueries({ queryKey: ['participations'] });
    await client.invalidateQueries({ queryKey: ['courses'] });
    await client.invalidateQueries({ queryKey: ['events'] });
  };
}

/** Mutations of enrolments and sessions by staff; each refreshes the lists. */
export function useParticipantMutations() {
  const onSettled = useParticipantRefresh();
  return {
    add: useMutation({
      mutationFn: ({ of, ...input }: Input<'add'> & { of: 'course' | 'event' }) =>
        of === 'course' ? api.participations.add(input) : api.eventRegistrations.add(input),
      onSettled,
    }),
    walkIn: useMutation({
      mutationFn: (input: Input<'addWalkIn'>) => api.participations.addWalkIn(input),
      // Fails at once when offline; the lists are refetched when online.
      networkMode: 'always',
      onSettled: () => void onSettled(),
    }),
    decide: useMutation({ mutationFn: (input: Input<'decide'>) => api.participations.decide(input), onSettled }),
    reorder: useMutation({ mutationFn: (input: Input<'reorder'>) => api.participations.reorder(input), onSettled }),
    replace: useMutation({ mutationFn: (input: Input<'replace'>) => api.participations.replace(input), onSettled }),
    note: useMutation({ mutationFn: (input: Input<'note'>) => api.participations.note(input), onSettled }),
    setPrice: useMutation({ mutationFn: (input: Input<'setPrice'>) => api.participations.setPrice(input), onSettled }),
    stay: useMutation({ mutationFn: (id: string) => api.moves.undoByStaff({ id }), onSettled }),
    move: useMutation({ mutationFn: (input: Input<'move'>) => api.participations.move(input), onSettled }),
    cancel: useMutation({ mutationFn: (input: Input<'cancel'>) => api.participations.cancel(input), onSettled }),
    healthNote: useMutation({ mutationFn: (id: string) => api.participations.healthNote({ id }) }),
    cancelSession: useMutation({
      mutationFn: (input: { id: string; reason: string; words?: string }) => api.courses.cancelSession(input),
      onSettled,
    }),
    restoreSession: useMutation({ mutationFn: (id: string) => api.courses.restoreSession({ id }), onSettled }),
    substitute: useMutation({ mutationFn: (input: { id: string; personId: string | null }) => api.courses.substitute(input), onSettled }),
    close: useMutation({ mutationFn: (id: string) => api.attendance.close({ id }), onSettled }),
  };
}
