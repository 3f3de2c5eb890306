import { eq } from 'drizzle-orm';
import { courseSets } from '#shared/courses/courseStates.ts';
import { daysBetween, addDays } from '#shared/kernel/calendar.ts';
import { coursesContract } from '#shared/courses/courses.ts';
import { inOrder } from '#shared/courses/planning/courseOrder.ts';
import { courseFields, type CourseFields, type EditedCourse } from '#shared/courses/courseShapes.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import { inLine, withSeats } from '../enrolments/service.ts';
import { enrolment } from '../enrolments/table.ts';
import { deleteToBin } from '#server/club/bin/service.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { enterScope, type Write } from '#server/platform/database/database.ts';
import type { Row } from '#server/platform/database/auditAndNotices.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { calendarFile } from './calendarFile.ts';
import { cardProductCourse } from '../cards/table.ts';
import type { CourseMoney } from '../planning/courseMoney.ts';
import { planDates } from '../planning/dates.ts';
import { otherDrafts } from '../planning/otherDrafts.ts';
import { editedOf } from '../planning/edited.ts';
import { managedCourses, publicCourses } from './list.ts';
import { offersFile } from './listFile.ts';
import { mayRead } from './coursePages.ts';
import { courseAt, coursePageOf } from './page.ts';
import { clubsShown } from './publicList.ts';
import { bookerOf, comingDates, followHalls } from '../planning/halls.ts';
import { moveSession } from '../planning/sessionMoves.ts';
import { requestFacilityOf, cancelSession, restoreSession, substitute } from '../planning/sessions.ts';
import { possibleLeaders } from './possibleLeaders.ts';
import type { CourseRow } from './service.ts';
import { changeStatus } from '../planning/status.ts';
import { course, courseLog, coursePrice, courseSession, courseSlot, courseTrainer } from './table.ts';
import { changeCourse, makeCourse } from '../planning/write.ts';

const os = implementing(coursesContract);
/** Maximum rows of an export. */
const fileRowsAtMost = 2000;

/** Endpoints of courses: public reading, and management. */
export const coursesApi = (money: CourseMoney) =>
  os.router({ ...reading, ...managing, ...writing, ...changingStatus(money), ...changingSessions });

/** Endpoints open to everybody. */
const reading = {
  list: os.list.handler(({ context, input }) => {
    const club = input.club ?? context.hostClub;
    allow(context, 'courses.list', targetOf(context, club));
    const clubs = clubsShown(club);
    return context.database.read({ club: club === 'GSV' ? '*' : club }, async (tx) => ({ rows: await publicCourses(tx, clubs) }));
  }),
  read: os.read.handler(({ context, input }) => publicPage(context, input.course)),
  calendar: os.calendar.handler(async ({ context, input }) => {
    const page = await publicPage(context, input.course);
    return calendarFile(page, siteOf(context.settings, page.club));
  }),
};

/** Reading endpoints for staff. */
const managing = {
  manage: os.manage.handler(({ context, input: { club: asked, mine, ...filter } }) => {
    const club = clubAsked(context, 'courses.readDraft', asked);
    const trainedBy = mine ? signedIn(context).userId : undefined;
    return context.read((tx) => managedCourses(tx, club, { ...filter, trainedBy }));
  }),
  exportManaged: os.exportManaged.handler(({ context, input: { club: asked, format, columns, sort, descending, ...filter } }) => {
    const club = clubAsked(context, 'courses.readDraft', asked);
    return context.read(async (tx) => {
      const { rows } = await managedCourses(tx, club, filter, fileRowsAtMost + 1);
      if (rows.length > fileRowsAtMost) throw new Problem('too-many-rows');
      return offersFile(inOrder(rows, sort, descending), format, columns);
    });
  }),
  staffed: os.staffed.handler(({ context, input: { club: asked, mine } }) => {
    const club = clubAsked(context, 'participants.list', asked);
    const trainedBy = mine ? signedIn(context).userId : undefined;
    return context.read(async (tx) => {
      const { rows } = await managedCourses(tx, club, { status: 'current', trainedBy });
      return { rows: rows.filter(({ status }) => status !== 'draft') };
    });
  }),
  edit: os.edit.handler(({ context, input }) =>
    context.read(async (tx) => {
      const row = await courseAt(tx, input.id);
      allow(context, 'courses.readDraft', targetOf(context, row.club));
      return editedOf(tx, row);
    }),
  ),
  dates: os.dates.handler(({ context, input: { club: asked, slots, except, ...period } }) => {
    const club = clubAsked(context, 'courses.create', asked);
    return context.read(async (tx) => {
      const { dates, skipped } = await planDates(tx, { ...period, club }, slots);
      return {
        skipped,
        dates: dates.map(({ date, startsAt, endsAt }) => ({ date, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() })),
        drafts: await otherDrafts(tx, club, dates, except),
      };
    });
  }),
  trainers: os.trainers.handler(({ context, input }) => {
    const club = clubAsked(context, 'sessions.cancel', input.club);
    return context.read((tx) => possibleLeaders(tx, club, input.sessionId));
  }),
};

