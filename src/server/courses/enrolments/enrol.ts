import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { ParticipationState, PriceCategory } from '#shared/courses/courseWords.ts';
import { nextOffers } from '#shared/courses/waitingList.ts';
import { now } from '#server/platform/process/clock.ts';
import { sqlState } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { postLetter } from './letters.ts';
import { countedState, freePlaces, offeringOf, recount, refOf, type AnyPlaces, type ParticipationRow } from './counting.ts';
import { readQueue } from './places.ts';
import { participation, participationLog } from './table.ts';

/** Somebody who wants a place: all that does not depend on the other people there. */
export type Newcomer = {
  personId: string;
  name: string;
  queueClass: number;
  priceCategory: PriceCategory | null;
  priceCents: number | null;
  contactEmail: string | null;
  channel: ParticipationRow['channel'];
  guardianName?: string | undefined;
  answers?: { [question: string]: string };
  joinsFrom?: string | undefined;
};

/** How long an address that is not yet confirmed keeps its place. */
export const holdMs = 30 * 60 * 1000;

/**
 * Gives one or several people together a place, a place on the waiting list, or a refusal: what the rule and the
 * free places say. Several together come all or none. An address that is not yet confirmed holds the place meanwhile, if
 * there is one. Only within `withPlaces`.
 */
export async function enrol(places: AnyPlaces, newcomers: readonly Newcomer[], isVerified = true): Promise<ParticipationRow[]> {
  const state = await stateForNew(places, newcomers.length);
  return insert(places, newcomers, isVerified ? state : 'unverified', state === 'waitlisted');
}

/** The state that the free places and the rule give to `count` people who come now. */
export async function stateForNew(places: AnyPlaces, count: number): Promise<ParticipationState> {
  const { registration, waitlistMax } = offeringOf(places);
  const free = freePlaces(places);
  const hasRoom = free === null || free >= count;
  if (hasRoom && !(await isSomebodyFirst(places, free))) return registration === 'approval' ? 'pending' : 'confirmed';
  if (waitlistMax !== null && places.waiting + count > waitlistMax) throw new Problem('waiting-list-full');
  return 'waitlisted';
}

/** Enrols people in a state that is decided, e.g. by staff. Who `waits` without a confirmed address holds no place. Only within `withPlaces`. */
export async function insert(
  places: AnyPlaces,
  newcomers: readonly Newcomer[],
  state: ParticipationState,
  waits = state === 'waitlisted',
): Promise<ParticipationRow[]> {
  const { deed, actor } = places;
  const { club } = offeringOf(places);
  const at = now();
  const groupKey = newcomers.length > 1 ? randomUUID() : null;
  const values = newcomers.map(({ name: _name, ...one }) => ({
    ...one,
    id: randomUUID(),
    club,
    publicToken: randomBytes(24).toString('base64url'),
    ...refOf(places),
    registeredBy: actor.userId ?? null,
    registeredAt: at,
    state,
    groupKey,
    queueRank: waits ? sql`nextval('participation_queue_seq')` : null,
    holdExpiresAt: state === 'unverified' ? new Date(at.getTime() + holdMs) : null,
  }));
  const rows = await deed.tx
    .insert(participation)
    .values(values)
    .returning()
    .catch((error: unknown) => {
      // The unique index is the last line against the same person twice.
      throw sqlState(error) === '23505' ? new Problem('already-registered', { cause: error }) : error;
    });
  await deed.tx
    .insert(participationLog)
    .values(rows.map(({ id }) => ({ club, participationId: id, toState: state, at, byUser: actor.userId ?? null })));
  for (const [index, row] of rows.entries()) {
    recount(places, undefined, countedState(row));
    await postLetter(places, { ...row, name: newcomers[index]?.name ?? '' });
  }
  return rows;
}

/** Whether somebody who waits would be offered the free places first. */
async function isSomebodyFirst(places: AnyPlaces, free: number | null): Promise<boolean> {
  if (places.waiting === 0) return false;
  if (offeringOf(places).isStrictQueue || free === null) return true;
  return nextOffers(await readQueue(places.deed.tx, refOf(places)), free, false).length > 0;
}
