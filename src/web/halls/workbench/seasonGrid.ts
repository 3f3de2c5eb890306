import { priorityOf } from '#shared/halls/bookingStates.ts';
import { windowWords } from '#shared/halls/seasons/seasonRules.ts';
import type { Grant, PlaceChoice, SeasonPlan } from '#shared/halls/seasons/plans.ts';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import type { Wish } from '#shared/halls/seasons/wishes.ts';
import { addDays, instantOf, minutesOf, timeOf, weekdayNames, weekdayOf } from '#shared/kernel/calendar.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import type { GridBooking, GridColumn, GridPlace, GridShade } from '../plan/gridPlace.ts';
import { heldWords } from '../seasons/words.ts';
import { obstaclesOf, type Hour } from './hours.ts';

/** The grid's content: the week of one hall, or a day of all. */
export type GridChoice = { kind: 'hall'; facilityId: string } | { kind: 'day'; weekday: number };

/** The data that the grid of a season is drawn from. */
export type GridInput = {
  season: Season;
  plan: SeasonPlan;
  choice: GridChoice;
  wishes: ReadonlyMap<string, Wish>;
  /** The wish being placed, with its possible places as far as loaded. */
  wanted: { wish: Wish; places: readonly PlaceChoice[] } | undefined;
};

/** A representative week without a clock change, by its Monday. */
const monday = '2026-01-05';

/** The columns of the grid: days of a hall, or halls of a day. */
export function columnsOf(input: GridInput): GridColumn[] {
  const { season, choice } = input;
  const halls = choice.kind === 'day' ? season.facilities : season.facilities.filter(({ facilityId }) => facilityId === choice.facilityId);
  const days = choice.kind === 'day' ? [choice.weekday] : [1, 2, 3, 4, 5, 6, 7];
  const colours = coloursOf(input.plan);
  return halls.flatMap((hall) =>
    days.map((weekday): GridColumn => {
      const dayName = weekdayNames[weekday - 1] ?? '';
      const grants = input.plan.grants.filter((one) => one.facilityId === hall.facilityId && one.weekday === weekday);
      return {
        key: `${hall.facilityId} ${weekday}`,
        title: `${dayName}, ${hall.name}`,
        heading: choice.kind === 'day' ? hall.name : dayName,
        hall: {
          id: hall.facilityId,
          name: hall.name,
          units: hall.units.map(unitOf),
          gridMinutes: season.stepMinutes,
          openings: openingsOf(hall),
        },
        date: addDays(monday, weekday - 1),
        isPattern: true,
        bookings: grants.map((one) => blockOf(one, input.plan.isWorking, colours.get(one.organisationId))),
        shades: [...closedOf(hall, weekday), ...wantedOf(input, hall, weekday)],
        isBookable: false,
        whyNot: (place, like) => whyNot(input, place, like),
        whatFor: (place, like) => whatFor(input, place, like),
      };
    }),
  );
}

type SeasonHall = Season['facilities'][number];

function unitOf({ id, label }: SeasonHall['units'][number]) {
  return { id, label, retiredOn: null };
}

function openingsOf({ windows }: SeasonHall) {
  return windows.map(({ weekday, opens, closes }) => ({ weekday, opens, closes, validFrom: null, validTo: null }));
}

/** A colour for each organisation, by name. */
function coloursOf({ grants }: SeasonPlan): Map<string, number> {
  const names = new Map(grants.map(({ organisationId, organisation }) => [organisationId, organisation]));
  const sorted = [...names].toSorted(([, a], [, b]) => compareNames(a, b));
  return new Map(sorted.map(([id], index) => [id, (index % 12) + 1]));
}

function blockOf(grant: Grant, isWorking: boolean, colour: number | undefined): GridBooking {
  const { id, facilityId, unitIds, weekday, startTime, endTime, organisation, groupName, ageGroup, week, isLocked } = grant;
  const date = addDays(monday, weekday - 1);
  return {
    id,
    facilityId,
    date,
    unitIds,
    startsAt: instantOf(date, startTime).toISOString(),
    endsAt: instantOf(date, endTime).toISOString(),
    holder: organisation,
    club: 'GSV',
    title: groupName,
    state: 'approved',
    may: isWorking && !isLocked ? ['change'] : [],
    kind: null,
    ageGroup,
    isFixed: true,
    half: week === 'every' ? undefined : week === 'odd' ? 'first' : 'second',
    isLocked,
    colour,
  };
}

