import type { MatchUnit } from './units.ts';

/** A unit in one pass: how many seats it already has, and its remaining wishes, most wanted first. */
export type Proposer = Pick<MatchUnit, 'key' | 'lot' | 'wishes'> & { size: number; seats: number };

/** The offer in which a unit has a seat of this pass, by the key of the unit. */
export type Held = ReadonlyMap<string, string>;

/** Whether an offer prefers one unit to another: fewer seats first, then more stars, then the better lot. */
export function isPreferred(offerId: string, one: Proposer, other: Proposer): boolean {
  return rankIn(offerId, one, other) < 0;
}

function rankIn(offerId: string, a: Proposer, b: Proposer): number {
  return a.seats - b.seats || starsFor(b, offerId) - starsFor(a, offerId) || a.lot - b.lot;
}

function starsFor({ wishes }: Proposer, offerId: string): number {
  return wishes.find((wish) => wish.offerId === offerId)?.stars ?? 0;
}

/**
 * Assigns at most one seat to every unit by deferred acceptance: units propose in the order of their wishes, and an offer keeps the
 * preferred ones that fit, only whole units. Without friends the result is stable: no child and offer both prefer each other to it. With
 * friends a stable result may not exist; then friends who were pushed out of an offer keep their seats there, so that no unit could get a
 * better seat by displacing only single children.
 */
export function matchPass(proposers: readonly Proposer[], free: ReadonlyMap<string, number>): Held {
  const kept = new Set<string>();
  for (;;) {
    const { held, pushedOut } = defer(proposers, free, kept);
    const next = pushedOut.find((one) => !kept.has(one));
    if (pushedOut.length === 0 || !isBlocked(proposers, free, held)) return held;
    if (next === undefined) return groupsFirst(proposers, free);
    kept.add(next);
  }
}

/** Deferred acceptance; `kept` are pairs of friends and an offer that no longer drops them. Also returns the friends that lost a seat. */
function defer(proposers: readonly Proposer[], free: ReadonlyMap<string, number>, kept: ReadonlySet<string>) {
  const holders = new Map<string, Proposer[]>();
  const next = new Map<string, number>();
  const pushedOut: string[] = [];
  const waiting = [...proposers];
  for (let one = waiting.shift(); one; one = waiting.shift()) {
    const at = next.get(one.key) ?? 0;
    next.set(one.key, at + 1);
    const offerId = one.wishes[at]?.offerId;
    if (offerId === undefined) continue;
    const before = holders.get(offerId) ?? [];
    const staying = (unit: Proposer) => Number(kept.has(pairOf(unit, offerId)));
    const asking = [...before, one].toSorted((a, b) => staying(b) - staying(a) || rankIn(offerId, a, b));
    const { taken, left } = fill(asking, free.get(offerId) ?? 0);
    holders.set(offerId, taken);
    for (const unit of left) if (unit !== one && unit.size > 1) pushedOut.push(pairOf(unit, offerId));
    waiting.push(...left);
  }
  return { held: heldBy(holders), pushedOut };
}

/** Takes whole units in order of preference; one that does not fit is skipped. */
function fill(asking: readonly Proposer[], seats: number): { taken: Proposer[]; left: Proposer[] } {
  const [taken, left]: [Proposer[], Proposer[]] = [[], []];
  let room = seats;
  for (const unit of asking)
    if (unit.size <= room) {
      taken.push(unit);
      room -= unit.size;
    } else left.push(unit);
  return { taken, left };
}

function heldBy(holders: ReadonlyMap<string, readonly Proposer[]>): Map<string, string> {
  return new Map([...holders].flatMap(([offerId, units]) => units.map(({ key }) => [key, offerId] as const)));
}

const pairOf = ({ key }: Proposer, offerId: string) => `${key} ${offerId}`;

/** Whether some unit could get a better seat from those that are free or held by single children whom the offer prefers less. */
function isBlocked(proposers: readonly Proposer[], free: ReadonlyMap<string, number>, held: Held): boolean {
  const inOffer = Map.groupBy(
    proposers.filter(({ key }) => held.has(key)),
    ({ key }) => held.get(key) ?? '',
  );
  return proposers.some((one) => {
    const at = one.wishes.findIndex(({ offerId }) => offerId === held.get(one.key));
    return one.wishes.slice(0, at === -1 ? undefined : at).some(({ offerId }) => {
      const staying = (inOffer.get(offerId) ?? []).filter((other) => other.size > 1 || isPreferred(offerId, other, one));
      return one.size + staying.reduce((sum, { size }) => sum + size, 0) <= (free.get(offerId) ?? 0);
    });
  });
}

/** The result that always exists: friends choose first, by their lots, the others share the remaining seats. */
function groupsFirst(proposers: readonly Proposer[], free: ReadonlyMap<string, number>): Held {
  const room = new Map(free);
  const held = new Map<string, string>();
  for (const { key, size, wishes } of proposers.filter((one) => one.size > 1)) {
    const offerId = wishes.find((wish) => (room.get(wish.offerId) ?? 0) >= size)?.offerId;
    if (offerId === undefined) continue;
    held.set(key, offerId);
    room.set(offerId, (room.get(offerId) ?? 0) - size);
  }
  const alone = proposers.filter(({ size }) => size === 1);
  return new Map([...held, ...defer(alone, room, new Set()).held]);
}
