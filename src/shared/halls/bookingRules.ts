import {
  daysBetween,
  germanDate,
  instantOf,
  isSkippedTime,
  minutesOf,
  weekdayNames,
  weekdayOf,
  type LocalDate,
  type LocalTime,
} from '#shared/kernel/calendar.ts';
import type { Facility } from './facilities.ts';
import type { FieldProblem } from '#shared/kernel/problems.ts';

/** A requested booking: its day, time and units. */
export type Wish = {
  date: LocalDate;
  startTime: LocalTime;
  endTime: LocalTime;
  unitIds: readonly string[];
  expectedParticipants?: number | null | undefined;
};

export type RuledFacility = Pick<
  Facility,
  | 'isActive'
  | 'gridMinutes'
  | 'minMinutes'
  | 'maxMinutes'
  | 'leadDays'
  | 'maxAdvanceDays'
  | 'minParticipants'
  | 'capacityPersons'
  | 'openings'
  | 'units'
>;

type Circumstances = {
  today: LocalDate;
  now: Date;
  /** The reason why the facility or the series pauses on that day, if it does. */
  pause?: string | undefined;
  /** Whether the user manages the facility and may book outside its booking window, with a reason. */
  mayIgnoreWindow?: boolean;
};

/**
 * The first rule of a facility that a request violates, as a German field problem; rules are checked in this order.
 * Whether the time is still free is not checked here, since only the database can guarantee it.
 */
export function brokenRule(facility: RuledFacility, wish: Wish, circumstances: Circumstances): FieldProblem | undefined {
  return (
    brokenUnit(facility, wish) ??
    brokenTime(facility, wish) ??
    brokenOpening(facility, wish) ??
    brokenLength(facility, wish) ??
    brokenWindow(facility, wish, circumstances) ??
    (circumstances.pause === undefined ? undefined : problem('date', `Am ${germanDate(wish.date)} geschlossen: ${circumstances.pause}.`)) ??
    brokenCrowd(facility, wish)
  );
}

/** The opening hours of a day in German: "08:00–22:00", or "geschlossen". */
export function openingWords(facility: Pick<Facility, 'openings'>, date: LocalDate): string {
  const hours = openingsOn(facility, date).map(({ opens, closes }) => `${opens}–${closes}`);
  return hours.length > 0 ? hours.join(' und ') : 'geschlossen';
}

/** The opening hours of a facility on a day. */
export function openingsOn({ openings }: Pick<Facility, 'openings'>, date: LocalDate): { opens: LocalTime; closes: LocalTime }[] {
  const weekday = weekdayOf(date);
  return openings.filter(
    (one) => one.weekday === weekday && (one.validFrom === null || one.validFrom <= date) && (one.validTo === null || one.validTo >= date),
  );
}

function brokenUnit({ isActive, units }: RuledFacility, { unitIds, date }: Wish): FieldProblem | undefined {
  if (!isActive) return problem('facilityId', 'Diese Sportstätte wird zurzeit nicht vergeben.');
  if (unitIds.length === 0) return problem('unitIds', 'Bitte mindestens einen Teil wählen.');
  for (const unitId of unitIds) {
    const unit = units.find(({ id }) => id === unitId);
    if (!unit) return problem('unitIds', 'Diesen Teil gibt es hier nicht.');
    if (unit.retiredOn !== null && unit.retiredOn <= date)
      return problem('unitIds', `„${unit.label}“ wird ab dem ${germanDate(unit.retiredOn)} nicht mehr vergeben.`);
  }
  return undefined;
}

function brokenTime({ gridMinutes }: RuledFacility, { date, startTime, endTime }: Wish): FieldProblem | undefined {
  if (endTime <= startTime) return problem('endTime', 'Das Ende muss nach dem Beginn liegen.');
  const offGrid = (time: LocalTime) => minutesOf(time) % gridMinutes !== 0;
  const grid = `Hier wird im Raster von ${gridMinutes} Minuten gebucht.`;
  if (offGrid(startTime)) return problem('startTime', grid);
  if (offGrid(endTime)) return problem('endTime', grid);
  const skipped = `Diese Uhrzeit gibt es am ${germanDate(date)} nicht: Die Uhr wird auf Sommerzeit gestellt.`;
  if (isSkippedTime(date, startTime)) return problem('startTime', skipped);
  if (isSkippedTime(date, endTime)) return problem('endTime', skipped);
  return undefined;
}

function brokenOpening(facility: RuledFacility, { date, startTime, endTime }: Wish): FieldProblem | undefined {
  const day = weekdayNames[weekdayOf(date) - 1] ?? '';
  const hours = openingsOn(facility, date);
  if (hours.length === 0) return problem('date', `Am ${day} ist hier geschlossen.`);
  if (hours.some(({ opens, closes }) => opens <= startTime && endTime <= closes)) return undefined;
  const words = `Am ${day} ist hier ${openingWords(facility, date)} Uhr geöffnet.`;
  return problem(hours.some(({ opens, closes }) => opens <= startTime && startTime < closes) ? 'endTime' : 'startTime', words);
}

function brokenLength({ minMinutes, maxMinutes }: RuledFacility, { startTime, endTime }: Wish): FieldProblem | undefined {
  const minutes = minutesOf(endTime) - minutesOf(startTime);
  if (minutes < minMinutes) return problem('endTime', `Gebucht werden mindestens ${minMinutes} Minuten.`);
  return minutes > maxMinutes ? problem('endTime', `Gebucht werden höchstens ${maxMinutes} Minuten.`) : undefined;
}

function brokenWindow(
  { leadDays, maxAdvanceDays }: RuledFacility,
  { date, startTime }: Wish,
  { today, now, mayIgnoreWindow }: Circumstances,
): FieldProblem | undefined {
  if (instantOf(date, startTime) < now) return problem('date', 'Dieser Termin liegt in der Vergangenheit.');
  if (mayIgnoreWindow) return undefined;
  const days = daysBetween(today, date);
  if (days < leadDays) return problem('date', `Hier wird mindestens ${leadDays} Tage vorher gebucht.`);
  return days > maxAdvanceDays ? problem('date', `Hier wird höchstens ${maxAdvanceDays} Tage im Voraus gebucht.`) : undefined;
}

function brokenCrowd({ minParticipants, capacityPersons }: RuledFacility, { expectedParticipants }: Wish): FieldProblem | undefined {
  if (expectedParticipants === undefined || expectedParticipants === null) return undefined;
  if (capacityPersons !== null && expectedParticipants > capacityPersons)
    return problem('expectedParticipants', `Hier sind höchstens ${capacityPersons} Personen zugelassen.`);
  return minParticipants !== null && expectedParticipants < minParticipants
    ? problem('expectedParticipants', `Hier braucht es mindestens ${minParticipants} Personen.`)
    : undefined;
}

function problem(path: string, message: string): FieldProblem {
  return { path, message };
}
