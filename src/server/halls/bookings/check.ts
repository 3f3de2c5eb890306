import { randomUUID } from 'node:crypto';
import type { BookingCheck, CheckedHour, LackingHour } from '#shared/halls/bookingCheck.ts';
import { instantOf } from '#shared/kernel/calendar.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { skipReasons } from '../closures/service.ts';
import { alternatives } from '../plan/freeTimes.ts';
import { findOverlaps, type Claim } from './occupancy.ts';
import { brokenBy, conflictView, readPlace, refusalOf, conflictsInWords, type Place } from './place.ts';
import { allowBooking } from './rights.ts';

/** The maximum of unavailable hours of one weekly time for which alternatives are computed. */
const suggestedDates = 20;

type Wanted = { hour: CheckedHour; claim: Claim };
type Lacking = Pick<LackingHour, 'reason' | 'conflicts'>;

/** The unavailable ones of the given hours, by the rules for bookings; writes nothing. */
export async function checkHours(
  context: Context,
  tx: Transaction,
  input: BookingCheck,
): Promise<{ free: number; lacking: LackingHour[] }> {
  const lacking: LackingHour[] = [];
  let asked = 0;
  for (const [facilityId, ofHall] of Map.groupBy(input.hours, (hour) => hour.facilityId)) {
    const days = ofHall.map(({ date }) => date).toSorted();
    const [from = '', to = from] = [days[0], days.at(-1)];
    const place = await readPlace(tx, facilityId, from, to);
    allowBooking(context, place.facility);
    const { holidayMode: mode } = input;
    const paused = mode ? await skipReasons(tx, from, to, { club: signedIn(context).club, facility: facilityId, mode }) : undefined;
    const hours = ofHall.filter(({ date }) => !paused?.has(date));
    asked += hours.length;
    const found = await lackingAt(context, tx, place, hours, input);
    for (const ofOne of Map.groupBy([...found.keys()], ({ startTime, endTime, unitIds }) =>
      [startTime, endTime, ...unitIds].join(),
    ).values())
      lacking.push(...(await suggest(context, tx, ofOne, found, input.about)));
  }
  return { free: asked - lacking.length, lacking: lacking.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b))) };
}

/** The hours of one hall that break a rule or are taken. */
async function lackingAt(
  context: Context,
  tx: Transaction,
  place: Place,
  hours: readonly CheckedHour[],
  { isPlanned, except }: BookingCheck,
): Promise<Map<CheckedHour, Lacking>> {
  const viewer = signedIn(context);
  const lacking = new Map<CheckedHour, Lacking>();
  const open: Wanted[] = [];
  for (const hour of hours) {
    const times = { startsAt: instantOf(hour.date, hour.startTime), endsAt: instantOf(hour.date, hour.endTime) };
    const broken = isPlanned
      ? brokenBy(place, { ...times, localDate: hour.date, unitIds: hour.unitIds })
      : refusalOf(place, hour, viewer, '')?.message;
    if (broken === undefined) open.push({ hour, claim: { id: randomUUID(), unitIds: hour.unitIds, ...times, isBlocking: true } });
    else lacking.set(hour, { reason: broken, conflicts: [] });
  }
  const own = new Set(except);
  const claims = open.map(({ claim }) => claim);
  const taken = (await findOverlaps(tx, claims, place.facility.bufferMinutes)).filter(({ bookingId }) => !own.has(bookingId));
  const byClaim = Map.groupBy(taken, ({ claimId }) => claimId);
  for (const { hour, claim } of open) {
    const conflicts = (byClaim.get(claim.id) ?? []).map((one) => conflictView(viewer, one));
    if (conflicts.length > 0) lacking.set(hour, { reason: `Belegt: ${conflictsInWords(conflicts)}`, conflicts });
  }
  return lacking;
}

/** The unavailable hours of one weekly time with their alternatives. */
async function suggest(
  context: Context,
  tx: Transaction,
  hours: readonly CheckedHour[],
  found: ReadonlyMap<CheckedHour, Lacking>,
  about: string,
): Promise<LackingHour[]> {
  const [first] = hours;
  if (!first) return [];
  const other =
    first.endTime > first.startTime
      ? await alternatives(
          tx,
          signedIn(context),
          hours.slice(0, suggestedDates).map(({ date }) => date),
          { ...first, about },
        )
      : undefined;
  return hours.map((hour) => {
    const { otherTimes = [], otherHalls = [] } = other?.get(hour.date) ?? {};
    return { ...hour, reason: '', conflicts: [], ...found.get(hour), otherTimes, otherHalls };
  });
}

function keyOf({ date, startTime }: CheckedHour): string {
  return `${date} ${startTime}`;
}
