import { and, eq, gt, inArray, lte, or, sql } from 'drizzle-orm';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { attendanceContract, type AttendanceSheet, type CardOnSheet } from '#shared/courses/attendance.ts';
import { clubNames } from '#shared/kernel/clubs.ts';
import { ageOn } from '#shared/kernel/age.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { course, courseSession } from '../offers/table.ts';
import { attendance, enrolment } from '../enrolments/table.ts';
import { careNote } from '#server/people/persons/table.ts';
import { person } from '#server/people/persons/table.ts';
import { now } from '#server/platform/process/clock.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { cardGuests, cardsOnSheet } from '../cards/visits.ts';
import { pausesThen } from '../pauses/reading.ts';
import { trialVisit } from '../trials/table.ts';
import { closeSession, closeSessions } from './close.ts';
import { between, trainingDates } from './dates.ts';
import { effectiveReply } from './table.ts';
import { sync } from './sync.ts';

const os = implementing(attendanceContract);

/** Attendance: the lists of sessions, marks, and closing a session. */
export const attendanceApi = os.router({
  upcoming: os.upcoming.handler(({ context, input }) => {
    const club = input.club ?? context.hostClub;
    const until = new Date(now().getTime() + 14 * 24 * 60 * 60 * 1000);
    return context.database.read({ club: club === 'GSV' ? '*' : club }, (tx) =>
      trainingDates(tx, {
        clubs: club === 'GSV' ? clubNames : [club],
        conditions: [gt(courseSession.endsAt, now()), lte(courseSession.startsAt, until), eq(course.visibility, 'public')],
        limit: 60,
        withCounts: false,
      }),
    );
  }),
  dates: os.dates.handler(async ({ context, input }) => {
    const club = clubAsked(context, 'participations.mark', input.club);
    await requireFeature(context, 'participations.mark', club);
    return context.read((tx) =>
      trainingDates(tx, {
        clubs: [club],
        conditions: [...between(input.from, input.to), ...(input.courseId ? [eq(course.id, input.courseId)] : [])],
        userId: signedIn(context).userId,
        limit: 400,
        withCounts: true,
      }),
    );
  }),
  sheet: os.sheet.handler(({ context, input }) => context.read((tx) => sheetOf(context, tx, input.id))),
  sync: os.sync.handler(({ context, input }) => sync(context, input.marks)),
  close: os.close.handler(({ context, input }) => closeSession(context, input.id)),
  closeMany: os.closeMany.handler(({ context, input }) => closeSessions(context, input)),
});

/**
 * The attendance list of a session: people with a seat on its day, trial guests, people with a valid card, and people
 * marked without a seat (walk-ins, former participants).
 */
async function sheetOf(context: Context, tx: Transaction, id: string): Promise<AttendanceSheet> {
  const { club } = await courseOfSession(tx, id);
  await requireFeature(context, 'participations.mark', club);
  allow(context, 'participations.mark', targetOf(context, club));
  await enterScope(tx, club);
  const [session] = await trainingDates(tx, {
    clubs: [club],
    conditions: [eq(courseSession.id, id)],
    userId: signedIn(context).userId,
    limit: 1,
    withCounts: true,
  });
  if (!session) throw new Problem('not-found');
  const date = localOf(new Date(session.startsAt)).date;
  const of = { id, courseId: session.courseId, day: date };
  const rows = await readRows(tx, of);
  const cards = await cardsOnSheet(
    tx,
    of,
    rows.map((row) => row.person.id),
  );
  return {
    session,
    readAt: now().toISOString(),
    people: rows.map((row) => listed(row, date, cards.get(row.person.id))),
  };
}

type SheetOf = { id: string; courseId: string; day: string };

/** The rows of the list of a session, by first name. */
function readRows(tx: Transaction, of: SheetOf) {
  return tx
    .select(sheetColumns(of))
    .from(person)
    .leftJoin(enrolment, and(eq(enrolment.personId, person.id), seatedIn(of.courseId)))
    .leftJoin(attendance, and(eq(attendance.personId, person.id), eq(attendance.sessionId, of.id)))
    .leftJoin(careNote, eq(careNote.personId, person.id))
    .leftJoin(effectiveReply, and(eq(effectiveReply.sessionId, of.id), eq(effectiveReply.personId, person.id)))
    .leftJoin(trialVisit, and(eq(trialVisit.personId, person.id), eq(trialVisit.sessionId, of.id), eq(trialVisit.state, 'booked')))
    .where(
      or(
        sql`${enrolment.id} is not null`,
        sql`${attendance.personId} is not null`,
        sql`${trialVisit.id} is not null`,
        inArray(person.id, cardGuests(of)),
      ),
    )
    .orderBy(sql`lower(${person.firstname})`, sql`lower(${person.lastname})`, person.id)
    .limit(500);
}

