import { and, eq, type SQL } from 'drizzle-orm';
import { replyNames, type Reply } from '#shared/courses/replyStates.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { dayInWords } from '#shared/kernel/calendar.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { actingAccess, person } from '#server/people/persons/table.ts';
import { now } from '#server/platform/process/clock.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import type { Actor } from '#server/platform/database/auditAndNotices.ts';
import { enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { course, courseSession } from '../offers/table.ts';
import { enrolmentOf } from '../enrolments/guestApi.ts';
import { knownTo } from '../enrolments/service.ts';
import { enrolment } from '../enrolments/table.ts';
import { hasSeatThen, isOpen } from './familySessions.ts';
import { sessionReply } from './table.ts';

type Answer = { reply: Reply; note: string };
const done = { ok: true } as const;

/** Sets the reply for a person for whom the viewer may act. */
export function setReply(context: Context, { id, personId, ...answer }: Answer & { id: string; personId: string }): Promise<typeof done> {
  const { userId } = signedIn(context);
  return context.write(async (write) => {
    const club = await clubOfOwnPerson(write.tx, userId, personId);
    await requireFeature(context, 'sessionReplies.set', club);
    await enterScope(write.tx, club);
    const among = await knownTo(write.tx, userId);
    if (!among) throw new Problem('not-found');
    await keepReply(write, { sessionId: id, personId, club, among }, { ...answer, byUser: userId, via: 'web' }, 'sessionReplies.set');
    return done;
  });
}

/** Sets the reply for the person of an enrolment, by its link. */
export function setReplyByLink(context: Context, { token, id, ...answer }: Answer & { token: string; id: string }): Promise<typeof done> {
  return context.write(async (write) => {
    const opened = await enrolmentOf(context, write.tx, token);
    await requireFeature(context, 'participants.manageByToken', opened.club);
    const [own] = await write.tx.select({ personId: enrolment.personId }).from(enrolment).where(eq(enrolment.id, opened.id));
    if (!own) throw new Problem('not-found');
    // The link grants access to this enrolment only, not to others of the same person.
    const ref = { sessionId: id, personId: own.personId, club: opened.club, among: eq(enrolment.id, opened.id) };
    const by = { byUser: context.viewer?.userId ?? null, via: 'link' as const };
    const actor = { userId: context.viewer?.userId, name: context.viewer?.name ?? 'Über den Link in der Mail' };
    await keepReply(write, ref, { ...answer, ...by }, 'participants.manageByToken', actor);
    return done;
  });
}

type Ref = { sessionId: string; personId: string; club: ClubName };
/** `among` selects the enrolments covered: that of a link, or those known to an account. */
type Asked = Ref & { among: SQL };
type Kept = Answer & { byUser: string | null; via: 'web' | 'link' };

/** Stores a reply; the last one overwrites those of other family members. */
async function keepReply(write: Write, { among, ...ref }: Asked, answer: Kept, permission: Permission, by?: Actor): Promise<void> {
  const { tx } = write;
  const [found] = await tx
    .select({ session: courseSession, courseTitle: course.title, firstname: person.firstname, lastname: person.lastname })
    .from(enrolment)
    .innerJoin(courseSession, hasSeatThen)
    .innerJoin(course, eq(course.id, courseSession.courseId))
    .innerJoin(person, eq(person.id, enrolment.personId))
    .where(and(eq(enrolment.personId, ref.personId), among, eq(courseSession.id, ref.sessionId), eq(course.club, ref.club)));
  if (!found) throw new Problem('not-found');
  const { session } = found;
  if (!isOpen(session)) throw new Problem('reply-closed');
  const values = { ...answer, at: now() };
  await tx
    .insert(sessionReply)
    .values({ ...ref, ...values })
    .onConflictDoUpdate({ target: [sessionReply.sessionId, sessionReply.personId], set: values });
  const words = `${fullName(found)} ${replyNames[answer.reply]}: ${found.courseTitle}, ${dayInWords(session.localDate)}`;
  write.audit(permission, { club: ref.club, id: session.courseId, entity: 'participations', by }, words);
  write.changed({ collection: 'participations', club: ref.club, entityId: session.courseId });
}

/** The club of a person for whom a user may act; throws 404 otherwise. */
async function clubOfOwnPerson(tx: Transaction, userId: string, personId: string): Promise<ClubName> {
  const [own] = await tx
    .select({ club: actingAccess.club })
    .from(actingAccess)
    .where(and(eq(actingAccess.userId, userId), eq(actingAccess.personId, personId)));
  if (!own) throw new Problem('not-found');
  return own.club;
}
