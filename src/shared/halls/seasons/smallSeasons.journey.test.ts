import { expect, test } from 'vitest';
import { weekdayNames } from '#shared/kernel/calendar.ts';
import { explain } from './explain.ts';
import { Timetable, type Placed, type PlacingHall, type PlacingInput, type PlacingOption, type PlacingWish } from './placing.ts';
import { boardOf, missing, propose, tryExchange } from './proposal.ts';
import { defaultSeasonRules } from './seasonRules.ts';

const step = 30;
const classNames = ['Schule', 'Jugend', 'Erwachsene', 'Sonstige', 'Vermietung'];

/** A deterministic season of up to six wishes in one or two halls, with too few hours for all of them. */
function small(seed: number): PlacingInput {
  let state = seed * 31 + 7;
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const halls = Array.from({ length: 1 + next(2) }, (_, at): PlacingHall => {
    const windows = [1, 2].flatMap((weekday) => [
      { weekday, opens: 16 * 60, closes: 18 * 60, onlyClass: next(2) === 0 ? 2 : null },
      { weekday, opens: 18 * 60, closes: 20 * 60, onlyClass: null },
    ]);
    const unitIds = Array.from({ length: 1 + next(2) }, (_part, unit) => `h${at}u${unit}`);
    return { id: `h${at}`, name: `Halle ${at}`, unitIds, bufferMinutes: next(3) === 0 ? 15 : 0, windows };
  });
  const wishes = Array.from({ length: 2 + next(5) }, (_, at): PlacingWish => {
    const minutes = 60 + step * next(3);
    const options = Array.from({ length: 1 + next(3) }, (): PlacingOption => {
      const from = 15 * 60 + step * next(8);
      const facilityId = next(4) === 0 ? null : `h${next(halls.length + (next(8) === 0 ? 1 : 0))}`;
      return { facilityId, weekday: 1 + next(2), from, to: from + minutes + step * next(3) };
    });
    const kept = next(4) === 0 ? { facilityId: 'h0', unitIds: ['h0u0'], weekday: 1, start: 18 * 60 } : null;
    const [organisationId = 'a', crowd] = [['a', 'b', 'c'][next(3)], 4 + next(30)];
    const rest = { orderNo: at + 1, priorityClass: 1 + next(4), isSchool: false, participants: crowd, parts: 1 + next(2), minutes };
    return {
      id: `w${at}`,
      organisationId,
      ...rest,
      timesPerWeek: 1 + next(2),
      isFortnightly: next(5) === 0,
      options,
      kept,
      lot: String(next(9)),
    };
  });
  return { rules: defaultSeasonRules, stepMinutes: step, halls, wishes };
}

/** Every place of an option, enumerated minute by minute without the code under test. */
function* placesByHand({ halls }: PlacingInput, wish: PlacingWish, { facilityId, weekday, from, to }: PlacingOption) {
  for (const hall of halls) {
    if (facilityId !== null && hall.id !== facilityId) continue;
    const isOpen = (minute: number) =>
      hall.windows.some(
        (one) =>
          one.weekday === weekday &&
          one.opens <= minute &&
          minute < one.closes &&
          (one.onlyClass === null || wish.priorityClass <= one.onlyClass),
      );
    for (let start = from; start + wish.minutes <= to; start += step) {
      const end = start + wish.minutes;
      if (!Array.from({ length: wish.minutes }, (_, at) => start + at).every(isOpen)) continue;
      for (let first = 0; first + wish.parts <= hall.unitIds.length; first += 1)
        for (const week of wish.isFortnightly ? (['even', 'odd'] as const) : (['every'] as const))
          yield { facilityId: hall.id, unitIds: hall.unitIds.slice(first, first + wish.parts), weekday, start, end, week };
    }
  }
}

type Spot = Pick<Placed, 'facilityId' | 'unitIds' | 'weekday' | 'start' | 'end' | 'week'>;

/** Whether two places conflict: same unit, day and week, with the hall's buffer between them. */
function meet({ halls }: PlacingInput, one: Spot, other: Spot): boolean {
  const buffer = halls.find(({ id }) => id === one.facilityId)?.bufferMinutes ?? 0;
  return (
    one.weekday === other.weekday &&
    one.unitIds.some((unit) => other.unitIds.includes(unit)) &&
    (one.week === 'every' || other.week === 'every' || one.week === other.week) &&
    one.start < other.end + buffer &&
    other.start < one.end + buffer
  );
}

const time = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const hourOf = ({ weekday, start, end }: Spot) => `${weekdayNames[weekday - 1]?.slice(0, 2)} ${time(start)}–${time(end)}`;
const names = { holderOf: (wishId: string) => `<${wishId}>`, hallOf: (id: string) => id };

