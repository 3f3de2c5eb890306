import { expect, test } from 'vitest';
import { lotNumber, lotsOf } from './lots.ts';
import { matchRound, type Pass } from './matching.ts';
import { isPreferred } from './pass.ts';
import { clash, type MatchChild, type MatchOffer } from './units.ts';

const hour = 3_600_000;
const dayMs = 24 * hour;
const at = (day: number, from: number, place = 'Halle 1') => ({
  startsAt: day * dayMs + from * hour,
  endsAt: day * dayMs + (from + 2) * hour,
  place,
});
const offer = (id: string, seats: number | null, day = Number(id.replaceAll(/\D/g, '') || 0)): MatchOffer => ({
  id,
  seats,
  dates: [at(day, 10)],
});
const child = (id: string, wishes: { [offerId: string]: number }, wants = 1, group: string | null = null): MatchChild => ({
  id,
  group,
  wants,
  wishes: Object.entries(wishes).map(([offerId, stars]) => ({ offerId, stars })),
});
const seatsOf = (answer: ReturnType<typeof matchRound>) =>
  answer.wishes.filter(({ outcome }) => outcome === 'seat').map(({ childId, offerId }) => `${childId}:${offerId}`);
const outcomeOf = (answer: ReturnType<typeof matchRound>, childId: string, offerId: string) =>
  answer.wishes.find((one) => one.childId === childId && one.offerId === offerId)?.outcome;

test('more stars come before the lot, and a child without a seat before one that has one', () => {
  const offers = [offer('o1', 1), offer('o2', 1)];
  const answer = matchRound(offers, [child('mila', { o1: 1, o2: 3 }, 2), child('ben', { o1: 2 })], 'a');
  expect(seatsOf(answer).toSorted()).toEqual(['ben:o1', 'mila:o2']);
  expect(outcomeOf(answer, 'mila', 'o1')).toBe('waits');
});

test('nobody has two seats while another child could have one of them', () => {
  const offers = [offer('o1', 2), offer('o2', 2), offer('o3', 2)];
  const keen = ['a', 'b'].map((id) => child(id, { o1: 3, o2: 3, o3: 3 }, 3));
  const modest = ['c', 'd', 'e'].map((id) => child(id, { o1: 1, o2: 1, o3: 1 }, 1));
  const answer = matchRound(offers, [...keen, ...modest], 'seed');
  for (const { id } of modest) expect(seatsOf(answer).filter((one) => one.startsWith(`${id}:`))).toHaveLength(1);
  expect(seatsOf(answer)).toHaveLength(6);
});

test('nobody gets more than they would like, nor two offers at one time or with less than 30 minutes between two halls', () => {
  const offers = [
    { id: 'morning', seats: 5, dates: [at(1, 10)] },
    { id: 'near', seats: 5, dates: [at(1, 12)] },
    { id: 'far', seats: 5, dates: [at(1, 12, 'Halle 2')] },
    { id: 'other', seats: null, dates: [at(2, 10)] },
  ];
  const answer = matchRound(offers, [child('mila', { morning: 3, far: 2, near: 2, other: 1 }, 2)], 'x');
  expect(seatsOf(answer).toSorted()).toEqual(['mila:morning', 'mila:near']);
  expect(outcomeOf(answer, 'mila', 'far')).toBe('clash');
  expect(outcomeOf(answer, 'mila', 'other')).toBe('enough');
  expect(clash([at(1, 10)], [{ ...at(1, 12, 'Halle 2'), startsAt: 1 * dayMs + 12.5 * hour }])).toBe(false);
  expect(clash([{ ...at(1, 10), place: '' }], [{ ...at(1, 12), place: '' }])).toBe(true);
});

test('friends come together or not at all, with what all of them wish; a friend who came alone is a child by itself', () => {
  const friends = [child('a', { o1: 3, o2: 1 }, 2, 'g'), child('b', { o1: 3 }, 2, 'g')];
  const tight = matchRound([offer('o1', 1), offer('o2', 5)], friends, 's');
  expect(seatsOf(tight)).toEqual([]);
  expect([outcomeOf(tight, 'a', 'o1'), outcomeOf(tight, 'b', 'o1'), outcomeOf(tight, 'a', 'o2')]).toEqual(['waits', 'waits', 'group']);
  const wide = matchRound([offer('o1', 2)], friends, 's');
  expect(seatsOf(wide)).toEqual(['a:o1', 'b:o1']);
  expect(seatsOf(matchRound([offer('o1', 1)], friends.slice(0, 1), 's'))).toEqual(['a:o1']);
});

