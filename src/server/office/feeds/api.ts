import { and, asc, eq, sql } from 'drizzle-orm';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { feedsContract, type CalendarFeed } from '#shared/office/feeds.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { now } from '#server/platform/process/clock.ts';
import { signedIn } from '#server/platform/http/context.ts';
import type { Write } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { calendarFeed } from './table.ts';

const os = implementing(feedsContract);
const atMost = 10;

/** Personal calendar URLs with a 192-bit random secret, of which the database stores only the hash. */
export const feedsApi = os.router({
  list: os.list.handler(({ context }) =>
    context.read(async (tx) => {
      const rows = await tx
        .select()
        .from(calendarFeed)
        .where(eq(calendarFeed.userId, signedIn(context).userId))
        .orderBy(asc(calendarFeed.createdAt))
        .limit(atMost);
      return rows.map(toFeed);
    }),
  ),

  create: os.create.handler(({ context, input }) => {
    // No idempotency key: the secret must not be stored, not even in the saved response of a repeatable request.
    const viewer = signedIn(context);
    const { userId, club } = viewer;
    const work = async (write: Write) => {
      const [counted] = await write.tx
        .select({ count: sql<number>`count(*)::int` })
        .from(calendarFeed)
        .where(eq(calendarFeed.userId, userId));
      if ((counted?.count ?? 0) >= atMost) throw fieldProblem('label', `Höchstens ${atMost} Adressen. Bitte zuerst eine widerrufen.`);
      const secret = randomBytes(24).toString('base64url');
      const [row] = await write.tx
        .insert(calendarFeed)
        .values({ id: randomUUID(), userId, label: input.label, tokenHash: hashOf(secret), createdAt: now() })
        .returning();
      if (!row) throw new Problem('conflict');
      record(write, club, row.id, `Kalenderadresse angelegt: ${row.label}`);
      return { ...toFeed(row), path: `/feeds/personal/${secret}.ics` };
    };
    return context.database.write({ club, userId }, work, viewer);
  }),

  revoke: os.revoke.handler(({ context, input }) =>
    context.write(async (write) => {
      const { club, userId } = signedIn(context);
      const [row] = await write.tx
        .delete(calendarFeed)
        .where(and(eq(calendarFeed.id, input.id), eq(calendarFeed.userId, userId)))
        .returning();
      if (!row) throw new Problem('not-found');
      record(write, club, row.id, `Kalenderadresse widerrufen: ${row.label}`);
      return { ok: true } as const;
    }),
  ),
});

/** The hash under which a secret is stored. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function toFeed({ id, label, createdAt, lastUsedAt }: typeof calendarFeed.$inferSelect): CalendarFeed {
  return { id, label, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}

function record(write: Write, club: ClubName, id: string, content: string): void {
  write.audit('calendarFeed.createToken', { club, id, entity: 'users' }, content);
}
