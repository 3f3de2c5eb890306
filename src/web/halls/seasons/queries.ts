import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { objectionAnswer, objectionInput, offerInput, offerReply } from '#shared/halls/seasons/objections.ts';
import type { DateChoice } from '#shared/halls/seasons/publication.ts';
import type { seasonInput, seasonStep } from '#shared/halls/seasons/seasons.ts';
import type { wishActions, wishInput } from '#shared/halls/seasons/wishes.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

// Every key begins with 'seasons': the notices of that collection refresh all of it.

/** The seasons visible to the viewer, latest first. */
export const seasonsQuery = queryOptions({ queryKey: ['seasons', 'list'], queryFn: () => api.seasons.list() });

/** One season; polled while it is being published. */
export function seasonQuery(id: string) {
  return queryOptions({
    queryKey: ['seasons', 'one', id],
    queryFn: () => api.seasons.read({ id }),
    refetchInterval: ({ state }) => (state.data?.phase === 'publishing' ? 3000 : false),
  });
}

/** The wishes of a season visible to the viewer. */
export function wishesQuery(id: string) {
  return queryOptions({ queryKey: ['seasons', 'wishes', id], queryFn: () => api.wishes.list({ id }) });
}

/** The plan of a season. */
export function planQuery(id: string) {
  return queryOptions({ queryKey: ['seasons', 'plan', id], queryFn: () => api.seasonPlans.read({ id }) });
}

/** The possible places of a wish. */
export function placesQuery(id: string, wishId: string) {
  return queryOptions({ queryKey: ['seasons', 'places', id, wishId], queryFn: () => api.seasonPlans.places({ id, wishId }) });
}

/** The grants of a version of the plan. */
export function versionQuery(id: string, planId: string) {
  return queryOptions({ queryKey: ['seasons', 'version', id, planId], queryFn: () => api.seasonPlans.version({ id, planId }) });
}

/** The preview of the publication. */
export function dryRunQuery(id: string) {
  return queryOptions({ queryKey: ['seasons', 'publication', id], queryFn: () => api.seasonPlans.dryRun({ id }) });
}

/** Resolves conflicting dates; the response updates the preview. */
export function useDateChoices(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (choices: DateChoice[]) => api.seasonPlans.choose({ id, choices }),
    onSuccess: (now) => client.setQueryData(dryRunQuery(id).queryKey, now),
  });
}

/** The holder notices of a season. */
export function noticesQuery(id: string) {
  return queryOptions({ queryKey: ['seasons', 'notices', id], queryFn: () => api.seasons.notices({ id }) });
}

/** Objections to results. */
export function objectionsQuery(id: string) {
  return queryOptions({ queryKey: ['seasons', 'objections', id], queryFn: () => api.seasonPlans.objections({ id }) });
}

type Present = { id: string; version: number };
type Season = z.input<typeof seasonInput>;
type Wish = z.input<typeof wishInput>;

/** Mutations of a season and its wishes. */
export function useSeasonMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['seasons'] });
  return {
    create: useMutation({ mutationFn: (input: Season) => api.seasons.create(input), onSettled }),
    update: useMutation({ mutationFn: (input: Season & Present) => api.seasons.update(input), onSettled }),
    instruct: useMutation({ mutationFn: (input: Present & { instruction: string }) => api.seasons.instruct(input), onSettled }),
    advance: useMutation({ mutationFn: (input: z.input<typeof seasonStep>) => api.seasons.advance(input), onSettled }),
    hold: useMutation({ mutationFn: (input: { id: string; isHeld: boolean }) => api.seasons.hold(input), onSettled }),
    addWish: useMutation({
      mutationFn: (input: Wish & { id: string; organisationId?: string }) => api.wishes.create(input),
      onSettled,
      makesRecord: true,
    }),
    changeWish: useMutation({ mutationFn: (input: Wish & Present) => api.wishes.update(input), onSettled }),
    order: useMutation({
      mutationFn: (input: { id: string; organisationId: string; wishIds: string[] }) => api.wishes.order(input),
      onSettled,
    }),
    act: useMutation({
      mutationFn: (input: { id: string; action: (typeof wishActions)[number]; wishIds: string[] }) => api.wishes.act(input),
      onSettled,
    }),
    object: useMutation({
      mutationFn: (input: z.input<typeof objectionInput> & { id: string }) => api.seasonPlans.object(input),
      onSettled,
    }),
    answer: useMutation({
      mutationFn: (input: z.input<typeof objectionAnswer> & { id: string }) => api.seasonPlans.answer(input),
      onSettled,
    }),
    offer: useMutation({
      mutationFn: (input: z.input<typeof offerInput> & { id: string }) => api.seasonPlans.offer(input),
      onSettled,
    }),
    reply: useMutation({
      mutationFn: (input: z.input<typeof offerReply> & { id: string }) => api.seasonPlans.reply(input),
      onSettled,
    }),
    withdraw: useMutation({ mutationFn: (id: string) => api.seasonPlans.withdraw({ id }), onSettled }),
  };
}

/** Imports wishes from a table. */
export function useWishImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { id: string; text: string; isDryRun: boolean }) => api.wishes.import(input),
    onSettled: () => client.invalidateQueries({ queryKey: ['seasons'] }),
  });
}

/** The manager's mutations of the plan. */
export function usePlanMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['seasons'] });
  return {
    propose: useMutation({ mutationFn: (id: string) => api.seasonPlans.propose({ id }), onSettled }),
    callOff: useMutation({ mutationFn: (id: string) => api.seasonPlans.callOff({ id }) }),
    adopt: useMutation({ mutationFn: (input: { id: string; planId: string }) => api.seasonPlans.adopt(input), onSettled }),
    keep: useMutation({ mutationFn: (input: { id: string; name: string }) => api.seasonPlans.keep(input), onSettled }),
    improve: useMutation({ mutationFn: (id: string) => api.seasonPlans.improve({ id }), onSettled }),
    lock: useMutation({ mutationFn: (input: Present & { isLocked: boolean; reason: string }) => api.seasonPlans.lock(input), onSettled }),
  };
}
