import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { associationClub, type ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

export type Period = { club: ClubName; from: string; to: string };

/** The report to the association; "members" is the collection whose live notices refresh it. */
export function reportQuery(club: ClubName, keyDate: string) {
  return queryOptions({
    queryKey: ['members', 'report', club, keyDate],
    queryFn: () => api.memberReport.report({ club, keyDate }),
    placeholderData: keepPreviousData,
  });
}

/** The diary; closing a session is notified in "participations". */
export function diaryQuery(period: Period) {
  return queryOptions({
    queryKey: ['participations', 'diary', period],
    queryFn: () => api.memberReport.diary(period),
    placeholderData: keepPreviousData,
  });
}

/** The state of the report at a key date. */
export function cockpitQuery(club: ClubName, keyDate: string) {
  return queryOptions({
    queryKey: ['members', 'report cockpit', club, keyDate],
    queryFn: () => api.reportSnapshots.cockpit({ club, keyDate }),
    placeholderData: keepPreviousData,
  });
}

/** The frozen reports of a club. */
export function snapshotsQuery(club: ClubName) {
  return queryOptions({ queryKey: ['members', 'report snapshots', club], queryFn: () => api.reportSnapshots.list({ club }) });
}

/** The sums of released reports; a withdrawn one disappears with the next fetch. */
export function sumsQuery(keyDate: string) {
  return queryOptions({
    queryKey: ['members', 'report sums', keyDate],
    queryFn: () => api.reportSums.sums({ club: associationClub, keyDate }),
    staleTime: 0,
  });
}

type Api = typeof api.reportSnapshots;
type Input<Name extends keyof Api> = Omit<Parameters<Api[Name]>[0], 'club'>;

/** Mutations of the report; each refreshes what is shown of it. */
export function useReportMutations(club: ClubName) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['members'] });
  return {
    saveProfile: useMutation({
      mutationFn: (input: Input<'saveProfile'>) => api.reportSnapshots.saveProfile({ ...input, club }),
      onSettled,
    }),
    freeze: useMutation({ mutationFn: (input: Input<'freeze'>) => api.reportSnapshots.freeze({ ...input, club }), onSettled }),
    file: useMutation({ mutationFn: (input: Input<'file'>) => api.reportSnapshots.file(input), onSettled }),
    handIn: useMutation({ mutationFn: (input: Input<'handIn'>) => api.reportSnapshots.handIn(input), onSettled }),
    release: useMutation({ mutationFn: (input: Input<'release'>) => api.reportSnapshots.release(input), onSettled }),
    discard: useMutation({ mutationFn: (id: string) => api.reportSnapshots.discard({ id }), onSettled }),
  };
}
