import { eq } from 'drizzle-orm';
import type { Permission } from '#shared/permissions.ts';
import type { PersonRow } from '../people/service.ts';
import { allow, signedIn, targetOf, type Context } from '../platform/context.ts';
import type { Deed, Transaction } from '../platform/database.ts';
import { Problem } from '../platform/problem.ts';
import type { CourseRow, ParticipationRow, Places } from './counting.ts';
import { inLine, withPlaces } from './places.ts';
import { participation } from './table.ts';

/** Runs a staff deed on a course: behind the lock, after the permission for the course's club, with an audit entry. */
export function onCourse<T>(
  context: Context,
  courseId: string,
  permission: Permission,
  work: (places: Places) => Promise<{ answer: T; content: string; id?: string }>,
): Promise<T> {
  const viewer = signedIn(context);
  return inLine(courseId, () =>
    context.write((deed) =>
      withPlaces(
        { deed, settings: context.settings, actor: { userId: viewer.userId, name: viewer.name } },
        courseId,
        (row) => void allow(context, permission, targetOf(context, row.club)),
        async (places) => {
          const { answer, content, id } = await work(places);
          deed.audit({
            name: viewer.name,
            actorId: viewer.userId,
            club: places.course.club,
            content: `${content} (${places.course.title})`,
            action: permission,
            entity: 'participations',
            entityId: id,
          });
          return answer;
        },
      ),
    ),
  );
}

/** The same on one enrolment, which is read again behind the lock. */
export async function onEnrolment<T>(
  context: Context,
  id: string,
  permission: Permission,
  work: (places: Places, row: ParticipationRow) => Promise<{ answer: T; content: string }>,
): Promise<T> {
  const courseId = await courseOf(context, id, permission);
  return onCourse(context, courseId, permission, async (places) => {
    const row = await readEnrolment(places.deed.tx, id);
    if (row.courseId !== courseId) throw new Problem('conflict');
    return { ...(await work(places, row)), id };
  });
}

/** The course of an enrolment that one may touch. */
export async function courseOf(context: Context, id: string, permission: Permission): Promise<string> {
  const row = await context.read((tx) => readEnrolment(tx, id));
  allow(context, permission, targetOf(context, row.club));
  if (!row.courseId) throw new Problem('not-found');
  return row.courseId;
}

/** One enrolment, or 404. */
export async function readEnrolment(tx: Transaction, id: string): Promise<ParticipationRow> {
  const [row] = await tx.select().from(participation).where(eq(participation.id, id));
  if (!row) throw new Problem('not-found');
  return row;
}

/** Writes the audit entry of a deed on an enrolment. */
export function audit(
  deed: Deed,
  viewer: { userId: string; name: string },
  club: CourseRow['club'],
  action: Permission,
  content: string,
  entityId: string,
): void {
  deed.audit({ name: viewer.name, actorId: viewer.userId, club, content, action, entity: 'participations', entityId });
}

/** First and last name. */
export function nameOf({ firstname, lastname }: Pick<PersonRow, 'firstname' | 'lastname'>): string {
  return `${firstname} ${lastname}`;
}

/** The reason, ready to stand behind a sentence. */
export function because(reason: string): string {
  return reason && `, Grund: ${reason}`;
}