type SheetRow = Awaited<ReturnType<typeof readRows>>[number];

/** Maps a row to a person of the attendance list. */
function listed(
  { person: one, participationId: enrolmentId, mark, ...row }: SheetRow,
  date: string,
  card: CardOnSheet | undefined,
): AttendanceSheet['people'][number] {
  return {
    personId: one.id,
    name: fullName(one),
    age: one.birthDate ? ageOn(one.birthDate, date) : null,
    // The lists are stored on trainers' devices: no phone numbers of card holders who have never attended.
    ...(enrolmentId || row.isTrial || row.isKnownHere ? careOf(one, row.hasHealthNote) : careOf(nobody, false)),
    isTrial: row.isTrial && !enrolmentId,
    participationId: enrolmentId,
    // Otherwise people are listed only with a seat, a trial or a mark.
    card: card ?? (enrolmentId || row.isTrial || mark ? null : { left: 0, isLacking: false }),
    state: mark?.state ?? null,
    markedAt: mark?.markedAt.toISOString() ?? null,
    ...(row.isPaused
      ? paused
      : { reply: row.reply, absenceReason: row.absenceReason, replyNote: row.replyNote ?? '', isLateReply: row.isLateReply }),
  };
}

type Care = Pick<
  typeof person.$inferSelect,
  'mobile' | 'phone' | 'emergencyContactName' | 'emergencyContactPhone' | 'emergencyOthers' | 'goesHome' | 'collectors'
>;

const nobody: Care = {
  mobile: null,
  phone: null,
  emergencyContactName: null,
  emergencyContactPhone: null,
  emergencyOthers: [],
  goesHome: 'unknown',
  collectors: '',
};

/** Emergency contacts and persons authorised to pick somebody up. */
function careOf({ mobile, phone, ...one }: Care, hasHealthNote: boolean) {
  const { emergencyContactName, emergencyContactPhone, emergencyOthers, goesHome, collectors } = one;
  return { phone: mobile ?? phone, emergencyContactName, emergencyContactPhone, emergencyOthers, goesHome, collectors, hasHealthNote };
}

/** The columns of a row of the attendance list. */
function sheetColumns({ id, courseId, day }: SheetOf) {
  return {
    person,
    participationId: enrolment.id,
    mark: attendance,
    reply: effectiveReply.reply,
    absenceReason: effectiveReply.absenceReason,
    replyNote: effectiveReply.note,
    isLateReply: cameLate(id),
    isPaused: pausesThen(enrolment.id, id),
    isTrial: sql<boolean>`${trialVisit.id} is not null`,
    /** Without a seat or a trial, but marked in this or another session of the course in the months around it. */
    isKnownHere: sql<boolean>`${enrolment.id} is null and ${trialVisit.id} is null and exists (select 1 from attendance b join course_session o on o.id = b.session_id
      where b.person_id = ${person.id} and o.course_id = ${courseId} and o.local_date between ${day}::date - 92 and ${day}::date + 92)`,
    hasHealthNote: sql<boolean>`coalesce(${careNote.healthNote}, ${careNote.allergies}) is not null`,
  };
}

/** Whether the reply of the family was given after the deadline of the course. */
function cameLate(sessionId: string) {
  return sql<boolean>`coalesce((select ${course.replyUntilHours} > 0
      and ${effectiveReply.at} > ${courseSession.startsAt} - make_interval(hours => ${course.replyUntilHours})
    from ${courseSession} join ${course} on ${course.id} = ${courseSession.courseId} where ${courseSession.id} = ${sessionId}), false)`;
}

/** People who pause are not expected. */
const paused = { reply: 'no', absenceReason: null, replyNote: 'pausiert', isLateReply: false } as const;

function seatedIn(courseId: string) {
  return and(eq(enrolment.courseId, courseId), inArray(enrolment.state, enrolmentSets.seated));
}

async function courseOfSession(tx: Transaction, id: string) {
  const [row] = await tx
    .select({ club: course.club })
    .from(courseSession)
    .innerJoin(course, eq(course.id, courseSession.courseId))
    .where(eq(courseSession.id, id));
  if (!row) throw new Problem('not-found');
  return row;
}
