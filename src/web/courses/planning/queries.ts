import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

export type ManageFilter = {
  club?: ClubName | undefined;
  search?: string | undefined;
  status?: 'current' | 'few' | 'hallless' | 'past' | 'draft' | 'templates' | undefined;
};
type Api = typeof api.courses;
type Input<Name extends keyof Api> = Api[Name] extends (input: infer I, ...rest: never[]) => unknown ? I : never;

/** The courses of a club, by default the viewer's; 'courses' is the collection whose live notices refresh it. */
export function managedCoursesQuery(filter: ManageFilter) {
  return queryOptions({
    queryKey: ['courses', 'managed', filter],
    queryFn: () => api.courses.manage(filter),
    placeholderData: keepPreviousData,
  });
}

/** One course to edit. */
export function editedCourseQuery(id: string) {
  return queryOptions({ queryKey: ['courses', 'edited', id], queryFn: () => api.courses.edit({ id }) });
}

/** The sessions that weekly times would produce, and the ones omitted. */
export function datesQuery(input: Input<'dates'>, isEnabled: boolean) {
  return queryOptions({
    queryKey: ['courses', 'dates', input],
    queryFn: () => api.courses.dates(input),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
}

/** The target of each session of a move and its conflicts; `asked` is the request as JSON, '' for none. */
export function movesQuery(asked: string) {
  return queryOptions({
    queryKey: ['courses', 'moves', asked],
    queryFn: () => api.manySessions.previewMoves(JSON.parse(asked)),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** The conflicts of one session at its facility, and free alternatives. */
export function alternativesQuery(input: Parameters<typeof api.bookings.checkSeries>[0]) {
  return queryOptions({ queryKey: ['facilities', 'alternatives', input], queryFn: () => api.bookings.checkSeries(input), retry: false });
}

/** Mutations of courses; each refreshes what is shown of them. */
export function useCourseMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['courses'] });
  return {
    create: useMutation({ mutationFn: (input: Input<'create'>) => api.courses.create(input), onSettled }),
    update: useMutation({ mutationFn: (input: Input<'update'>) => api.courses.update(input), onSettled }),
    copy: useMutation({ mutationFn: (input: Input<'copy'>) => api.courses.copy(input), onSettled }),
    saveTemplate: useMutation({ mutationFn: (id: string) => api.courses.saveTemplate({ id }), onSettled }),
    copyMany: useMutation({ mutationFn: (input: Input<'copyMany'>) => api.courses.copyMany(input), onSettled }),
    setStatus: useMutation({ mutationFn: (input: Input<'setStatus'>) => api.courses.setStatus(input), onSettled }),
    remove: useMutation({ mutationFn: (id: string) => api.courses.remove({ id }), onSettled }),
    moveSession: useMutation({ mutationFn: (input: Input<'moveSession'>) => api.courses.moveSession(input), onSettled }),
    askForHall: useMutation({ mutationFn: (id: string) => api.courses.askForHall({ id }), onSettled }),
    restoreSession: useMutation({ mutationFn: (id: string) => api.courses.restoreSession({ id }), onSettled }),
    cancelSessions: useMutation({
      mutationFn: (input: Parameters<typeof api.manySessions.cancel>[0]) => api.manySessions.cancel(input),
      onSettled,
    }),
    restoreSessions: useMutation({
      mutationFn: (input: Parameters<typeof api.manySessions.restore>[0]) => api.manySessions.restore(input),
      onSettled,
    }),
    moveSessions: useMutation({
      mutationFn: (input: Parameters<typeof api.manySessions.move>[0]) => api.manySessions.move(input),
      onSettled,
    }),
    takeBackMoves: useMutation({
      mutationFn: (input: Parameters<typeof api.manySessions.takeBackMoves>[0]) => api.manySessions.takeBackMoves(input),
      onSettled,
    }),
    cancelSession: useMutation({ mutationFn: (input: Input<'cancelSession'>) => api.courses.cancelSession(input), onSettled }),
  };
}
