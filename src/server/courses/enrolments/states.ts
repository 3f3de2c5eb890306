import { eq, sql } from 'drizzle-orm';
import type { ParticipationState } from '#shared/courses/courseWords.ts';
import { mayChange } from '#shared/courses/waitingList.ts';
import { person } from '#server/people/persons/table.ts';
import { now } from '#server/platform/process/clock.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { postLetter } from './letters.ts';
import { countedState, offeringOf, recount, type Actor, type AnyPlaces, type ParticipationRow } from './counting.ts';
import { participation, participationLog } from './table.ts';

type Change = {
  actor?: Actor;
  reason?: string | undefined;
  /** Further columns that change with the state. */
  set?: Partial<Omit<ParticipationRow, 'id' | 'state' | 'version'>>;
  /** No mail, because the person did it himself in front of the screen or another mail tells it. */
  isSilent?: boolean;
};

/** Brings an enrolment of a locked course or event into another state, with its history, the count and the mail. */
export async function changeState(places: AnyPlaces, id: string, to: ParticipationState, change: Change = {}): Promise<ParticipationRow> {
  const { tx } = places.deed;
  const [found] = await tx
    .select({ row: participation, firstname: person.firstname, lastname: person.lastname })
    .from(participation)
    .innerJoin(person, eq(person.id, participation.personId))
    .where(eq(participation.id, id));
  if (!found || (found.row.courseId ?? found.row.eventId) !== offeringOf(places).id) throw new Problem('not-found');
  const { row } = found;
  if (!mayChange(row.state, to)) throw new Problem('wrong-state');
  const [after] = await tx
    .update(participation)
    .set({ ...leaving, ...change.set, state: to, version: sql`${participation.version} + 1` })
    .where(eq(participation.id, id))
    .returning();
  if (!after) throw new Problem('not-found');
  recount(places, countedState(row), to);
  await log(places, id, row.state, to, change);
  if (!change.isSilent) await postLetter(places, { ...after, name: `${found.firstname} ${found.lastname}` }, change.reason);
  return after;
}

/** Writes one line of an enrolment's history. */
export async function log(
  places: AnyPlaces,
  participationId: string,
  fromState: ParticipationState | null,
  toState: ParticipationState,
  change: Pick<Change, 'actor' | 'reason'> = {},
): Promise<void> {
  const by = change.actor ?? places.actor;
  await places.deed.tx.insert(participationLog).values({
    club: offeringOf(places).club,
    participationId,
    fromState,
    toState,
    at: now(),
    byUser: by.userId ?? null,
    reason: change.reason ?? null,
  });
}

/** An offer or a hold belongs to the state that is left. */
const leaving = { offerExpiresAt: null, holdExpiresAt: null };
