import { lotNumber, lotsOf } from './lots.ts';

/** The maximum of stars per wish. */
export const starsAtMost = 3;

/** One date of an offer, in milliseconds, and its place. */
export type MatchDate = { startsAt: number; endsAt: number; place: string };

/** An offer whose seats are assigned; `seats` are the free ones, null for no limit. */
export type MatchOffer = { id: string; seats: number | null; dates: readonly MatchDate[] };

/** A child with its valid wishes: age and other conditions are checked before. */
export type MatchChild = {
  id: string;
  /** Friends who only take seats together. */
  group: string | null;
  /** How many offers the child wants. */
  wants: number;
  wishes: readonly { offerId: string; stars: number }[];
};

/** Children who get a seat together or not at all: friends, or a single child. */
export type MatchUnit = {
  key: string;
  childIds: readonly string[];
  wants: number;
  lot: number;
  /** The wishes that all of them share, most wanted first; the lot decides between equal stars. */
  wishes: readonly { offerId: string; stars: number }[];
};

/** The units of a round, by their lots. For friends only shared wishes count, with their lowest stars and the smallest wanted number. */
export function unitsOf(children: readonly MatchChild[], seed: string): MatchUnit[] {
  const groups = Map.groupBy(children, ({ id, group }) => group ?? id);
  const families = [...groups.values()].map((members) => ({ key: keyOf(members), members }));
  const lots = lotsOf(
    seed,
    families.map(({ key }) => key),
  );
  return families
    .map(({ key, members }) => ({
      key,
      childIds: members.map(({ id }) => id).toSorted(),
      wants: Math.min(...members.map(({ wants }) => wants)),
      lot: lots.get(key) ?? 0,
      wishes: sharedWishes(members, seed, key),
    }))
    .toSorted((a, b) => a.lot - b.lot);
}

/** A child whose friends did not join is a single child. */
function keyOf([first, ...others]: readonly MatchChild[]): string {
  return (others.length > 0 ? first?.group : first?.id) ?? '';
}

function sharedWishes([first, ...others]: readonly MatchChild[], seed: string, key: string): MatchUnit['wishes'] {
  const shared = (first?.wishes ?? []).flatMap(({ offerId, stars }) => {
    const theirs = others.map(({ wishes }) => wishes.find((wish) => wish.offerId === offerId)?.stars);
    return theirs.includes(undefined) ? [] : [{ offerId, stars: Math.min(stars, ...theirs.map((one) => one ?? stars)) }];
  });
  const drawn = (offerId: string) => lotNumber(seed, `${key}:${offerId}`);
  return shared.toSorted((a, b) => b.stars - a.stars || drawn(a.offerId) - drawn(b.offerId));
}

/** The time needed between two halls. */
const wayMs = 30 * 60 * 1000;

/** Whether nobody can attend both: dates overlap, or less than 30 minutes lie between two halls. */
export function clash(one: readonly MatchDate[], other: readonly MatchDate[]): boolean {
  return one.some((a) =>
    other.some((b) => {
      const way = a.place !== '' && a.place === b.place ? 0 : wayMs;
      return a.startsAt < b.endsAt + way && b.startsAt < a.endsAt + way;
    }),
  );
}