test('the same input and seed give the same seats in whatever order the children came, another seed gives other lots', () => {
  const round = randomRound(7, true);
  const first = matchRound(round.offers, round.children, 'one');
  const again = matchRound(round.offers.toReversed(), round.children.toReversed(), 'one');
  expect(seatsOf(again).toSorted()).toEqual(seatsOf(first).toSorted());
  const ids = round.children.map(({ id }) => id);
  expect([...lotsOf('one', ids).keys()]).not.toEqual([...lotsOf('two', ids).keys()]);
  expect(lotNumber('one', 'x')).toBe(lotNumber('one', 'x'));
});

test('in 1,000 random rounds without friends no child and offer would rather have each other within a pass', () => {
  for (let n = 0; n < 1000; n += 1) {
    const { offers, children } = randomRound(n, false);
    const answer = matchRound(offers, children, `seed ${n}`);
    expect(valid(offers, children, answer)).toBe('');
    for (const pass of answer.passes) expect(blocking(pass, () => true)).toEqual([]);
  }
});

test('in 1,000 random rounds with friends nobody could get a better seat with every group left whole', () => {
  for (let n = 0; n < 1000; n += 1) {
    const { offers, children } = randomRound(n, true);
    const answer = matchRound(offers, children, `seed ${n}`);
    expect(valid(offers, children, answer)).toBe('');
    for (const pass of answer.passes) expect(blocking(pass, (size) => size === 1)).toEqual([]);
  }
});

test('a circle of wishes that has no stable answer with friends ends, and leaves the friends together', () => {
  // The offer o1 prefers a, then the friends, then b; o2 prefers b to a.
  const children = [
    child('a', { o1: 2, o2: 3 }),
    child('b', { o1: 3, o2: 2 }),
    ...['f', 'g'].map((id) => child(id, { o1: 3 }, 1, 'friends')),
  ];
  for (let n = 0; n < 200; n += 1) {
    const answer = matchRound([offer('o1', 2), offer('o2', 1)], children, `circle ${n}`);
    const together = seatsOf(answer).filter((one) => one === 'f:o1' || one === 'g:o1');
    expect([0, 2]).toContain(together.length);
    for (const pass of answer.passes) expect(blocking(pass, (size) => size === 1)).toEqual([]);
  }
});

/** Pairs of a unit and an offer that both prefer to the result; the units that would be displaced must pass `mayGo`. */
function blocking({ proposers, free, held }: Pass, mayGo: (size: number) => boolean): string[] {
  const pairs: string[] = [];
  for (const one of proposers)
    for (const { offerId } of one.wishes) {
      if (offerId === held.get(one.key)) break;
      const there = proposers.filter(({ key }) => held.get(key) === offerId);
      const staying = there.filter((other) => !mayGo(other.size) || isPreferred(offerId, other, one));
      const room = (free.get(offerId) ?? 0) - staying.reduce((sum, { size }) => sum + size, 0);
      if (room >= one.size) pairs.push(`${one.key} ${offerId}`);
    }
  return pairs;
}

/** The first violation within a result: too many seats, too many for a child, a clash, half a group. */
function valid(offers: readonly MatchOffer[], children: readonly MatchChild[], answer: ReturnType<typeof matchRound>): string {
  const given = answer.wishes.filter(({ outcome }) => outcome === 'seat');
  for (const { id, seats } of offers)
    if (seats !== null && given.filter(({ offerId }) => offerId === id).length > seats) return `too many in ${id}`;
  for (const { id, wants, group } of children) {
    const own = given.filter(({ childId }) => childId === id).map(({ offerId }) => offerId);
    if (own.length > wants) return `too many for ${id}`;
    const dates = own.map((one) => offers.find((each) => each.id === one)?.dates ?? []);
    if (dates.some((one, n) => dates.slice(n + 1).some((other) => clash(one, other)))) return `clash of ${id}`;
    const friends = children.filter((other) => group !== null && other.group === group);
    for (const friend of friends)
      if (own.some((offerId) => !given.some((one) => one.childId === friend.id && one.offerId === offerId))) return `half of ${group}`;
  }
  return '';
}

function randomRound(n: number, hasFriends: boolean): { offers: MatchOffer[]; children: MatchChild[] } {
  let state = n * 2654435761 + 1;
  const below = (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * limit);
  };
  const offers = Array.from({ length: 2 + below(5) }, (_, i) => ({
    id: `o${i}`,
    seats: below(12) === 0 ? null : below(5),
    dates: [at(below(4), 8 + below(6), `Halle ${below(2)}`)],
  }));
  const children = Array.from({ length: 3 + below(14) }, (_, i) => ({
    id: `c${i}`,
    group: hasFriends && below(2) === 0 ? `g${Math.floor(i / 4)}` : null,
    wants: 1 + below(3),
    wishes: offers.filter(() => below(3) > 0).map(({ id }) => ({ offerId: id, stars: 1 + below(3) })),
  }));
  return { offers, children };
}
