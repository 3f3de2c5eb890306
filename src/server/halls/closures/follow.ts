import type { ShownDateChanges } from '#shared/halls/dayRules.ts';
import type { Context, Viewer } from '#server/platform/http/context.ts';
import { inAllClubs, type Write, type Transaction } from '#server/platform/database/database.ts';
import { changedDays, type CalendarChange, type CalendarFollower, type ChangedDays, type DateChange } from './changes.ts';
import { today } from '#server/platform/process/clock.ts';

const shownAtMost = 1000;

/** Previews the effects of a calendar change; of other clubs' dates only club, place and time. */
export async function findChanges(
  viewer: Viewer,
  tx: Transaction,
  followers: readonly CalendarFollower[],
  change: CalendarChange,
): Promise<ShownDateChanges> {
  const days = await changedDays(tx, change, today());
  if (!days) return { falling: [], returning: [] };
  const [falling, returning]: [DateChange[], DateChange[]] = [[], []];
  for (const { find } of followers) {
    const found = await inAllClubs(tx, () => find(tx, days));
    falling.push(...found.falling);
    returning.push(...found.returning);
  }
  const shown = (dates: DateChange[]) =>
    dates
      .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
      .slice(0, shownAtMost)
      .map((one) => ({
        ...one,
        title: one.club === viewer.club || viewer.role === 'super' ? one.title : null,
        startsAt: one.startsAt.toISOString(),
      }));
  return { falling: shown(falling), returning: shown(returning) };
}

/** Applies a calendar change to dates, and records the outcome in the audit log of each club. */
export async function applyCalendarChange(
  context: Context,
  write: Write,
  followers: readonly CalendarFollower[],
  days: ChangedDays,
): Promise<void> {
  const [falling, returning]: [DateChange[], DateChange[]] = [[], []];
  for (const { follow } of followers) {
    const done = await inAllClubs(write.tx, () => follow(context, write, days));
    falling.push(...done.falling);
    returning.push(...done.returning.filter(({ isTaken }) => !isTaken));
  }
  const clubs = new Set([...falling, ...returning].map(({ club }) => club));
  for (const club of clubs) {
    const count = (dates: DateChange[]) => dates.filter((one) => one.club === club).length;
    write.audit(
      'calendar.update',
      { club, entity: 'facilities' },
      `Geänderter Kalender: ${count(falling)} Termine fallen weg, ${count(returning)} kommen zurück`,
    );
  }
}
