import { openingsOn } from '#shared/halls/bookingRules.ts';
import { localOf, minutesOf, timeOf, type LocalDate, type LocalTime } from '#shared/kernel/calendar.ts';
import type { Booking, Hall } from '../bookings/queries.ts';

/** A block of the grid: a booking, or a weekly hour of a season's plan. */
export type GridBooking = Pick<
  Booking,
  'id' | 'facilityId' | 'date' | 'startsAt' | 'endsAt' | 'unitIds' | 'holder' | 'club' | 'title' | 'state' | 'may' | 'kind' | 'ageGroup'
> & {
  /** The department that uses it, if known. */ department?: string | undefined;
  /** Cannot be resized. */ isFixed?: boolean;
  /** Every other week: shares its place, and is drawn in one half of it. */ half?: 'first' | 'second' | undefined;
  /** Cannot be moved. */ isLocked?: boolean;
  /** Overrides the colour of the holder. */ colour?: number | undefined;
};

type GridHall = Pick<Hall, 'id' | 'name' | 'units' | 'gridMinutes' | 'openings'>;

/** A labelled background range: wished times, or groups with priority. */
export type GridShade = { from: number; to: number; words: string; kind: 'wanted' | 'closed' | 'reserved' };

/** A column of the grid: a hall on a day, split into units. */
export type GridColumn = {
  key: string;
  title: string;
  /** A short heading. */ heading: string;
  hall: GridHall;
  date: LocalDate;
  /** Stands for a weekday; its date is irrelevant. */ isPattern?: boolean;
  /** Why it is closed, if it is. */ pause?: string | undefined;
  bookings: readonly GridBooking[];
  shades?: readonly GridShade[];
  /** Whether the viewer may draw a new block here. */ isBookable: boolean;
  /** Why a block cannot be placed there, as far as the shown data can tell. The server decides again. */
  whyNot: (place: GridPlace, like?: GridBooking) => string | undefined;
  /** What a free place would mean for the block. */ whatFor?: (place: GridPlace, like?: GridBooking) => string;
};

/** A position in the grid: column, first unit and number of units, from and to in minutes of the day. */
export type Spot = { column: number; unit: number; units: number; from: number; to: number };

/** The same position in terms of the forms and the server. */
export type GridPlace = { facilityId: string; date: LocalDate; startTime: LocalTime; endTime: LocalTime; unitIds: string[] };

export type Span = { from: number; to: number };
const wholeDay = 24 * 60;

/** The vertical range of the grid: all opening hours and bookings shown, in whole hours. */
export function spanOf(columns: readonly GridColumn[]): Span {
  const begins: number[] = [];
  const ends: number[] = [];
  for (const { hall, date, bookings } of columns) {
    for (const { opens, closes } of openingsOn(hall, date)) {
      begins.push(minutesOf(opens));
      ends.push(minutesOf(closes));
    }
    for (const booking of bookings) {
      const { from, to } = minutesIn(booking, date);
      begins.push(from);
      ends.push(to);
    }
  }
  if (begins.length === 0) return { from: 8 * 60, to: 22 * 60 };
  return { from: Math.floor(Math.min(...begins) / 60) * 60, to: Math.min(wholeDay, Math.ceil(Math.max(...ends) / 60) * 60) };
}

/** The minutes of a booking on a day; a booking over midnight is cut. */
export function minutesIn({ startsAt, endsAt }: Pick<Booking, 'startsAt' | 'endsAt'>, date: LocalDate): Span {
  const [start, end] = [localOf(new Date(startsAt)), localOf(new Date(endsAt))];
  return { from: start.date < date ? 0 : minutesOf(start.time), to: end.date > date ? wholeDay : minutesOf(end.time) };
}

/** The position of a booking; undefined while its hall or day is not shown. */
export function spotOf(booking: GridBooking, columns: readonly GridColumn[]): Spot | undefined {
  const column = columns.findIndex(({ hall, date }) => hall.id === booking.facilityId && date === booking.date);
  const at = columns[column];
  if (!at) return undefined;
  const places = booking.unitIds.map((id) => at.hall.units.findIndex((unit) => unit.id === id)).filter((index) => index >= 0);
  const { from, to } = minutesIn(booking, at.date);
  return { column, unit: places.length > 0 ? Math.min(...places) : 0, units: Math.max(1, places.length), from, to };
}

/** Clamps a position to its column and the span, and snaps it to the hall's time step. */
export function fitted(spot: Spot, columns: readonly GridColumn[], span: Span): Spot {
  const column = clamp(spot.column, 0, columns.length - 1);
  const hall = columns[column]?.hall;
  if (!hall) return spot;
  const step = hall.gridMinutes;
  const units = clamp(spot.units, 1, hall.units.length);
  const length = Math.max(step, Math.round((spot.to - spot.from) / step) * step);
  const last = Math.max(span.from, Math.min(span.to, wholeDay - 1) - length);
  const from = clamp(Math.round(spot.from / step) * step, span.from, Math.floor(last / step) * step);
  return { column, unit: clamp(spot.unit, 0, hall.units.length - units), units, from, to: from + length };
}

/** A position after an arrow key: by a time step, a unit, or a column; with Shift up and down change the length. */
export function stepped(spot: Spot, key: string, isLength: boolean, columns: readonly GridColumn[], span: Span): Spot {
  const hall = columns[spot.column]?.hall;
  if (!hall) return spot;
  const step = hall.gridMinutes;
  const by = key === 'ArrowDown' || key === 'ArrowRight' ? 1 : -1;
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const to = clamp(spot.to + by * step, spot.from + step, Math.min(span.to, wholeDay - 1));
    return fitted(isLength ? { ...spot, to } : { ...spot, from: spot.from + by * step, to: spot.to + by * step }, columns, span);
  }
  const unit = spot.unit + by;
  if (unit >= 0 && unit + spot.units <= hall.units.length) return { ...spot, unit };
  const next = columns[spot.column + by];
  if (!next) return spot;
  return fitted({ ...spot, column: spot.column + by, unit: by > 0 ? 0 : next.hall.units.length }, columns, span);
}

/** Converts a position to a place. Units that are not adjacent are kept as long as the booking stays at the same unit. */
export function placeOf(spot: Spot, columns: readonly GridColumn[], like?: GridBooking): GridPlace | undefined {
  const at = columns[spot.column];
  if (!at) return undefined;
  const before = like && spotOf(like, columns);
  const isKept = like && before?.column === spot.column && before.unit === spot.unit && before.units === spot.units;
  const unitIds = isKept ? like.unitIds : at.hall.units.slice(spot.unit, spot.unit + spot.units).map(({ id }) => id);
  return { facilityId: at.hall.id, date: at.date, startTime: timeOf(spot.from), endTime: timeOf(spot.to), unitIds };
}

/** Whether two positions are equal. */
export function isSameSpot(a: Spot | undefined, b: Spot | undefined): boolean {
  if (!a || !b) return a === b;
  return a.column === b.column && a.unit === b.unit && a.units === b.units && a.from === b.from && a.to === b.to;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
