import { timeOf, weekdayNames } from '#shared/kernel/calendar.ts';
import { keyOf, placesOf, startsIn, unitRuns, weeksOf } from './candidates.ts';
import type { Candidate, Placed, PlacingOption, PlacingWish, Timetable } from './placing.ts';
import { missing, tryExchange, type Board } from './proposal.ts';
import { windowClasses } from './seasonRules.ts';

/** The published rules that can exclude an option. */
export const refusalCodes = [
  'free',
  'unsuited',
  'window',
  'own',
  'locked',
  'class',
  'kept',
  'order',
  'density',
  'option',
  'sum',
  'equal',
] as const;
type RefusalCode = (typeof refusalCodes)[number];

type OptionVerdict = { option: number; words: string; code: RefusalCode; sentences: string[] };

/** A place that is still free for a wish. */
type Alternative = Pick<Candidate, 'facilityId' | 'unitIds' | 'weekday' | 'start' | 'end' | 'week'>;

export type Explanation = { missing: number; options: OptionVerdict[]; alternatives: Alternative[] };

/** The names that an explanation may show: the organisation and its age group, never titles, contacts or notes. */
export type Names = { holderOf: (wishId: string) => string; hallOf: (facilityId: string) => string };

const classNames = ['Schule', 'Jugend', 'Erwachsene', 'Sonstige', 'Vermietung'];
const lowerNames = ['Schule', 'Jugend', 'Erwachsenen', 'Sonstigen', 'Vermietung'];

/** Explains for each option of a wish why it has not been placed, with alternatives that are free. */
export function explain(board: Board, table: Timetable, wish: PlacingWish, names: Names): Explanation {
  const all = new Map((board.candidates.get(wish.id) ?? []).map((one) => [keyOf(one), one]));
  return {
    missing: missing(table, wish),
    options: wish.options.map((option, rank) => ({
      option: rank,
      words: optionWords(option, names),
      ...verdict(
        board,
        table,
        wish,
        option,
        // A place shared with an earlier option belongs to that one; it is explained for this option as well.
        placesOf(board.input, wish, option).flatMap((place) => all.get(keyOf(place)) ?? []),
        names,
      ),
    })),
    alternatives: alternatives(board, table, wish),
  };
}

/** An option in German: "Di 17:00–18:30, Dreifachhalle". */
function optionWords({ weekday, from, to, facilityId }: PlacingOption, { hallOf }: Names): string {
  return `${dayWord(weekday)} ${timeOf(from)}–${timeOf(to)}, ${facilityId ? hallOf(facilityId) : 'jede geeignete Halle'}`;
}

function verdict(
  board: Board,
  table: Timetable,
  wish: PlacingWish,
  option: PlacingOption,
  candidates: readonly Candidate[],
  names: Names,
): Pick<OptionVerdict, 'code' | 'sentences'> {
  if (table.of(wish.id).some(({ weekday }) => weekday === option.weekday))
    return { code: 'own', sentences: [`Am ${weekdayNames[option.weekday - 1] ?? ''} hat die Gruppe schon eine Zeit.`] };
  const [best] = candidates
    .map((candidate) => ({ candidate, obstacles: table.obstacles(candidate) }))
    .toSorted((a, b) => a.obstacles.length - b.obstacles.length || b.candidate.points - a.candidate.points);
  if (!best) return nowhere(board, wish, option, names);
  if (best.obstacles.length === 0) return { code: 'free', sentences: ['Diese Zeit ist frei.'] };
  const reasons = best.obstacles.map((one) => reasonOf(board, table, wish, best.candidate, one, names));
  return { code: reasons[0]?.code ?? 'sum', sentences: reasons.map(({ sentence }) => sentence) };
}

/** The option has no possible place: the hall is unsuitable, or not available at this time. */
function nowhere({ input }: Board, wish: PlacingWish, option: PlacingOption, { hallOf }: Names): Pick<OptionVerdict, 'code' | 'sentences'> {
  const hall = input.halls.find(({ id }) => id === option.facilityId);
  if (option.facilityId && !hall)
    return { code: 'unsuited', sentences: [`${hallOf(option.facilityId)} wird in dieser Saison nicht vergeben.`] };
  if (hall && hall.unitIds.length < wish.parts)
    return { code: 'unsuited', sentences: [`${hall.name} hat ${countOf(hall.unitIds.length)}, gewünscht sind ${wish.parts}.`] };
  if (!hall && input.halls.every(({ unitIds }) => unitIds.length < wish.parts))
    return { code: 'unsuited', sentences: [`Keine Halle hat ${countOf(wish.parts)}.`] };
  const reserved = windowClasses.findLast((_, at) => placesOf(input, { ...wish, priorityClass: at + 1 }, option).length > 0);
  const sentence = reserved
    ? `In dieser Zeit ganz oder teilweise ${reserved}.`
    : `${dayWord(option.weekday)} ${timeOf(option.from)}–${timeOf(option.to)} Uhr wird hier nicht oder nicht lange genug angeboten.`;
  return { code: 'window', sentences: [sentence] };
}

