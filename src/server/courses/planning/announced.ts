import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { undoSeconds } from '#shared/courses/sessionStates.ts';
import type { Write } from '#server/platform/database/database.ts';
import type { Context } from '#server/platform/http/context.ts';
import { now } from '#server/platform/process/clock.ts';
import { notifyParticipants, withdrawUntold } from '../enrolments/service.ts';
import type { CourseRow } from '../offers/service.ts';
import { courseSession } from '../offers/table.ts';
import { newsOf, newsOn } from './sessionNews.ts';

type SessionRow = typeof courseSession.$inferSelect;
type Of = { write: Write; settings: Context['settings']; course: CourseRow };

/**
 * Announces cancelled or moved sessions to all participants, one mail per family, after `undoSeconds`, so that nothing is sent if they are
 * undone before. `only` limits the recipients to these enrolments and accounts.
 */
export async function announce(of: Of, ids: readonly string[], only?: ReadonlySet<string>): Promise<void> {
  if (ids.length === 0) return;
  const occasion = randomUUID();
  const { tx } = of.write;
  await tx
    .update(courseSession)
    .set({ occasion })
    .where(inArray(courseSession.id, [...ids]));
  const sessions = await tx
    .select()
    .from(courseSession)
    .where(inArray(courseSession.id, [...ids]))
    .orderBy(asc(courseSession.startsAt), asc(courseSession.id));
  const notBefore = new Date(now().getTime() + undoSeconds * 1000);
  await notifyParticipants(of, { ...newsOf(of.course, sessions), key: `sessions:${occasion}`, occasion, only, notBefore });
}

/**
 * Withdraws the announcements of sessions, and sends `news` to those who already received them. `before` are the sessions as they were;
 * they no longer have the occasion. Other sessions of withdrawn mails are announced again.
 */
export async function withdrawAnnouncements(of: Of, before: readonly SessionRow[], news: typeof newsOn): Promise<void> {
  const groups = new Map<string, { sessions: SessionRow[]; untold: Set<string> }>();
  for (const [occasion, sessions] of Map.groupBy(before, (one) => one.occasion)) {
    const untold = occasion === null ? new Set<string>() : await withdraw(of, occasion);
    const key = [...untold].toSorted().join();
    groups.set(key, { sessions: [...(groups.get(key)?.sessions ?? []), ...sessions], untold });
  }
  for (const { sessions, untold } of groups.values())
    await notifyParticipants(of, { ...news(of.course, sessions), key: `sessions:${randomUUID()}`, except: untold });
}

/** Withdraws what is not sent yet; returns the enrolments and accounts that never received it. */
async function withdraw(of: Of, occasion: string): Promise<Set<string>> {
  const { tx } = of.write;
  const untold = await withdrawUntold(tx, occasion);
  if (untold.size === 0) return untold;
  const along = await tx
    .select({ id: courseSession.id })
    .from(courseSession)
    .where(and(eq(courseSession.courseId, of.course.id), eq(courseSession.occasion, occasion)));
  await announce(
    of,
    along.map(({ id }) => id),
    untold,
  );
  return untold;
}
