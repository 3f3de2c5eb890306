import { and, gte, lte } from 'drizzle-orm';
import type { LocalDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { pausedDays, publicHolidayRules, type DayRule, type HolidayMode } from '#shared/halls/holidays.ts';
import type { Context } from '#server/platform/http/context.ts';
import type { Write, Transaction } from '#server/platform/database/database.ts';
import { calendarDayRule } from './table.ts';

type Stored = typeof calendarDayRule.$inferSelect;

/** A range of days with its scope. */
type PlacedRule = DayRule & Pick<Stored, 'scope' | 'scopeId'>;

/** A change of the stored ranges: deleted and new ones. */
export type CalendarChange = { removed: readonly Stored[]; added: readonly PlacedRule[] };

/** A date that a changed calendar cancels or restores; `isTaken`: it cannot be restored, because others have its hall by now. */
export type DateChange = {
  id: string;
  kind: 'course' | 'booking';
  club: ClubName;
  title: string;
  place: string;
  startsAt: Date;
  reason: string;
  isTaken: boolean;
};
export type DateChanges = { falling: DateChange[]; returning: DateChange[] };

/** A wing with dates that pause on holidays: previews and applies the effects of a change. */
export type CalendarFollower = {
  find(tx: Transaction, days: ChangedDays): Promise<DateChanges>;
  follow(context: Context, write: Write, days: ChangedDays): Promise<DateChanges>;
};

/** The days between `from` and `to` before and after the change, without further queries. */
export type ChangedDays = {
  from: LocalDate;
  to: LocalDate;
  /** The deleted ranges, to find what they displaced. */
  removed: readonly string[];
  /** Why a day is paused at a place, before and after. */
  reasons(place: { club?: ClubName; facility?: string }, mode: HolidayMode, date: LocalDate): { before?: string; after?: string };
};

/** The days that a change affects from `today` on; undefined if it lies in the past. */
export async function changedDays(
  tx: Pick<Transaction, 'select'>,
  { removed, added }: CalendarChange,
  today: LocalDate,
): Promise<ChangedDays | undefined> {
  const ranges = [...removed, ...added].filter(({ endsOn }) => endsOn >= today);
  const first = ranges.map(({ startsOn }) => startsOn).sort()[0];
  const to = ranges
    .map(({ endsOn }) => endsOn)
    .sort()
    .at(-1);
  if (!first || !to) return undefined;
  const from = first > today ? first : today;
  const stored = await tx
    .select()
    .from(calendarDayRule)
    .where(and(lte(calendarDayRule.startsOn, to), gte(calendarDayRule.endsOn, from)))
    .limit(5000);
  const gone = new Set(removed.map(({ id }) => id));
  const sides = { before: stored, after: [...stored.filter(({ id }) => !gone.has(id)), ...added] };
  const holidays = publicHolidayRules(from, to);
  const known = new Map<string, Map<LocalDate, string>>();
  const paused = (side: keyof typeof sides, { club, facility }: { club?: ClubName; facility?: string }, mode: HolidayMode) => {
    const key = [side, club, facility, mode].join(' ');
    const found = known.get(key);
    if (found) return found;
    const own = sides[side].filter(
      ({ scope, scopeId }) => scope === 'state' || scope === 'town' || scopeId === (scope === 'club' ? club : facility),
    );
    const days = pausedDays([...holidays, ...own], mode, from, to);
    known.set(key, days);
    return days;
  };
  const reasons: ChangedDays['reasons'] = (place, mode, date) => {
    const [before, after] = [paused('before', place, mode).get(date), paused('after', place, mode).get(date)];
    return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
  };
  return { from, to, removed: [...gone], reasons };
}
