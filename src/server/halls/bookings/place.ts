import { addDays, germanDate, localOf, type LocalDate, timeRange } from '#shared/kernel/calendar.ts';
import { brokenRule, type Wish } from '#shared/halls/bookingRules.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { DayRule } from '#shared/halls/holidays.ts';
import type { FieldProblem } from '#shared/kernel/problems.ts';
import { dayRules } from '../closures/service.ts';
import { closingReasons, readFacility, readOpenings, readUnits, type FacilityRow, type Opening, type Unit } from '../facilities/service.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Viewer } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { mayDecide } from './rights.ts';
import { seesPurpose, type Onlooker } from './view.ts';
import type { BookingRow, Taken } from './occupancy.ts';

/** A facility with everything that its rules need. */
export type Place = { facility: FacilityRow; units: Unit[]; openings: Opening[]; rules: DayRule[] };

/** Reads a facility with its units, opening hours, and the holidays and closures between two days. */
export async function readPlace(tx: Transaction, facilityId: string, from: LocalDate, to: LocalDate): Promise<Place> {
  const facility = await readFacility(tx, facilityId);
  return {
    facility,
    units: await readUnits(tx, [facilityId]),
    openings: await readOpenings(tx, [facilityId]),
    rules: await dayRules(tx, from, to, { facility: facilityId }),
  };
}

/** The first rule that a wish breaks at a place, as a problem on its field. The deciding viewer may override the window with a reason. */
export function refusalOf(place: Place, wish: Wish, viewer: Viewer, windowReason: string): FieldProblem | undefined {
  return brokenRule({ ...place.facility, units: place.units, openings: place.openings }, wish, {
    today: today(),
    now: now(),
    pause: closingReasons(place.facility, place.rules, wish.date, wish.date).get(wish.date),
    mayIgnoreWindow: windowReason !== '' && mayDecide(viewer, place.facility),
  });
}

/**
 * The rule of a place that one of many planned hours breaks, in words. The booking window does not apply: a course is planned for its whole
 * period, and those who decide see all of its dates.
 */
export function brokenBy(place: Place, hour: PlannedHour): string | undefined {
  return fieldBroken(place, hour)?.message;
}

type PlannedHour = Pick<BookingRow, 'localDate' | 'startsAt' | 'endsAt' | 'unitIds'>;

/** Like `brokenBy`, with the field. */
export function fieldBroken(
  { facility, units, openings, rules }: Place,
  { localDate, startsAt, endsAt, unitIds }: PlannedHour,
): FieldProblem | undefined {
  const wish = { date: localDate, startTime: localOf(startsAt).time, endTime: localOf(endsAt).time, unitIds };
  return brokenRule({ ...facility, leadDays: 0, maxAdvanceDays: 3660, units, openings }, wish, {
    today: today(),
    now: now(),
    pause: closingReasons(facility, rules, localDate, localDate).get(localDate),
  });
}

type ShownConflict = { club: ClubName; holder: string; title: string | null; startsAt: string; endsAt: string };

/** A conflict as far as the viewer may see it: with the title only for the own club. */
export function conflictView(viewer: Viewer, taken: Taken): ShownConflict {
  const title = seesPurpose(viewer, taken) ? taken.title : null;
  return { club: taken.club, holder: taken.holder, title, startsAt: taken.startsAt.toISOString(), endsAt: taken.endsAt.toISOString() };
}

/** "RWA, Handball und SCB": the conflicting holders, with the title if it is visible to the viewer. */
export function conflictsInWords(conflicts: readonly ShownConflict[]): string {
  return [...new Set(conflicts.map(({ holder, title }) => [holder, title].filter(Boolean).join(', ')))].join(' und ');
}

/** Builds the problem for a taken time, with holder, unit and time as far as the viewer may see them. */
export function buildOccupiedProblem(viewer: Onlooker, taken: readonly Taken[], units: readonly Unit[]): Problem {
  const fields = taken.slice(0, 20).map((one) => ({ path: 'startTime', message: takenWords(viewer, one, units) }));
  return new Problem('occupied', { fields });
}

/** "28.09.2026, 18:00–19:30, Teil 1: SCB", with the title if it is visible */
function takenWords(viewer: Onlooker, taken: Taken, units: readonly Unit[]): string {
  const part = units.find(({ id }) => id === taken.unitId)?.label;
  const who = seesPurpose(viewer, taken) ? `${taken.holder}, ${taken.title}` : taken.holder;
  return `${germanDate(localOf(taken.startsAt).date)}, ${timeRange(taken)}${part ? `, ${part}` : ''}: ${who}`;
}

/** Limits a range of days, so that a query is never unbounded. */
export function refuseLongRange(from: LocalDate, to: LocalDate, days: number): void {
  if (to < from || to > addDays(from, days))
    throw new Problem('invalid-argument', { fields: [{ path: 'to', message: `Höchstens ${days} Tage auf einmal.` }] });
}
