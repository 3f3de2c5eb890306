import { filterOffers, readOfferFilter } from '#shared/courses/offerFilter.ts';
import type { ListedCourse } from '#shared/courses/courseShapes.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { today } from '#server/platform/process/clock.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import { publicCourses } from '../offers/list.ts';
import { clubsShown } from '../offers/publicList.ts';
import type { offerWatch } from './table.ts';

export type WatchRow = typeof offerWatch.$inferSelect;

/** The public offers on the site of a club. */
export async function offersOf(tx: Transaction, club: ClubName): Promise<ListedCourse[]> {
  await enterScope(tx, club === 'GSV' ? '*' : club);
  return publicCourses(tx, clubsShown(club));
}

/** The offers that a watch covers. */
export function watched({ courseId, filter }: Pick<WatchRow, 'courseId' | 'filter'>, offers: readonly ListedCourse[]): ListedCourse[] {
  if (courseId) return offers.filter(({ id }) => id === courseId);
  // Ignores filters for free seats, which the mail is about anyway, and for "today", which changes daily.
  const { trial, ...wanted } = readOfferFilter(filter ?? {});
  const day = wanted.day.filter((name) => name !== 'today');
  const found = filterOffers(offers, { ...wanted, day, free: false, trial: false, sort: '' }, today());
  return trial ? found.filter(({ hasTrial }) => hasTrial) : found;
}
