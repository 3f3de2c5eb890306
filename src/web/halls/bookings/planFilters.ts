import { useMemo } from 'react';
import { z } from 'zod';
import { ageGroups, bookingKinds, bookingSets, type BookingState } from '#shared/halls/bookingStates.ts';
import type { Booking } from './queries.ts';

/** The state of a planned hour: confirmed, requested, released, or one of two of which only one can take place. */
export const plannedWays = ['promised', 'waiting', 'free', 'clashing'] as const;
const statesOf: { readonly [way in Exclude<(typeof plannedWays)[number], 'clashing'>]: readonly BookingState[] } = {
  promised: bookingSets.blocking,
  waiting: bookingSets.waiting,
  free: ['released'],
};

/** The filters of a plan in the URL; hidden holders are a list. */
export const planFilters = {
  kind: z.enum(bookingKinds).optional(),
  age: z.enum(ageGroups).optional(),
  way: z.enum(plannedWays).optional(),
  department: z.uuid().optional(),
  search: z.string().max(100).optional(),
  hide: z.string().max(1000).optional(),
  zoom: z.enum(['small', 'large']).optional(),
};
export type PlanFilters = z.output<z.ZodObject<typeof planFilters>>;

const between = '|';

/** The hidden holders. */
export function hiddenIn({ hide = '' }: Pick<PlanFilters, 'hide'>): string[] {
  return hide.split(between).filter(Boolean);
}

/** Toggles one hidden holder. */
export function toggleHolder(filters: Pick<PlanFilters, 'hide'>, holder: string): string {
  const hidden = hiddenIn(filters);
  return (hidden.includes(holder) ? hidden.filter((one) => one !== holder) : [...hidden, holder]).join(between);
}

/** The ids of requested hours whose time is wanted or taken by others, and of those others. */
function clashingIn(bookings: readonly Booking[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const there of Map.groupBy(bookings, ({ facilityId, date }) => `${facilityId} ${date}`).values())
    for (const asked of there.filter(({ state }) => bookingSets.waiting.includes(state)))
      for (const other of there)
        if (other.id !== asked.id && other.state !== 'released' && isSameTime(asked, other)) found.add(asked.id).add(other.id);
  return found;
}

function isSameTime(one: Booking, other: Booking): boolean {
  return one.startsAt < other.endsAt && other.startsAt < one.endsAt && one.unitIds.some((id) => other.unitIds.includes(id));
}

function stateFilter(way: PlanFilters['way'], planned: readonly Booking[]): (booking: Booking) => boolean {
  if (way === undefined) return () => true;
  if (way !== 'clashing') return ({ state }) => statesOf[way].includes(state);
  const clashing = clashingIn(planned);
  return ({ id }) => clashing.has(id);
}

/** Whether a booking of the plan matches the filters. The kind of another club's booking may be unknown; then it does not match a filter by kind. */
export function useShown(
  { kind, age, way, department, search = '', hide }: PlanFilters,
  planned: readonly Booking[],
): (booking: Booking) => boolean {
  return useMemo(() => {
    const hidden = new Set(hiddenIn({ hide }));
    const looked = search.trim().toLowerCase();
    const isInState = stateFilter(way, planned);
    return (one) =>
      !hidden.has(one.holder) &&
      (kind === undefined || one.kind === kind) &&
      (age === undefined || one.ageGroup === age) &&
      isInState(one) &&
      (department === undefined || one.departmentId === department) &&
      (looked === '' || `${one.holder} ${one.title ?? ''}`.toLowerCase().includes(looked));
  }, [kind, age, way, department, search, hide, planned]);
}
