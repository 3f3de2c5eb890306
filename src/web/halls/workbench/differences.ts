import type { Grant } from '#shared/halls/seasons/plans.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import { isSameHour } from './hours.ts';

/** A wish whose times differ between two plans. */
export type Difference = { wishId: string; who: string; here: Grant[]; there: Grant[] };

/** The differences of two plans by wish; locks do not count. */
export function differencesOf(here: readonly Grant[], there: readonly Grant[]): Difference[] {
  const ids = [...new Set([...here, ...there].map(({ wishId }) => wishId))];
  const only = (of: readonly Grant[], not: readonly Grant[], id: string) =>
    of.filter((one) => one.wishId === id && !not.some((other) => isSameHour({ ...one, isLocked: false }, { ...other, isLocked: false })));
  return ids
    .map((wishId): Difference => {
      const [mine, theirs] = [only(here, there, wishId), only(there, here, wishId)];
      const like = mine[0] ?? theirs[0];
      return { wishId, who: [like?.organisation, like?.groupName].filter(Boolean).join(', '), here: mine, there: theirs };
    })
    .filter(({ here: mine, there: theirs }) => mine.length + theirs.length > 0)
    .toSorted((a, b) => compareNames(a.who, b.who));
}
