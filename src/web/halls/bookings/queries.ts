import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { bookingChange, bookingDecision, bookingInput, seriesInput } from '#shared/halls/bookings.ts';
import { decidedAtOnce, type ManyDecided, type manyDecisions } from '#shared/halls/bookingRequests.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

// Every key begins with 'facilities': bookings change the plan of a facility, and its notices refresh all of it.

export type Booking = Awaited<ReturnType<typeof api.bookings.mine>>[number];
export type Hall = Awaited<ReturnType<typeof api.facilities.list>>[number];
export type FreeSlot = Awaited<ReturnType<typeof api.bookings.free>>[number];
export type CheckedDates = Awaited<ReturnType<typeof api.bookings.checkSeries>>;
export type Scope = 'one' | 'following' | 'all';

/** The plan of a range of days at one facility, or at all. */
export function planQuery(from: string, to: string, facility?: string) {
  return queryOptions({
    queryKey: ['facilities', 'plan', from, to, facility],
    queryFn: () => api.bookings.plan({ from, to, facility }),
    placeholderData: keepPreviousData,
  });
}

/** A series with its omitted days. */
export function seriesQuery(id: string) {
  return queryOptions({ queryKey: ['facilities', 'series', id], queryFn: () => api.bookingSeries.read({ id }) });
}

/** Series without attendance three times in a row. */
export function unusedQuery() {
  return queryOptions({ queryKey: ['facilities', 'unused'], queryFn: () => api.bookingSeries.unused() });
}

/** Mutations of bookings; each refreshes what is shown of them. */
export function useBookingMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['facilities'] });
  return {
    create: useMutation({ mutationFn: (input: z.input<typeof bookingInput>) => api.bookings.create(input), onSettled }),
    checkSeries: useMutation({ mutationFn: (input: z.input<typeof seriesInput>) => api.bookings.checkSeries(input) }),
    createSeries: useMutation({ mutationFn: (input: z.input<typeof seriesInput>) => api.bookings.createSeries(input), onSettled }),
    change: useMutation({ mutationFn: (input: z.input<typeof bookingChange>) => api.bookings.change(input), onSettled }),
    cancel: useMutation({
      mutationFn: (input: { id: string; scope: Scope; reason: string }) => api.bookings.cancel(input),
      onSettled,
    }),
    release: useMutation({ mutationFn: (id: string) => api.bookings.release({ id }), onSettled }),
    reclaim: useMutation({ mutationFn: (id: string) => api.bookings.reclaim({ id }), onSettled }),
    withdraw: useMutation({ mutationFn: (input: { id: string; scope: Scope }) => api.bookings.withdraw(input), onSettled }),
    answer: useMutation({
      mutationFn: (input: { id: string; isAccepted: boolean; scope: Scope }) => api.bookings.answer(input),
      onSettled,
    }),
    takeOver: useMutation({
      mutationFn: (input: Parameters<typeof api.bookings.takeOver>[0]) => api.bookings.takeOver(input),
      onSettled,
    }),
    addDate: useMutation({
      mutationFn: (input: Parameters<typeof api.bookingSeries.addDate>[0]) => api.bookingSeries.addDate(input),
      onSettled,
    }),
    markUse: useMutation({ mutationFn: (input: { id: string; isUsed: boolean }) => api.bookingSeries.markUse(input), onSettled }),
    decide: useMutation({ mutationFn: (input: z.input<typeof bookingDecision>) => api.bookings.decide(input), onSettled }),
    decideMany: useMutation({ mutationFn: decideMany, onSettled }),
    search: useMutation({
      mutationFn: (input: Parameters<typeof api.bookings.free>[0]) => api.bookings.free(input),
    }),
  };
}

/** Decides any number of requests, in batches of the server's limit. */
async function decideMany({ ids, ...decision }: z.input<typeof manyDecisions>): Promise<ManyDecided> {
  const results: ManyDecided['results'] = [];
  for (let at = 0; at < ids.length; at += decidedAtOnce)
    results.push(...(await api.bookingRequests.decide({ ids: ids.slice(at, at + decidedAtOnce), ...decision })).results);
  return { results };
}
