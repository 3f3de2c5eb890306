import { and, asc, eq, inArray } from 'drizzle-orm';
import { instantInWords } from '#shared/kernel/calendar.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import { allow, targetOf, type Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import type { CourseRow } from '../offers/service.ts';
import { lockCardsOfDates } from '../cards/visits.ts';
import { course, courseSession } from '../offers/table.ts';

type SessionRow = typeof courseSession.$inferSelect;

/** A selection of sessions of a course. */
export type Chosen = { id: string; sessionIds: readonly string[] };

type Work = (write: Write, row: CourseRow, sessions: SessionRow[]) => Promise<{ sessions: readonly SessionRow[]; content: string }>;

/** Runs a write on sessions of a course, ordered by start; 404 if one belongs to another course. */
export function onSessions(context: Context, { id, sessionIds }: Chosen, permission: Permission, work: Work): Promise<{ changed: number }> {
  return context.write(async (write) => {
    // Lock order of all writes on sessions: first the course, then its sessions.
    const [row] = await write.tx.select().from(course).where(eq(course.id, id)).for('update');
    if (!row) throw new Problem('not-found');
    allow(context, permission, targetOf(context, row.club));
    await enterScope(write.tx, row.club);
    const cards = await lockCardsOfDates(write.tx, sessionIds);
    const found = await readChosen(write.tx, { id, sessionIds }).for('update');
    if (found.length < new Set(sessionIds).size) throw new Problem('not-found');
    const { sessions, content } = await work(write, row, found);
    write.audit(permission, { club: row.club, id, entity: 'courses' }, content);
    for (const collection of ['courses', 'participations'] as const) write.changed({ collection, club: row.club, entityId: id });
    if (cards > 0) write.changed({ collection: 'cards', club: row.club });
    return { changed: sessions.length };
  });
}

/** The selected sessions, ordered by start. */
export function readChosen(tx: Transaction, { id, sessionIds }: Chosen) {
  return tx
    .select()
    .from(courseSession)
    .where(and(eq(courseSession.courseId, id), inArray(courseSession.id, [...sessionIds])))
    .orderBy(asc(courseSession.startsAt), asc(courseSession.id));
}

export function idsOf(sessions: readonly Pick<SessionRow, 'id'>[]): string[] {
  return sessions.map(({ id }) => id);
}

/** The start of the first session in German. */
export function firstOf([first]: readonly SessionRow[]): string {
  return first ? instantInWords(first.startsAt) : '';
}