/** The block of a wish from the pool. */
export function blockOfWish({ id, organisation, groupName, ageGroup, minutes, parts }: Wish): GridBooking {
  return {
    id: poolId(id),
    facilityId: '',
    date: monday,
    unitIds: Array.from({ length: parts }, (_, index) => String(index)),
    startsAt: instantOf(monday, '16:00').toISOString(),
    endsAt: instantOf(monday, timeOf(16 * 60 + minutes)).toISOString(),
    holder: organisation,
    club: 'GSV',
    title: groupName,
    state: 'approved',
    may: ['change'],
    kind: null,
    ageGroup,
    isFixed: true,
  };
}

function poolId(wishId: string): string {
  return `pool ${wishId}`;
}

/** The wish behind a block, and its grant if it is in the grid already. */
export function subjectOf({ plan, wishes }: Pick<GridInput, 'plan' | 'wishes'>, { id }: { id: string }) {
  const grant = plan.grants.find((one) => one.id === id);
  const wish = wishes.get(grant?.wishId ?? id.slice(poolId('').length));
  return wish && { wish, grant };
}

/** The time of a dropped block, with its week and the grants in the way. */
export function hourAt(input: GridInput, place: GridPlace, like: GridBooking): { hour: Hour; obstacles: Grant[] } | undefined {
  const subject = subjectOf(input, like);
  const hall = input.season.facilities.find(({ facilityId }) => facilityId === place.facilityId);
  if (!subject || !hall) return undefined;
  const { wish, grant } = subject;
  const others = input.plan.grants.filter(({ id }) => id !== grant?.id);
  const { facilityId, unitIds, startTime, endTime } = place;
  const at = { facilityId, unitIds, weekday: weekdayOf(place.date), startTime, endTime, wishId: wish.id, isLocked: false, reason: '' };
  const weeks =
    wish.intervalWeeks === 1 ? (['every'] as const) : grant?.week === 'odd' ? (['odd', 'even'] as const) : (['even', 'odd'] as const);
  const tried = weeks.map((week) => {
    const hour: Hour = { ...at, week };
    return { hour, obstacles: obstaclesOf(others, hour, hall.bufferMinutes) };
  });
  return tried.toSorted((a, b) => a.obstacles.length - b.obstacles.length)[0];
}

/** Why a wish can never be placed there: hall, hours, size, or a time that it has that day. */
export function placementObstacle(input: GridInput, place: GridPlace, like: GridBooking): string | undefined {
  const subject = subjectOf(input, like);
  const hall = input.season.facilities.find(({ facilityId }) => facilityId === place.facilityId);
  if (!subject || !hall) return 'Dieser Wunsch ist nicht mehr da.';
  const { wish, grant } = subject;
  if (place.unitIds.length !== wish.parts) return `Gewünscht sind ${wish.parts} Teile, ${hall.name} hat ${hall.units.length}.`;
  const weekday = weekdayOf(place.date);
  const own = input.plan.grants.filter(({ wishId, id }) => wishId === wish.id && id !== grant?.id);
  if (own.some((one) => one.weekday === weekday)) return 'An diesem Tag hat die Gruppe schon eine Zeit.';
  if (!isOffered(hall, weekday, minutesOf(place.startTime), minutesOf(place.endTime)))
    return 'Zu dieser Zeit wird die Sportstätte nicht vergeben.';
  return undefined;
}

function whyNot(input: GridInput, place: GridPlace, like: GridBooking | undefined): string | undefined {
  if (!like) return 'Hier wird nichts eingetragen.';
  const [other] = hourAt(input, place, like)?.obstacles ?? [];
  return (
    placementObstacle(input, place, like) ??
    (other && `Belegt: ${[other.organisation, other.groupName].filter(Boolean).join(', ')} bis ${other.endTime} Uhr`)
  );
}