/** Creating, changing and deleting courses. */
const writing = {
  create: os.create.handler(({ context, input: { club: asked, ...fields } }) =>
    context.write(async (write) => {
      const club = clubAsked(context, 'courses.create', asked);
      await enterScope(write.tx, club);
      const row = await makeCourse(write.tx, club, fields, signedIn(context).userId);
      record(write, row, 'courses.create', `Angebot angelegt: ${row.title}`);
      return editedOf(write.tx, row);
    }),
  ),
  update: os.update.handler(({ context, input: { id, version, slotsFrom, reason, ...fields } }) =>
    lockedCourse(context, id, 'courses.update', async (seats) => {
      const { write, course: before } = seats;
      if (before.version !== version) throw new Problem('conflict');
      if (courseSets.settled.includes(before.status)) throw new Problem('wrong-state');
      const isTooFew =
        fields.placesMax !== null && fields.placesMax - fields.placesReserved < seats.occupied && fields.placesMax !== before.placesMax;
      if (isTooFew && !reason)
        throw new Problem('not-ready', {
          fields: [
            {
              path: 'reason',
              message: `${seats.occupied} Plätze sind schon vergeben. Mit einem Grund geht es trotzdem; niemand verliert seinen Platz.`,
            },
          ],
        });
      const dates = await comingDates(write.tx, id);
      seats.course = await changeCourse(write.tx, before, fields, slotsFrom);
      await followHalls(write, bookerOf(context), seats.course, dates);
      record(write, seats.course, 'courses.update', `Angebot geändert: ${seats.course.title}${reason && `, Grund: ${reason}`}`, before);
      return editedOf(write.tx, seats.course);
    }),
  ),
  copy: os.copy.handler(({ context, input }) =>
    context.write(async (write) => {
      const source = await courseAt(write.tx, input.id);
      return editedOf(write.tx, await copyTo(context, write, source, input.startsOn, input.endsOn));
    }),
  ),
  saveTemplate: os.saveTemplate.handler(({ context, input }) =>
    context.write(async (write) => {
      const source = await courseAt(write.tx, input.id);
      allow(context, 'courses.create', targetOf(context, source.club));
      if (source.isTemplate) throw new Problem('wrong-state');
      await enterScope(write.tx, source.club);
      const fields = { ...plainFields(await editedOf(write.tx, source)), number: '' };
      const row = await makeCourse(write.tx, source.club, fields, signedIn(context).userId, { isTemplate: true });
      record(write, row, 'courses.create', `Vorlage gespeichert: ${row.title}`);
      return editedOf(write.tx, row);
    }),
  ),
  copyMany: os.copyMany.handler(({ context, input: { ids, weeks = 0, startsOn } }) =>
    context.write(async (write) => {
      const chosen = [...new Set(ids)];
      for (const id of chosen) {
        const source = await courseAt(write.tx, id);
        await copyTo(context, write, source, startsOn ?? addDays(source.startsOn, weeks * 7), null);
      }
      return { made: chosen.length };
    }),
  ),
  remove: os.remove.handler(({ context, input }) =>
    lockedCourse(context, input.id, 'courses.delete', async ({ write, course: row }) => {
      const [used] = await write.tx.select({ id: enrolment.id }).from(enrolment).where(eq(enrolment.courseId, row.id)).limit(1);
      if (row.status !== 'draft' || used) throw new Problem('wrong-state');
      await deleteToBin(write.tx, context, { id: row.id, club: row.club, kind: 'courses', name: row.title, permission: 'courses.delete' }, [
        { table: course, where: eq(course.id, row.id) },
        { table: coursePrice, where: eq(coursePrice.courseId, row.id) },
        { table: courseTrainer, where: eq(courseTrainer.courseId, row.id) },
        { table: courseSlot, where: eq(courseSlot.courseId, row.id) },
        { table: courseSession, where: eq(courseSession.courseId, row.id) },
        { table: courseLog, where: eq(courseLog.courseId, row.id) },
        { table: cardProductCourse, where: eq(cardProductCourse.courseId, row.id) },
      ]);
      record(write, row, 'courses.delete', `${row.isTemplate ? 'Vorlage' : 'Entwurf'} gelöscht: ${row.title}`);
      return { ok: true } as const;
    }),
  ),
};

