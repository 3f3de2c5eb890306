import { asc, eq } from 'drizzle-orm';
import { matchRound } from '#shared/courses/holiday/matching.ts';
import { reasonInWords, type WishOutcome } from '#shared/courses/holiday/rules.ts';
import type { RoundPreview } from '#shared/courses/holiday/shapes.ts';
import { ageOn } from '#shared/kernel/age.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { person } from '#server/people/persons/table.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { actingFor } from './acting.ts';
import { offersOf } from './facts.ts';
import { judgeOf } from './judge.ts';
import { numbersOf, wishesBy } from './offers.ts';
import type { Round } from './rounds.ts';
import { holidayChild, holidayWish } from './table.ts';

/** What becomes of one wish, with the sentence that its family reads. */
type Decision = { childId: string; courseId: string; outcome: WishOutcome; reason: string };

/** The seats of a round as they would go out now; the same wishes, seats and seed give the same. */
export async function computeRound(tx: Transaction, round: Round) {
  const { offers, children, wishes } = await readRound(tx, round);
  const byId = new Map(offers.map((one) => [one.row.id, one]));
  const unfit = await judgeOf(
    tx,
    children.map(({ who }) => who),
  );
  const reasonOf = (childId: string, courseId: string) => {
    const offer = byId.get(courseId);
    const child = children.find(({ row }) => row.id === childId);
    return offer && child ? unfit(offer, child.who) : 'Das Angebot fällt aus.';
  };
  const judged = wishes.map((one) => ({ ...one, unfit: reasonOf(one.childId, one.courseId) }));
  const matched = matchRound(
    offers.map(({ row, listed, dates }) => ({ id: row.id, seats: listed.free, dates })),
    children.map(({ row }) => ({
      id: row.id,
      group: row.groupId,
      wants: row.wants,
      wishes: judged.flatMap(({ childId, courseId, stars, unfit: why }) =>
        childId === row.id && !why ? [{ offerId: courseId, stars }] : [],
      ),
    })),
    round.seed ?? '',
  );
  const counts = await wishesBy(tx, round.id);
  const given = Map.groupBy(
    matched.wishes.filter(({ outcome }) => outcome === 'seat'),
    ({ offerId }) => offerId,
  );
  const decisions: Decision[] = matched.wishes.map(({ childId, offerId, outcome, with: other }) => {
    const child = children.find(({ row }) => row.id === childId)?.row;
    const unit = children.flatMap(({ row }) => (row.id === childId || (row.groupId && row.groupId === child?.groupId) ? [row] : []));
    const seats = byId.get(offerId)?.listed.free ?? null;
    const reason = reasonInWords(
      { outcome },
      {
        seats,
        wishes: counts.get(offerId) ?? 0,
        isFull: seats !== null && (given.get(offerId)?.length ?? 0) + unit.length > seats,
        wants: child?.wants ?? 1,
        // Friends count with the smallest number among them.
        least: Math.min(...unit.map(({ wants }) => wants)),
        withTitle: byId.get(other ?? '')?.row.title ?? '',
        friends: unit.length,
      },
    );
    return { childId, courseId: offerId, outcome, reason };
  });
  for (const { childId, courseId, unfit: reason } of judged) if (reason) decisions.push({ childId, courseId, outcome: 'unfit', reason });
  return { offers, children, wishes, counts, lots: matched.lots, decisions };
}

async function readRound(tx: Transaction, round: Round) {
  const offers = await offersOf(tx, round.id);
  // The children of all clubs: the round was allowed before, and its own club reads the wishes.
  const children = await inAllClubs(tx, () =>
    tx
      .select({ row: holidayChild, who: person })
      .from(holidayChild)
      .innerJoin(person, eq(person.id, holidayChild.personId))
      .where(eq(holidayChild.roundId, round.id))
      .orderBy(asc(person.lastname), asc(person.firstname), asc(holidayChild.id)),
  );
  const wishes = await inAllClubs(tx, () =>
    tx.select().from(holidayWish).where(eq(holidayWish.roundId, round.id)).orderBy(asc(holidayWish.childId), asc(holidayWish.position)),
  );
  return { offers, children, wishes };
}

/** Who gets what, and why not: computed while nothing is drawn, as it was drawn afterwards. */
export async function previewRound(tx: Transaction, round: Round, today: string): Promise<RoundPreview> {
  const isFixed = round.drawnAt !== null;
  const { offers, children, wishes, lots, decisions } = await computeOrRead(tx, round, isFixed);
  const numbers = await numbersOf(tx, round);
  const accounts = await actingFor(
    tx,
    children.map(({ row }) => row),
  );
  const decided = new Map(decisions.map((one) => [`${one.childId} ${one.courseId}`, one]));
  return {
    isFixed,
    seed: round.seed ?? '',
    offers: offers.map((one) => ({ courseId: one.row.id, title: one.row.title, club: one.row.club, ...numbers(one) })),
    children: children.map(({ row, who }) => ({
      childId: row.id,
      name: fullName(who),
      age: who.birthDate ? ageOn(who.birthDate, today) : null,
      lot: lots.get(row.id) ?? null,
      wants: row.wants,
      friends: children
        .filter((other) => row.groupId && other.row.groupId === row.groupId && other.row.id !== row.id)
        .map((other) => fullName(other.who)),
      hasAccount: accounts.has(row.personId),
      wishes: wishes.flatMap(({ childId, courseId, stars }) => {
        const decision = decided.get(`${childId} ${courseId}`);
        return childId === row.id && decision ? [{ courseId, stars, outcome: decision.outcome, reason: decision.reason }] : [];
      }),
    })),
  };
}

async function computeOrRead(tx: Transaction, round: Round, isFixed: boolean): Promise<Awaited<ReturnType<typeof computeRound>>> {
  if (!isFixed) return computeRound(tx, round);
  const { offers, children, wishes } = await readRound(tx, round);
  return {
    offers,
    children,
    wishes,
    counts: await wishesBy(tx, round.id),
    lots: new Map(children.map(({ row }) => [row.id, row.lot ?? 0])),
    decisions: wishes.flatMap(({ childId, courseId, outcome, reason }) => (outcome ? [{ childId, courseId, outcome, reason }] : [])),
  };
}