type Verdict = ReturnType<typeof explain>['options'][number];

/** Compares the reason for refusing an option with the whole plan. */
function holdAgainst(
  input: PlacingInput,
  plan: readonly Placed[],
  wish: PlacingWish,
  option: PlacingOption,
  { code, sentences }: Verdict,
): void {
  const mine = plan.filter(({ wishId }) => wishId === wish.id);
  if (mine.some(({ weekday }) => weekday === option.weekday)) {
    expect(code).toBe('own');
    return;
  }
  const places = [...placesByHand(input, wish, option)];
  const fits = input.halls.some(({ id, unitIds }) => (option.facilityId ?? id) === id && unitIds.length >= wish.parts);
  if (places.length === 0) {
    expect(code).toBe(fits ? 'window' : 'unsuited');
    return;
  }
  // No place of the option is free, since otherwise it would have been used.
  for (const place of places) expect(plan.some((one) => meet(input, one, place))).toBe(true);
  const inTheWay = plan.filter((one) => places.some((place) => meet(input, one, place)));
  const [sentence = ''] = sentences;
  if (code === 'own') {
    const own = inTheWay.filter(({ wishId }) => input.wishes.find(({ id }) => id === wishId)?.organisationId === wish.organisationId);
    expect(own.some((one) => sentence.includes(`${time(one.start)}–${time(one.end)}`))).toBe(true);
    return;
  }
  // The named wish has exactly this hour, and the stated rule applies to the two.
  const named = inTheWay.find((one) => sentence.startsWith(`Vergeben an <${one.wishId}>, ${hourOf(one)}`));
  const other = input.wishes.find(({ id }) => id === named?.wishId);
  if (!named || !other) throw new Error(`Nobody stands there: ${sentence}`);
  const holds: { [rule in Verdict['code']]?: boolean } = {
    class: other.priorityClass < wish.priorityClass && sentence.includes(`${classNames[other.priorityClass - 1]} vor`),
    kept: other.priorityClass === wish.priorityClass && named.isKept,
    order: other.priorityClass === wish.priorityClass,
    density: other.participants / other.parts > wish.participants / wish.parts,
    option: other.priorityClass === wish.priorityClass && named.option < input.wishes.length * 6,
    equal: other.priorityClass === wish.priorityClass,
    sum: true,
  };
  expect([code, holds[code]]).toEqual([code, true]);
}

test('1,000 small seasons checked by hand: each refusal names the actual obstacle and a rule that applies, and alternatives are free and fit', () => {
  const seen = new Map<string, number>();
  for (let seed = 1; seed <= 1000; seed += 1) {
    const input = small(seed);
    const board = boardOf(input);
    const plan = propose(board, []);
    for (const [at, one] of plan.entries()) for (const other of plan.slice(at + 1)) expect(meet(input, one, other)).toBe(false);
    const table = new Timetable(input.halls, plan);
    for (const wish of board.input.wishes.filter((one) => missing(table, one) > 0)) {
      const { options, alternatives } = explain(board, table, wish, names);
      expect(options).toHaveLength(wish.options.length);
      for (const [at, option] of wish.options.entries()) {
        const verdict = options[at];
        if (!verdict) throw new Error('An option has no verdict.');
        holdAgainst(input, plan, wish, option, verdict);
        seen.set(verdict.code, (seen.get(verdict.code) ?? 0) + 1);
      }
      for (const place of alternatives) {
        const anywhere = { facilityId: place.facilityId, weekday: place.weekday, from: 8 * 60, to: 23 * 60 };
        const [hour] = [...placesByHand(input, wish, anywhere)].filter(
          (one) => one.start === place.start && one.unitIds.join() === place.unitIds.join(),
        );
        expect(hour).toBeDefined();
        expect(plan.filter((one) => meet(input, one, place))).toEqual([]);
        expect(plan.some(({ wishId, weekday }) => wishId === wish.id && weekday === place.weekday)).toBe(false);
      }
      // No exchange that gains points remains.
      for (const candidate of board.candidates.get(wish.id) ?? [])
        if (!table.of(wish.id).some(({ weekday }) => weekday === candidate.weekday))
          expect(tryExchange(board, table, candidate)?.gain ?? 0).toBeLessThanOrEqual(0);
    }
  }
  for (const code of ['unsuited', 'window', 'own', 'class', 'kept', 'density', 'option', 'sum'])
    expect([code, (seen.get(code) ?? 0) > 0]).toEqual([code, true]);
});