/** Changing the status of a course, which may affect its charges. */
const changingStatus = (money: CourseMoney) => ({
  setStatus: os.setStatus.handler(({ context, input: { id, version, ...change } }) =>
    lockedCourse(context, id, 'courses.publish', async (seats) => {
      if (seats.course.version !== version) throw new Problem('conflict');
      // If charges are affected, only the board may decide.
      if (change.to === 'billed' || (change.to === 'cancelled' && (await money.chargesOf(seats.write.tx, id)).live > 0))
        allow(context, 'courseStat.read', targetOf(context, seats.course.club));
      const dates = await comingDates(seats.write.tx, id);
      await changeStatus(seats, { ...change, keepsLists: await context.isOn(seats.course.club, 'participations') }, money);
      await followHalls(seats.write, bookerOf(context), seats.course, dates);
      seats.write.changed({ collection: 'courses', club: seats.course.club, entityId: id });
      return editedOf(seats.write.tx, seats.course);
    }),
  ),
});

/** Changing single sessions of a course. */
const changingSessions = {
  cancelSession: os.cancelSession.handler(({ context, input }) => cancelSession(context, input.id, input)),
  restoreSession: os.restoreSession.handler(({ context, input }) => restoreSession(context, input.id)),
  substitute: os.substitute.handler(({ context, input }) => substitute(context, input.id, input.personId)),
  askForHall: os.askForHall.handler(({ context, input }) => requestFacilityOf(context, input.id)),
  moveSession: os.moveSession.handler(({ context, input: { id, ...time } }) => moveSession(context, id, time)),
};

async function publicPage(context: Context, address: string) {
  const row = await courseAt(context.database.orm, address);
  mayRead(context, row);
  const hasRegistration = await context.isOn(row.club, 'participations');
  return context.database.read({ club: row.club }, (tx) => coursePageOf(tx, row, hasRegistration));
}

/** Runs a write on a course that may change its seats: behind the lock, after the permission check. */
function lockedCourse<T>(context: Context, id: string, permission: Permission, work: Parameters<typeof withSeats<T>>[3]): Promise<T> {
  const viewer = signedIn(context);
  return inLine(id, () =>
    context.write((write) =>
      withSeats(
        { write, settings: context.settings, actor: { userId: viewer.userId, name: viewer.name } },
        id,
        (row) => void allow(context, permission, targetOf(context, row.club)),
        work,
      ),
    ),
  );
}

function record(write: Write, row: CourseRow, action: Permission, content: string, before?: CourseRow): void {
  write.audit(action, { club: row.club, id: row.id, entity: 'courses' }, content, before && changesOf(before, row));
  write.changed({ collection: 'courses', club: row.club, entityId: row.id });
}

/** Creates a draft of the same course in another period, without enrolments; enrolment dates are shifted accordingly. */
async function copyTo(context: Context, write: Write, source: CourseRow, startsOn: string, endsOn: string | null): Promise<CourseRow> {
  allow(context, 'courses.create', targetOf(context, source.club));
  await enterScope(write.tx, source.club);
  const fields = await editedOf(write.tx, source);
  const shift = daysBetween(source.startsOn, startsOn);
  const later = (instant: string | null) => instant && new Date(Date.parse(instant) + shift * 86_400_000).toISOString();
  const row = await makeCourse(
    write.tx,
    source.club,
    {
      ...plainFields(fields),
      number: '',
      startsOn,
      endsOn: endsOn ?? (source.endsOn && addDays(source.endsOn, shift)),
      returningFrom: later(fields.returningFrom),
      memberFrom: later(fields.memberFrom),
      publicFrom: later(fields.publicFrom),
      closesAt: later(fields.closesAt),
    },
    signedIn(context).userId,
    // A template has no participants who could return.
    source.isTemplate ? {} : { copiedFrom: source.id },
  );
  record(write, row, 'courses.create', `Angebot kopiert: ${row.title}`);
  return row;
}

/** The changed fields of a course for the audit log; of the long description only the fact that it changed. */
function changesOf(before: CourseRow, after: CourseRow): { before: Row; after: Row } {
  const names = keysOf(after).filter(
    (name) => !['version', 'updatedAt', 'skippedDates'].includes(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const pick = (row: CourseRow, text: string) => Object.fromEntries(names.map((name) => [name, name === 'description' ? text : row[name]]));
  return { before: pick(before, '…'), after: pick(after, 'geändert') };
}

/** The form values of an edited course, for a copy; slots lose their ids. */
function plainFields({ slots, ...edited }: EditedCourse): CourseFields {
  return courseFields.strip().parse({ ...edited, slots: slots.map(({ id: _slot, ...slot }) => slot) });
}
