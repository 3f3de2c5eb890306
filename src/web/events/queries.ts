import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { EventState, eventInput } from '#shared/events/events.ts';
import { api } from '#web/lib/call/call.ts';
import { readPublic } from '#web/lib/call/readPublic.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Input = z.input<typeof eventInput>;

/** The events between two days; 'events' is the collection whose live notices refresh it. */
export function eventsQuery(from: string, to: string, club?: 'RWA' | 'SCB' | 'GSV') {
  const range = new URLSearchParams({ from, to, ...(club && { club }) });
  return queryOptions({
    queryKey: ['events', 'list', from, to, club],
    queryFn: () => readPublic<typeof api.events.list>(`/events?${range}`),
  });
}

/** One event. */
export function eventQuery(id: string) {
  return queryOptions({ queryKey: ['events', 'one', id], queryFn: () => api.events.read({ id }) });
}

/** Mutations of events; each refreshes what is shown of them. */
export function useEventMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['events'] });
  return {
    create: useMutation({ mutationFn: (input: Input) => api.events.create(input), onSettled, makesRecord: true }),
    update: useMutation({ mutationFn: (input: Input & { id: string; version: number }) => api.events.update(input), onSettled }),
    setState: useMutation({
      mutationFn: (input: { id: string; state: EventState; version: number }) => api.events.setState(input),
      onSettled,
    }),
    remove: useMutation({ mutationFn: (id: string) => api.events.delete({ id }), onSettled }),
    importFile: useMutation({
      mutationFn: (input: { format: 'ics' | 'csv'; text: string; isDryRun: boolean }) => api.events.import(input),
      onSettled,
    }),
  };
}
