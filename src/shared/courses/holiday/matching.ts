import { matchPass, type Held, type Proposer } from './pass.ts';
import { clash, unitsOf, type MatchChild, type MatchOffer, type MatchUnit } from './units.ts';

/** The outcome of a wish: a seat, the waiting list, or why neither. */
export type MatchedWish = {
  childId: string;
  offerId: string;
  stars: number;
  /** 'enough': the child has as many seats as it wants; 'clash': at the time of another seat; 'group': not all friends have this wish. */
  outcome: 'seat' | 'waits' | 'enough' | 'clash' | 'group';
  /** With 'clash': the offer of that seat. */
  with: string | null;
};

/** One pass with its input, for tests and for recomputing it. */
export type Pass = { proposers: readonly Proposer[]; free: ReadonlyMap<string, number>; held: Held };

/** The result of a round. */
export type Matched = {
  wishes: readonly MatchedWish[];
  /** The lot of each child; friends share one. */
  lots: ReadonlyMap<string, number>;
  passes: readonly Pass[];
};

/**
 * Assigns the seats of a round, pass by pass: in each a child gets at most one, so that nobody has three while another has none for lack of
 * seats. Pure: the same input and seed give the same result, and the order of entry does not matter.
 */
export function matchRound(offers: readonly MatchOffer[], children: readonly MatchChild[], seed: string): Matched {
  const units = unitsOf(children, seed);
  const clashes = clashesOf(offers);
  const free = new Map(offers.map(({ id, seats }) => [id, Math.max(0, seats ?? Number.POSITIVE_INFINITY)]));
  const got = new Map<string, string[]>(units.map(({ key }) => [key, []]));
  const passes: Pass[] = [];
  for (;;) {
    const proposers = units.flatMap((unit) => proposerOf(unit, got.get(unit.key) ?? [], clashes));
    const pass = { proposers, free: new Map(free), held: matchPass(proposers, free) };
    if (pass.held.size === 0) break;
    passes.push(pass);
    for (const { key, size } of proposers) {
      const offerId = pass.held.get(key);
      if (offerId === undefined) continue;
      got.get(key)?.push(offerId);
      free.set(offerId, (free.get(offerId) ?? 0) - size);
    }
  }
  return {
    wishes: units.flatMap((unit) => outcomesOf(unit, got.get(unit.key) ?? [], children, clashes)),
    lots: new Map(units.flatMap(({ childIds, lot }) => childIds.map((id) => [id, lot] as const))),
    passes,
  };
}

type Clashes = (one: string, other: string) => boolean;

function proposerOf({ key, lot, childIds, wants, wishes }: MatchUnit, got: readonly string[], clashes: Clashes): Proposer[] {
  if (got.length >= wants) return [];
  const left = wishes.filter(({ offerId }) => !got.some((one) => one === offerId || clashes(one, offerId)));
  return left.length > 0 ? [{ key, lot, size: childIds.length, seats: got.length, wishes: left }] : [];
}

function outcomesOf(unit: MatchUnit, got: readonly string[], children: readonly MatchChild[], clashes: Clashes): MatchedWish[] {
  const members = children.filter(({ id }) => unit.childIds.includes(id));
  return members.flatMap(({ id: childId, wishes }) =>
    wishes.map(({ offerId, stars }) => {
      const at = got.find((one) => clashes(one, offerId)) ?? null;
      const isShared = unit.wishes.some((wish) => wish.offerId === offerId);
      const of = { childId, offerId, stars, with: null };
      if (got.includes(offerId)) return { ...of, outcome: 'seat' as const };
      if (!isShared) return { ...of, outcome: 'group' as const };
      if (at !== null) return { ...of, outcome: 'clash' as const, with: at };
      return { ...of, outcome: got.length >= unit.wants ? ('enough' as const) : ('waits' as const) };
    }),
  );
}

/** Which offers nobody can attend both; each pair is compared once. */
function clashesOf(offers: readonly MatchOffer[]): Clashes {
  const dates = new Map(offers.map(({ id, dates: of }) => [id, of]));
  const known = new Map<string, boolean>();
  return (one, other) => {
    const pair = [one, other].toSorted().join(' ');
    const before = known.get(pair);
    if (before !== undefined) return before;
    const answer = one !== other && clash(dates.get(one) ?? [], dates.get(other) ?? []);
    known.set(pair, answer);
    return answer;
  };
}
