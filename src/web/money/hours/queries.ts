import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { HourEntry, HourSheetState } from '#shared/money/hours.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** The keys begin with the collection, so that its live notices refresh them. */
export const ownHoursQuery = queryOptions({ queryKey: ['hourSheets', 'own'], queryFn: () => api.hours.own() });

export function clubHoursQuery(club: ClubName, state: HourSheetState | undefined) {
  return queryOptions({ queryKey: ['hourSheets', 'list', club, state], queryFn: () => api.hours.list({ club, state }) });
}

export function sheetQuery(id: string) {
  return queryOptions({ queryKey: ['hourSheets', 'one', id], queryFn: () => api.hours.read({ id }) });
}

export function ratesQuery(club: ClubName) {
  return queryOptions({ queryKey: ['hourSheets', 'rates', club], queryFn: () => api.hours.rates({ club }) });
}

type One = { id: string; version: number };

/** Mutations of hour sheets. */
export function useHourMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['hourSheets'] });
  return {
    create: useMutation({ mutationFn: (input: { departmentId: string | null; from: string }) => api.hours.create(input), onSettled }),
    save: useMutation({ mutationFn: (input: One & { entries: HourEntry[] }) => api.hours.save(input), onSettled }),
    submit: useMutation({ mutationFn: (input: One) => api.hours.submit(input), onSettled }),
    reopen: useMutation({ mutationFn: (input: One) => api.hours.reopen(input), onSettled }),
    remove: useMutation({ mutationFn: (id: string) => api.hours.remove({ id }), onSettled }),
    decide: useMutation({ mutationFn: (input: One & { isApproved: boolean; reason: string }) => api.hours.decide(input), onSettled }),
    exportFile: useMutation({ mutationFn: (club: ClubName) => api.hours.exportFile({ club }), onSettled }),
    setPaid: useMutation({ mutationFn: (items: One[]) => api.hours.setPaid({ items }), onSettled }),
    addRate: useMutation({
      mutationFn: (input: { departmentId: string | null; personId: string | null; centsPerHour: number; validFrom: string }) =>
        api.hours.addRate(input),
      onSettled,
    }),
    deleteRate: useMutation({ mutationFn: (id: string) => api.hours.removeRate({ id }), onSettled }),
  };
}
