import { priorityOf } from '#shared/halls/bookingStates.ts';
import { partsInWords } from '#shared/halls/facilities.ts';
import type { Grant, Refusal } from '#shared/halls/seasons/plans.ts';
import { usualTimesOf, windowClasses } from '#shared/halls/seasons/seasonRules.ts';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import { grantWeekNames, type GrantWeek } from '#shared/halls/seasons/placing.ts';
import type { Wish, WishInput } from '#shared/halls/seasons/wishes.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import { germanDate, localOf, weekdayNames } from '#shared/kernel/calendar.ts';

/** Who may use a window, by its lowest class, as select options. */
export const windowChoices = [{ value: '', label: 'für alle' }, ...windowClasses.map((label, at) => ({ value: String(at + 1), label }))];

/** The usual hours of a wish's group. */
export function usualTimesFor(
  { kind, ageGroup, minutes }: Pick<WishInput, 'kind' | 'ageGroup' | 'minutes'>,
  /** Of the organisation, whatever its group. */ fixedClass: number | null,
) {
  return usualTimesOf(fixedClass ?? priorityOf(kind, ageGroup), minutes || 90);
}

/** The departments of wishes as select options; with the club where several are listed. */
export function departmentChoicesOf(wishes: readonly Wish[], hasClubs: boolean) {
  const found = new Map(
    wishes.flatMap((wish) => (wish.departmentId ? [[wish.departmentId, hasClubs ? ownerWords(wish) : wish.department] as const] : [])),
  );
  return [...found].map(([value, label]) => ({ value, label })).toSorted((a, b) => compareNames(a.label, b.label));
}

/** "RWA, Handball" */
export function ownerWords({ organisation, department }: Wish): string {
  return [organisation, department].filter(Boolean).join(', ');
}

/** The weekdays as select options. */
export const dayChoices = weekdayNames.map((label, index) => ({ value: String(index + 1), label }));

/** "01.10.2027 bis 31.03.2028" */
export function daysOf({ startsOn, endsOn }: Pick<Season, 'startsOn' | 'endsOn'>): string {
  return `${germanDate(startsOn)} bis ${germanDate(endsOn)}`;
}

/** The date of an instant. */
export function dayOf(instant: string): string {
  return germanDate(localOf(new Date(instant)).date);
}

/** The words of one of the free times of a refusal, by its number. */
export function wordsAt(alternatives: Refusal['alternatives'], number: number): string {
  return alternatives.find(({ at }) => at === number)?.words ?? '';
}

/** "27.939 Punkte" */
export function pointsInWords(points: number): string {
  return `${points.toLocaleString('de-DE')} Punkte`;
}

/** "Dienstag 17:00–18:30, Dreifachhalle" */
export function optionWords(
  { weekday, fromTime, toTime, facilityId }: Wish['options'][number],
  { facilities }: Pick<Season, 'facilities'>,
): string {
  const hall = facilities.find((one) => one.facilityId === facilityId)?.name ?? 'jede passende Halle';
  return `${weekdayNames[weekday - 1] ?? ''} ${fromTime}–${toTime}, ${hall}`;
}

/** "18 Personen, 1 Teil, 90 Min., 2-mal je Woche" */
export function sizeWords({ participants, parts, minutes, timesPerWeek, intervalWeeks }: Wish): string {
  return [
    `${participants} Personen`,
    parts === 1 ? '1 Teil' : `${parts} Teile`,
    `${minutes} Min.`,
    timesPerWeek > 1 && `${timesPerWeek}-mal je Woche`,
    intervalWeeks === 2 && 'alle zwei Wochen',
  ]
    .filter(Boolean)
    .join(', ');
}

/** The text for odd or even weeks; empty for every week. */
export function weekWords(week: GrantWeek): string {
  return week === 'every' ? '' : `, ${grantWeekNames[week]}`;
}

/** "bisher SC Blautal": the present holders of a unit at that time; empty without any. */
export function heldWords(
  { held }: Pick<Season['facilities'][number], 'held'>,
  { weekday, from, to, unitIds }: { weekday: number; from: string; to: string; unitIds?: readonly string[] },
): string {
  const there = held.filter(
    (one) =>
      one.weekday === weekday && one.startTime < to && one.endTime > from && (!unitIds || one.unitIds.some((id) => unitIds.includes(id))),
  );
  return there.length === 0 ? '' : `bisher ${[...new Set(there.map(({ holder }) => holder))].join(', ')}`;
}

/** "Di 17:00–18:30, Dreifachhalle, Teil 1" */
export function placeWordsOf(
  {
    weekday,
    startTime,
    endTime,
    facilityId,
    unitIds,
    week,
  }: Pick<Grant, 'weekday' | 'startTime' | 'endTime' | 'facilityId' | 'unitIds' | 'week'>,
  { facilities }: Pick<Season, 'facilities'>,
): string {
  const hall = facilities.find((one) => one.facilityId === facilityId);
  const day = (weekdayNames[weekday - 1] ?? '').slice(0, 2);
  return [`${day} ${startTime}–${endTime}${weekWords(week)}`, hall?.name, partsInWords(hall?.units ?? [], unitIds)]
    .filter(Boolean)
    .join(', ');
}
