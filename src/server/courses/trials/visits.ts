import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { attendanceSets, type AttendanceState } from '#shared/courses/sessionStates.ts';
import type { TrialOutcome } from '#shared/courses/trials/trialRules.ts';
import type { OwnTrial } from '#shared/courses/trials/trials.ts';
import { addDays, dayInWords, localOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { actingAccess, person } from '#server/people/persons/table.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { enterScope, oneByOne, type Transaction } from '#server/platform/database/database.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { isRecordId, linkHash } from '#server/platform/secretLinks.ts';
import { attendance } from '../enrolments/table.ts';
import { locationsOf } from '../offers/service.ts';
import { course, courseSession } from '../offers/table.ts';
import { trialsLeft } from './left.ts';
import { record } from './record.ts';
import { trialVisit } from './table.ts';

/** How many days after the session a guest's link still returns the typed values. */
const knownDays = 60;

type Opened = { id: string; club: ClubName };

/** The visit opened by the link of a ticket. */
export function readTrial(context: Context, token: string): Promise<OwnTrial> {
  return context.read(async (tx) => {
    const { id } = await opened(context, tx, token);
    return ownTrialOf(tx, id, token);
  });
}

/** Cancels a visit until it begins. Repeated calls change nothing. */
export function cancelTrial(context: Context, token: string): Promise<OwnTrial> {
  return context.write(async (write) => {
    const { tx } = write;
    const { id } = await opened(context, tx, token);
    const [visit] = await tx.select().from(trialVisit).where(eq(trialVisit.id, id)).for('update');
    if (!visit) throw new Problem('not-found');
    if (visit.state === 'booked') {
      if (visit.toldStartsAt <= now() && !visit.isToldOff) throw new Problem('wrong-state');
      await tx.update(trialVisit).set({ state: 'cancelled', cancelledAt: now() }).where(eq(trialVisit.id, id));
      const { name, course: of } = await ownTrialOf(tx, id, token);
      const by = { userId: context.viewer?.userId, name: context.viewer?.name ?? 'Über den Link in der Mail' };
      record(write, visit, by, `Schnupperstunde abgesagt: ${name}, ${of.title}, ${dayInWords(localOf(visit.toldStartsAt).date)}`);
    }
    return ownTrialOf(tx, id, token);
  });
}

/** The future visits of all persons whom the viewer may act for. */
export function myTrials(context: Context): Promise<OwnTrial[]> {
  const { userId } = signedIn(context);
  return context.read(async (tx) => {
    const rows = await tx
      .select({ id: trialVisit.id, club: trialVisit.club })
      .from(trialVisit)
      .innerJoin(actingAccess, and(eq(actingAccess.personId, trialVisit.personId), eq(actingAccess.userId, userId)))
      .where(and(eq(trialVisit.state, 'booked'), gt(trialVisit.toldEndsAt, now())))
      .orderBy(asc(trialVisit.toldStartsAt), asc(trialVisit.id))
      .limit(20);
    return oneByOne(rows, async ({ id, club }) => {
      await enterScope(tx, club);
      return ownTrialOf(tx, id, id);
    });
  });
}

/** One visit as shown to the person who booked it; the transaction must be in its club's scope. */
export async function ownTrialOf(tx: Transaction, id: string, token: string): Promise<OwnTrial> {
  const [found] = await tx
    .select({ visit: trialVisit, person, course, session: courseSession, mark: attendance.state })
    .from(trialVisit)
    .innerJoin(person, eq(person.id, trialVisit.personId))
    .innerJoin(course, eq(course.id, trialVisit.courseId))
    .leftJoin(courseSession, eq(courseSession.id, trialVisit.sessionId))
    .leftJoin(attendance, and(eq(attendance.sessionId, trialVisit.sessionId), eq(attendance.personId, trialVisit.personId)))
    .where(eq(trialVisit.id, id));
  if (!found) throw new Problem('not-found');
  const { visit, person: one, session } = found;
  const startsAt = session?.startsAt ?? visit.toldStartsAt;
  const isOff = session === null || session.state === 'cancelled';
  const state = outcomeOf(visit, found.mark);
  const place = (await locationsOf(tx, [found.course])).get(found.course.id) ?? found.course.place;
  return {
    id,
    token,
    state,
    name: fullName(one),
    course: { id: found.course.id, slug: found.course.slug, title: found.course.title, club: found.course.club },
    startsAt: startsAt.toISOString(),
    endsAt: (session?.endsAt ?? visit.toldEndsAt).toISOString(),
    place: session?.place || place,
    isOff,
    canCancel: state === 'booked' && !isOff && startsAt > now(),
    left: await trialsLeft(tx, found.course, one.id),
    known: knownOf(visit, one),
  };
}

type TrialRow = typeof trialVisit.$inferSelect;

function outcomeOf({ state, toldEndsAt }: TrialRow, mark: AttendanceState | null): TrialOutcome {
  if (state === 'cancelled') return 'cancelled';
  if (mark && attendanceSets.there.includes(mark)) return 'came';
  return toldEndsAt <= now() ? 'missed' : 'booked';
}

/** The typed values of a guest, for the enrolment form; accounts do not need them, since their persons are known. */
function knownOf(visit: TrialRow, one: typeof person.$inferSelect): OwnTrial['known'] {
  if (visit.bookedBy !== null || visit.contactEmail === null || addDays(localOf(visit.toldStartsAt).date, knownDays) < today()) return null;
  return {
    firstname: one.firstname,
    lastname: one.lastname,
    birthDate: one.birthDate,
    gender: one.gender,
    email: visit.contactEmail,
    phone: one.phone ?? '',
    guardianFirstname: visit.guardianFirstname,
    guardianLastname: visit.guardianLastname,
    emergencyPhone: one.emergencyContactPhone ?? '',
  };
}

/** The visit of a link, or of an id for viewers who may act for the guest; enters the scope of its club. */
async function opened(context: Context, tx: Transaction, token: string): Promise<Opened> {
  const one = isRecordId(token) ? await ownById(context, tx, token) : await byLink(tx, token);
  if (!one) throw new Problem('not-found');
  await requireFeature(context, 'trialVisits.manageByToken', one.club);
  await enterScope(tx, one.club);
  return one;
}

async function ownById({ viewer }: Context, tx: Transaction, id: string): Promise<Opened | undefined> {
  if (!viewer) return undefined;
  const [row] = await tx
    .select({ id: trialVisit.id, club: trialVisit.club })
    .from(trialVisit)
    .innerJoin(actingAccess, and(eq(actingAccess.personId, trialVisit.personId), eq(actingAccess.userId, viewer.userId)))
    .where(eq(trialVisit.id, id));
  return row;
}

async function byLink(tx: Transaction, secret: string): Promise<Opened | undefined> {
  const { rows } = await tx.execute<Opened>(sql`select * from trial_of_link(${linkHash(secret)})`);
  return rows[0];
}