function reasonOf(
  board: Board,
  table: Timetable,
  wish: PlacingWish,
  candidate: Candidate,
  obstacle: Placed,
  { holderOf }: Names,
): { code: RefusalCode; sentence: string } {
  const other = board.wishes.get(obstacle.wishId);
  const [mine, theirs] = [candidate.points, obstacle.points];
  const compared = `(${theirs} gegen Ihre ${mine} Punkte)`;
  const who = `Vergeben an ${holderOf(obstacle.wishId)}, ${dayWord(obstacle.weekday)} ${timeOf(obstacle.start)}–${timeOf(obstacle.end)}`;
  const told = (code: RefusalCode, rule: string) => ({ code, sentence: `${who}: ${rule} ${compared}.` });
  if (obstacle.isLocked) return { code: 'locked', sentence: `${who}. Festgelegt von der Hallenverwaltung: ${obstacle.reason}` };
  if (!other) return told('sum', 'ein Wunsch mit mehr Punkten');
  if (other.organisationId === wish.organisationId)
    return {
      code: 'own',
      sentence: `Dort steht eine eigene Gruppe (Ihr Wunsch ${other.orderNo}), ${timeOf(obstacle.start)}–${timeOf(obstacle.end)} Uhr.`,
    };
  if (other.priorityClass < wish.priorityClass)
    return told('class', `${classNames[other.priorityClass - 1] ?? ''} vor ${lowerNames[wish.priorityClass - 1] ?? ''}`);
  if (other.priorityClass === wish.priorityClass) {
    if (obstacle.isKept && !candidate.isKept) return told('kept', 'bisherige Zeit vor neuer');
    const [first, second] = [board.orders.get(other.id) ?? 0, board.orders.get(wish.id) ?? 0];
    if (first > second) return told('order', `deren Wunsch ${other.orderNo}, bei Ihnen Wunsch ${wish.orderNo}`);
    if (other.participants * wish.parts > wish.participants * other.parts)
      return told(
        'density',
        `${other.participants} Personen auf ${countOf(other.parts)}, bei Ihnen ${wish.participants} auf ${countOf(wish.parts)}`,
      );
    if (obstacle.option < candidate.option)
      return told('option', `dort ${obstacle.option + 1}. Wahl, bei Ihnen ${candidate.option + 1}. Wahl`);
  }
  if (mine === theirs) return { code: 'equal', sentence: `${who}: punktgleich, entschieden durch das Los der Saison.` };
  const exchange = tryExchange(board, table, candidate);
  const lost = exchange?.removed.reduce((sum, { points }) => sum + points, 0) ?? theirs;
  const again = exchange?.moved.reduce((sum, { points }) => sum + points, 0) ?? 0;
  return {
    code: 'sum',
    sentence: `${who}. Ihr Wunsch zählt ${mine} Punkte; er hätte ${lost} Punkte verdrängt, ${again === 0 ? 'für die sonst nichts frei wäre' : `von denen ${again} anderswo unterkämen`}.`,
  };
}

/** Up to three free places near the first option, the nearest first; no two of them overlap in one hall. */
function alternatives({ input }: Board, table: Timetable, wish: PlacingWish): Alternative[] {
  const [wanted] = wish.options;
  if (!wanted) return [];
  const days = new Set(table.of(wish.id).map(({ weekday }) => weekday));
  const to = latestEnd(wish);
  const hours = input.halls.flatMap((hall) =>
    hall.unitIds.length < wish.parts
      ? []
      : [1, 2, 3, 4, 5, 6, 7]
          .filter((weekday) => !days.has(weekday))
          .flatMap((weekday) =>
            startsIn(hall, wish, { weekday, from: 8 * 60, to }, input.stepMinutes).map((start) => {
              const hour = { hall, weekday, start };
              return { hour, cost: costOf({ facilityId: hall.id, weekday, start }, wanted) };
            }),
          ),
  );
  const found: Alternative[] = [];
  for (const { hour } of hours.toSorted((a, b) => a.cost - b.cost)) {
    const { hall, weekday, start } = hour;
    if (found.some((one) => one.facilityId === hall.id && one.weekday === weekday && Math.abs(one.start - start) < wish.minutes)) continue;
    const free = unitRuns(hall, wish.parts)
      .flatMap((unitIds) =>
        weeksOf(wish).map((week) => ({ facilityId: hall.id, unitIds, weekday, start, end: start + wish.minutes, week })),
      )
      .find((place) => table.isFree(place));
    if (free) found.push(free);
    if (found.length === 3) break;
  }
  return found;
}

/** The distance of a place from the requested one: half an hour counts 2, a day 6, another hall 3. */
export function costOf(place: Pick<Alternative, 'facilityId' | 'weekday' | 'start'>, wanted: PlacingOption): number {
  const hall = wanted.facilityId === null || wanted.facilityId === place.facilityId ? 0 : 3;
  return (Math.abs(place.start - wanted.from) / 30) * 2 + Math.abs(place.weekday - wanted.weekday) * 6 + hall;
}

/** The latest end in minutes of the day; earlier for children and young people. */
function latestEnd({ priorityClass }: PlacingWish): number {
  return priorityClass === 2 ? 21 * 60 : 23 * 60;
}

function dayWord(weekday: number): string {
  return (weekdayNames[weekday - 1] ?? '').slice(0, 2);
}

function countOf(parts: number): string {
  return parts === 1 ? '1 Teil' : `${parts} Teile`;
}
