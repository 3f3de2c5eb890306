import { localOf } from '#shared/kernel/calendar.ts';
import { phaseOf, queueClasses, type Phase, type PhaseFacts, type QueueClass } from '#shared/courses/courseStates.ts';
import { reasonsAgainst } from '#shared/courses/eligibility.ts';
import { allow, signedIn, type Context } from '#server/platform/http/context.ts';
import { now } from '#server/platform/process/clock.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { Problem } from '#server/platform/http/problem.ts';
import type { EventRow } from './counting.ts';

/** Free seats (null if unlimited) and the number of waiting people. */
type Seats = { free: number | null; waiting: number };

const statuses = { draft: 'draft', published: 'published', held: 'completed', cancelled: 'cancelled', archived: 'archived' } as const;

/** The enrolment phase of an event for a person, computed by the rules of courses. */
export function eventPhase(row: EventRow, { free, waiting }: Seats, queueClass: QueueClass = queueClasses.public): Phase {
  const facts: PhaseFacts = {
    status: statuses[row.state],
    kind: row.kind,
    registration: row.registration,
    lateJoin: 'no',
    returningFrom: null,
    memberFrom: null,
    publicFrom: row.opensAt,
    isMembersOnly: row.isMembersOnly,
    closesAt: row.closesAt,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    placesMax: row.placesMax,
    free,
    waiting,
    waitlistMax: row.hasWaitlist ? null : 0,
  };
  return phaseOf(facts, now(), queueClass);
}

/** Why a person cannot attend an event: their age. */
export function reasonsAgainstEvent(row: EventRow, person: { birthDate: string | null }, today: string): string[] {
  const { ageMin, ageMax, startsAt } = row;
  const rule = { ageMin, ageMax, ageReference: 'course_start', gender: 'any', startsOn: localOf(startsAt).date, requiresGuardian: true };
  return reasonsAgainst(rule, { birthDate: person.birthDate, gender: null }, today);
}

/** Checks that a viewer may enrol in a published event: in every event of their own club, in public ones of other clubs. */
export async function mayReserve(context: Context, row: EventRow): Promise<void> {
  const { club } = signedIn(context);
  if (row.state === 'draft') throw new Problem('not-found');
  await requireFeature(context, 'participants.register', row.club);
  const extent = allow(context, 'events.reserve', club === row.club ? 'self' : 'other');
  if (extent === 'limited' && row.isMembersOnly) throw new Problem('not-found');
}

/** Checks that a guest may enrol in an event: it must be published and not only for members. */
export async function mayComeAsGuest(context: Context, row: EventRow): Promise<void> {
  if (row.state === 'draft' || row.isMembersOnly) throw new Problem('not-found');
  await requireFeature(context, 'participants.register', row.club);
  allow(context, 'participants.register', 'self');
}
