import type { PlacingHall, PlacingInput, PlacingWish } from '../src/shared/halls/seasons/placing.ts';
import { defaultSeasonRules } from '../src/shared/halls/seasons/seasonRules.ts';

/** A deterministic fictitious town: afternoon hours for youth, evening hours for everybody, some halls with buffers. */
export function town(seed: number, wishes: number, halls: number, organisations: number): PlacingInput {
  let state = seed * 17 + 3;
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const week = [1, 2, 3, 4, 5].flatMap((weekday) => [
    { weekday, opens: 16 * 60, closes: 18 * 60, onlyClass: 2 },
    { weekday, opens: 18 * 60, closes: 22 * 60, onlyClass: null },
  ]);
  const weekend = [6, 7].map((weekday) => ({ weekday, opens: 9 * 60, closes: 20 * 60, onlyClass: null }));
  const places = Array.from({ length: halls }, (_, at): PlacingHall => ({
    id: `h${String(at).padStart(2, '0')}`,
    name: `Halle ${at}`,
    unitIds: [0, 1, 2].map((unit) => `h${String(at).padStart(2, '0')}u${unit}`),
    bufferMinutes: at % 4 === 1 ? 15 : 0,
    windows: [...week, ...weekend],
  }));
  const hallId = () => places[next(halls)]?.id ?? null;
  const wishOf = (at: number): PlacingWish => {
    const minutes = [60, 90, 90, 120][next(4)] ?? 90;
    const priorityClass = 2 + next(2);
    const options = Array.from({ length: 1 + next(4) }, () => {
      const from = (priorityClass === 2 ? 16 * 60 : 18 * 60) + 30 * next(5);
      return {
        facilityId: next(4) === 0 ? null : hallId(),
        weekday: 1 + next(6),
        from,
        to: Math.min(22 * 60, from + minutes + 30 * next(4)),
      };
    });
    const [first] = options;
    const facilityId = first?.facilityId;
    return {
      id: `w${String(at).padStart(4, '0')}`,
      organisationId: `o${next(organisations)}`,
      orderNo: at,
      priorityClass,
      isSchool: false,
      participants: 5 + next(40),
      parts: 1 + next(3),
      minutes,
      timesPerWeek: next(4) === 0 ? 2 : 1,
      isFortnightly: next(10) === 0,
      options,
      kept:
        first && facilityId && next(4) === 0
          ? { facilityId, unitIds: [`${facilityId}u0`], weekday: first.weekday, start: first.from }
          : null,
      lot: String(next(1_000_000)),
    };
  };
  return { rules: defaultSeasonRules, stepMinutes: 30, halls: places, wishes: Array.from({ length: wishes }, (_, at) => wishOf(at)) };
}
