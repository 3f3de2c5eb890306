import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { dayRuleInput } from '#shared/halls/dayRules.ts';
import type { defectInput, defectUpdate } from '#shared/halls/defects.ts';
import type { closureInput } from '#shared/halls/closures.ts';
import type { FacilityInput } from '#shared/halls/facilities.ts';
import { api } from '#web/lib/call/call.ts';
import { readPublic } from '#web/lib/call/readPublic.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

// Every key but that of a closure begins with 'facilities': the notices of that collection refresh all of it.

/** The defects reported at the facilities of the viewer's club. */
/** The open defects of the halls that a club manages. */
export function openDefectsQuery(club: ClubName) {
  return queryOptions({ queryKey: ['facilities', 'defects', 'open', club], queryFn: () => api.defects.list({ club, open: 'true' }) });
}

/** All defects of one hall. */
export function defectsQuery(facility: string | undefined) {
  return queryOptions({ queryKey: ['facilities', 'defects', facility], queryFn: () => api.defects.list({ facility }) });
}

/** Holidays and closures between two days. */
export function dayRulesQuery(from: string, to: string, facility?: string) {
  return queryOptions({ queryKey: ['facilities', 'rules', from, to, facility], queryFn: () => api.dayRules.list({ from, to, facility }) });
}

/** The plan at a hall's door; refetched every minute, since a kiosk shows it all day. */
export function doorPlanQuery(slug: string, date: string | undefined) {
  return queryOptions({
    queryKey: ['facilities', 'door', slug, date],
    queryFn: () => api.halls.read({ slug, date }),
    refetchInterval: 60_000,
  });
}

/** The public plan of all halls for a day, or of one for a week; a kiosk shows it all day. */
export function publicPlanQuery(date: string, hall: string | undefined) {
  return queryOptions({
    queryKey: ['facilities', 'public', date, hall],
    queryFn: () => api.halls.plans({ date, hall }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}

/** A range of holidays or a closure, as entered. */
export type Rule = z.input<typeof dayRuleInput>;
type RuleCheck = { replaces?: string; rules: Omit<Rule, 'dates'>[] };

/** Mutations of facilities; each refreshes what is shown of them. */
export function useFacilityMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['facilities'] });
  return {
    create: useMutation({ mutationFn: (input: FacilityInput) => api.facilities.create(input), onSettled, makesRecord: true }),
    update: useMutation({
      mutationFn: (input: FacilityInput & { id: string; version: number }) => api.facilities.update(input),
      onSettled,
    }),
    remove: useMutation({ mutationFn: (id: string) => api.facilities.delete({ id }), onSettled }),
    report: useMutation({
      mutationFn: (input: z.input<typeof defectInput> & { slug: string }) => api.defects.create(input),
      onSettled,
    }),
    workOn: useMutation({ mutationFn: (input: z.input<typeof defectUpdate> & { id: string }) => api.defects.update(input), onSettled }),
    addRule: useMutation({ mutationFn: (input: Rule) => api.dayRules.create(input), onSettled }),
    changeRule: useMutation({
      mutationFn: (input: Rule & { id: string; version: number }) => api.dayRules.update(input),
      onSettled,
    }),
    deleteRule: useMutation({ mutationFn: (input: { id: string; dates: 'follow' | 'stay' }) => api.dayRules.delete(input), onSettled }),
    checkRules: useMutation({ mutationFn: (input: RuleCheck) => api.dayRules.check(input) }),
    importRules: useMutation({
      mutationFn: (input: { text: string; source: string; isDryRun: boolean; dates?: 'follow' | 'stay' }) => api.dayRules.import(input),
      onSettled,
    }),
    checkClosure: useMutation({
      mutationFn: (input: { facilityId: string; startsOn: string; endsOn: string }) => api.closures.check(input),
    }),
    close: useMutation({ mutationFn: (input: z.input<typeof closureInput>) => api.closures.create(input), onSettled }),
    notifyClosure: useMutation({ mutationFn: (input: { id: string; isAgain: boolean }) => api.closures.tell(input), onSettled }),
    proposeMoves: useMutation({
      mutationFn: (input: { id: string; ids: string[]; mayShift?: boolean }) => api.closures.propose(input),
      onSettled,
    }),
    moveDisplaced: useMutation({
      mutationFn: (input: { id: string; ids: string[]; mayShift?: boolean }) => api.closures.move(input),
      onSettled,
    }),
  };
}

/**
 * The bookings displaced by a closure, and the notified holders. They are read anew whenever the list with the closure has been, and
 * never before it: a lifted closure is gone from the list then.
 */
export function closureQuery(id: string, listReadAt: number) {
  return queryOptions({
    queryKey: ['closure', id, listReadAt],
    queryFn: () => api.closures.read({ id }),
    placeholderData: keepPreviousData,
  });
}

const aMinuteMs = 60_000;

/** The current bookings; refetched every minute, since they begin and end without a change. */
export const hallsNowQuery = queryOptions({
  queryKey: ['facilities', 'now'],
  queryFn: () => readPublic<typeof api.halls.now>('/halls'),
  refetchInterval: aMinuteMs,
});