/** What a free place would mean for a wish: for whom its hours are reserved, which option it is, and how many points. */
function whatFor(input: GridInput, place: GridPlace, like: GridBooking | undefined): string {
  const subject = like && subjectOf(input, like);
  const hall = input.season.facilities.find(({ facilityId }) => facilityId === place.facilityId);
  if (!subject || !hall) return 'Frei';
  const { startTime: from, endTime: to, unitIds, date } = place;
  const held = input.wanted ? heldWords(hall, { weekday: weekdayOf(date), from, to, unitIds }) : '';
  return ['Frei', reservedWords(hall, place, subject.wish), optionWords(input.wanted, place), held].filter(Boolean).join(', ');
}

/** For whom the hours of a place are reserved, if not for this wish; the planner may still use them. */
function reservedWords({ windows }: SeasonHall, { date, startTime, endTime }: GridPlace, { kind, ageGroup }: Wish): string | undefined {
  const own = windows.filter((one) => one.weekday === weekdayOf(date) && one.opens < endTime && one.closes > startTime);
  const classes = own.flatMap(({ onlyClass }) => (onlyClass !== null && onlyClass < priorityOf(kind, ageGroup) ? onlyClass : []));
  return classes.length === 0 ? undefined : windowWords(Math.min(...classes));
}

/** Which option of the wish an hour in a hall is; the part of the hall makes no difference. */
function optionWords(wanted: GridInput['wanted'], { facilityId, startTime, date }: GridPlace): string | undefined {
  if (!wanted) return undefined;
  const found = wanted.places.find(
    (one) => one.facilityId === facilityId && one.weekday === weekdayOf(date) && one.startTime === startTime,
  );
  return found && found.option !== null ? `${found.option + 1}. Wunsch, ${found.points} Punkte` : 'nicht gewünscht';
}

function isOffered({ windows }: SeasonHall, weekday: number, from: number, to: number): boolean {
  let at = from;
  const own = windows.filter((one) => one.weekday === weekday).toSorted((a, b) => minutesOf(a.opens) - minutesOf(b.opens));
  for (const { opens, closes } of own) if (minutesOf(opens) <= at && minutesOf(closes) > at) at = minutesOf(closes);
  return at >= to;
}

/** When a hall is unavailable, or reserved for some classes. */
function closedOf({ windows }: SeasonHall, weekday: number): GridShade[] {
  const own = windows.filter((one) => one.weekday === weekday).toSorted((a, b) => minutesOf(a.opens) - minutesOf(b.opens));
  const reserved = own.flatMap(({ opens, closes, onlyClass }): GridShade[] => {
    const words = windowWords(onlyClass);
    return !words ? [] : [{ from: minutesOf(opens), to: minutesOf(closes), words, kind: 'reserved' }];
  });
  const closed: GridShade[] = [];
  let at = 0;
  for (const { opens, closes } of own) {
    if (minutesOf(opens) > at) closed.push({ from: at, to: minutesOf(opens), words: '', kind: 'closed' });
    at = Math.max(at, minutesOf(closes));
  }
  if (at < 24 * 60) closed.push({ from: at, to: 24 * 60, words: own.length === 0 ? 'wird nicht vergeben' : '', kind: 'closed' });
  return [...closed, ...reserved];
}

/** The wished times, best option first, and how many other wishes without a time want them. */
function wantedOf({ wanted, plan, wishes }: GridInput, hall: SeasonHall, weekday: number): GridShade[] {
  if (!wanted) return [];
  const { facilityId } = hall;
  const isHere = (one: Wish['options'][number]) => one.weekday === weekday && (one.facilityId === null || one.facilityId === facilityId);
  return wanted.wish.options.flatMap((option, rank): GridShade[] => {
    if (!isHere(option)) return [];
    const rivals = plan.refusals.filter(
      ({ wishId }) =>
        wishId !== wanted.wish.id &&
        wishes.get(wishId)?.options.some((one) => isHere(one) && one.fromTime < option.toTime && option.fromTime < one.toTime),
    ).length;
    const others = rivals === 0 ? '' : rivals === 1 ? ', 1 weiterer will hierher' : `, ${rivals} weitere wollen hierher`;
    const held = heldWords(hall, { weekday, from: option.fromTime, to: option.toTime });
    return [
      {
        from: minutesOf(option.fromTime),
        to: minutesOf(option.toTime),
        words: [`${rank + 1}. Wunsch${others}`, held].filter(Boolean).join(', '),
        kind: 'wanted',
      },
    ];
  });
}
