import { filterOffers, readOfferFilter } from '#shared/courses/offerFilter.ts';
import type { ListedCourse } from '#shared/courses/courseShapes.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { today } from '#server/platform/process/clock.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import { publicCourses } from '../offers/list.ts';
import { clubsShown } from '../offers/publicList.ts';
import type { offerWatch } from './table.ts';

export type WatchRow = typeof offerWatch.$inferSelect;

/** The offers on the site of a club, as everybody sees them. */
export async function offersOf(tx: Transaction, club: ClubName): Promise<ListedCourse[]> {
  await enterScope(tx, club === 'GSV' ? '*' : club);
  return publicCourses(tx, clubsShown(club));
}

/** The offers that a watch covers. */
export function watched({ courseId, filter }: Pick<WatchRow, 'courseId' | 'filter'>, offers: readonly ListedCourse[]): ListedCourse[] {
  if (courseId) return offers.filter(({ id }) => id === courseId);
  // Free seats are the subject of the mail anyway, and a relative day means another one each day: both are left out.
  const { trial, ...wanted } = readOfferFilter(filter ?? {});
  const day = wanted.day.filter((name) => name !== 'today');
  const found = filterOffers(offers, { ...wanted, day, free: false, trial: false, sort: '' }, today());
  return trial ? found.filter(({ hasTrial }) => hasTrial) : found;
}
