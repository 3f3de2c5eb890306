import { candidatesOf, inOrder, orderPercents, partMinutes } from './candidates.ts';
import { Timetable, type Candidate, type Placed, type PlacingInput, type PlacingWish } from './placing.ts';

/** The wishes of a season with their candidates, prepared for repeated planning. */
export type Board = {
  input: PlacingInput;
  wishes: ReadonlyMap<string, PlacingWish>;
  candidates: ReadonlyMap<string, readonly Candidate[]>;
  /** The candidates in descending order of points. */
  ranked: ReadonlyMap<string, readonly Candidate[]>;
  orders: ReadonlyMap<string, number>;
};

/** Computes the candidates of every wish. */
export function boardOf(given: PlacingInput): Board {
  const input = inOrder(given);
  const orders = orderPercents(input);
  const candidates = new Map(input.wishes.map((wish) => [wish.id, candidatesOf(input, wish, orders.get(wish.id) ?? 0)]));
  const ranked = new Map([...candidates].map(([id, some]) => [id, some.toSorted((a, b) => b.points - a.points)]));
  return { input, wishes: new Map(input.wishes.map((wish) => [wish.id, wish])), candidates, ranked, orders };
}

/** A plan derived from the rules only, so that equal input gives an equal plan. Locked places are kept. */
export function propose(board: Board, locked: readonly Placed[]): Placed[] {
  const table = new Timetable(board.input.halls, locked);
  for (const priorityClass of [1, 2, 3, 4, 5]) draftClass(board, table, priorityClass);
  improve(board, table);
  return [...table.placed];
}

/** The places that wishes with a confirmed continuation keep from the previous year, as far as they are free. */
export function keepPlaces({ input, candidates }: Board): Placed[] {
  const table = new Timetable(input.halls);
  for (const wish of inTurn(input.wishes)) keep(table, candidates.get(wish.id) ?? []);
  return [...table.placed];
}

/** Applies all exchanges that gain points until there is none left; returns their number. */
export function improve(board: Board, table: Timetable): number {
  let made = 0;
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const wish of inTurn(board.input.wishes)) {
      const exchange = missing(table, wish) > 0 ? bestExchange(board, table, wish) : undefined;
      if (!exchange) continue;
      carryOut(table, exchange);
      isChanged = true;
      made += 1;
    }
  }
  return made;
}

/** The number of dates per week that a wish still lacks. */
export function missing(table: Timetable, { id, timesPerWeek }: PlacingWish): number {
  return timesPerWeek - table.of(id).length;
}

/** An exchange: one wish gets a place, and the wishes displaced by it are moved if possible. */
export type Exchange = { placed: Placed; removed: Placed[]; moved: Placed[]; gain: number };

/** The first candidate of a wish whose exchange gains points; undefined if there is none. */
export function bestExchange(board: Board, table: Timetable, wish: PlacingWish): Exchange | undefined {
  for (const candidate of board.ranked.get(wish.id) ?? []) {
    if (hasDay(table, candidate)) continue;
    const exchange = tryExchange(board, table, candidate);
    if (exchange && exchange.gain > 0) return exchange;
  }
  return undefined;
}

/** The exchange that assigning a candidate would require; undefined if a locked place conflicts. The timetable is left unchanged. */
export function tryExchange(board: Board, table: Timetable, candidate: Candidate): Exchange | undefined {
  const removed = table.obstacles(candidate);
  if (removed.some(({ isLocked }) => isLocked)) return undefined;
  // Even the best places for the displaced wishes could not compensate, so none is searched.
  const best = removed.reduce((sum, one) => sum + (board.ranked.get(one.wishId)?.[0]?.points ?? 0) - one.points, candidate.points);
  if (best <= 0) return { placed: place(candidate), removed, moved: [], gain: best };
  for (const one of removed) table.remove(one);
  const placed = place(candidate);
  table.add(placed);
  const moved: Placed[] = [];
  for (const one of removed) {
    const free = (board.ranked.get(one.wishId) ?? []).find((other) => isFree(table, other));
    if (!free) continue;
    const again = place(free);
    moved.push(again);
    table.add(again);
  }
  for (const one of [placed, ...moved]) table.remove(one);
  for (const one of removed) table.add(one);
  const sum = (rows: readonly Placed[]) => rows.reduce((total, { points }) => total + points, 0);
  return { placed, removed, moved, gain: placed.points + sum(moved) - sum(removed) };
}

function carryOut(table: Timetable, { placed, removed, moved }: Exchange): void {
  for (const one of removed) table.remove(one);
  for (const one of [placed, ...moved]) table.add(one);
}

/** First the wishes that keep their time; then always the organisation with the smallest granted share of its requests. */
function draftClass({ input, candidates }: Board, table: Timetable, priorityClass: number): void {
  const wishes = inTurn(input.wishes.filter((wish) => wish.priorityClass === priorityClass));
  for (const wish of wishes) if (missing(table, wish) > 0) keep(table, candidates.get(wish.id) ?? []);
  const [asked, given] = [new Map<string, number>(), new Map<string, number>()];
  const count = (of: Map<string, number>, { organisationId }: PlacingWish, minutes: number) =>
    of.set(organisationId, (of.get(organisationId) ?? 0) + minutes);
  for (const wish of input.wishes) {
    count(asked, wish, partMinutes(wish));
    count(given, wish, (partMinutes(wish) / wish.timesPerWeek) * table.of(wish.id).length);
  }
  const open = new Set(wishes.filter((wish) => missing(table, wish) > 0));
  const share = ({ organisationId }: PlacingWish) => (given.get(organisationId) ?? 0) / (asked.get(organisationId) ?? 1);
  while (open.size > 0) {
    const [next] = [...open].toSorted((a, b) => share(a) - share(b) || a.orderNo - b.orderNo || (a.lot < b.lot ? -1 : 1));
    const free = next && (candidates.get(next.id) ?? []).find((one) => isFree(table, one));
    if (!next) break;
    if (free) {
      table.add(place(free));
      count(given, next, partMinutes(next) / next.timesPerWeek);
    }
    if (!free || missing(table, next) === 0) open.delete(next);
  }
}

function keep(table: Timetable, candidates: readonly Candidate[]): void {
  const old = candidates.find(({ isKept }) => isKept);
  if (old && isFree(table, old)) table.add(place(old));
}

function isFree(table: Timetable, candidate: Candidate): boolean {
  return !hasDay(table, candidate) && table.isFree(candidate);
}

/** A wish has at most one date per day. */
function hasDay(table: Timetable, { wishId, weekday }: Candidate): boolean {
  return table.of(wishId).some((one) => one.weekday === weekday);
}

/** Converts a candidate to an assigned place. */
export function place({ wishId, facilityId, unitIds, weekday, start, end, week, points, option, isKept }: Candidate): Placed {
  return { wishId, facilityId, unitIds, weekday, start, end, week, points, option, isKept, isLocked: false, reason: '' };
}

function inTurn(wishes: readonly PlacingWish[]): PlacingWish[] {
  return wishes.toSorted((a, b) => a.priorityClass - b.priorityClass || a.orderNo - b.orderNo || (a.lot < b.lot ? -1 : 1));
}
