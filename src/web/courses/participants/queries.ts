import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.participations;
type Input<Name extends keyof Api> = Api[Name] extends (input: infer I, ...rest: never[]) => unknown ? I : never;

/** The courses of a club to choose from, of the own one without `club`. */
export function coursesQuery(mine: boolean, club?: ClubName) {
  return queryOptions({ queryKey: ['courses', 'chooser', mine, club], queryFn: () => api.courses.staffed({ mine: String(mine), club }) });
}

/** The people of a course; 'participants' is the collection whose live notices refresh it. */
export function participantsQuery(id: string) {
  return queryOptions({ queryKey: ['participants', 'list', id], queryFn: () => api.participations.list({ id }) });
}

/** The people of an event. */
export function eventParticipantsQuery(id: string) {
  return queryOptions({ queryKey: ['participants', 'event', id], queryFn: () => api.eventRegistrations.list({ id }) });
}

/** The dates of some days with their numbers. */
export function datesQuery(from: string, to: string, courseId?: string) {
  return queryOptions({
    queryKey: ['participations', 'dates', from, to, courseId],
    queryFn: () => api.attendance.dates({ from, to, courseId }),
  });
}

/** The next dates that everybody may see. */
export function upcomingQuery() {
  return queryOptions({ queryKey: ['courses', 'upcoming'], queryFn: () => api.attendance.upcoming({}) });
}

/** Reads the lists again that an action at an enrolment or a date may have changed. */
export function useParticipantRefresh() {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: ['participants'] });
    await client.invalidateQueries({ queryKey: ['participations'] });
    await client.invalidateQueries({ queryKey: ['courses'] });
    await client.invalidateQueries({ queryKey: ['events'] });
  };
}

/** What staff do to enrolments and dates; every action refreshes the lists. */
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
      // Without a line it is told at once, and the lists are read again when there is one.
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
