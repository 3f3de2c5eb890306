import { and, asc, eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { keptQuery, viewsAtMost, viewsContract } from '#shared/accounts/views.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now } from '#server/platform/process/clock.ts';
import { appUser } from '../users/table.ts';
import { savedView } from './table.ts';

const os = implementing(viewsContract);
const shown = { id: savedView.id, name: savedView.name, query: savedView.query };

/** Filters under a name: the own ones alone. */
export const viewsApi = os.router({
  list: os.list.handler(({ context, input }) =>
    context.read((tx) =>
      tx
        .select(shown)
        .from(savedView)
        .where(and(isOwn(context), eq(savedView.page, input.page)))
        .orderBy(asc(sql`lower(${savedView.name})`), savedView.id)
        .limit(viewsAtMost),
    ),
  ),

  create: os.create.handler(({ context, input }) =>
    context.write(async ({ tx, audit }) => {
      const { userId, club } = signedIn(context);
      await askForRoom(tx, context, input.page);
      const [row] = await tx
        .insert(savedView)
        .values({ ...input, query: keptQuery(input.query), id: randomUUID(), userId, club, createdAt: now() })
        .onConflictDoNothing()
        .returning(shown);
      if (!row) throw nameTaken();
      audit('views.manageOwn', recordOf(context), `Ansicht gespeichert: ${row.name}`);
      return row;
    }),
  ),

  rename: os.rename.handler(({ context, input: { id, name } }) =>
    context.write(async ({ tx, audit }) => {
      await lockOwner(tx, context);
      const [before] = await tx
        .select({ page: savedView.page })
        .from(savedView)
        .where(and(isOwn(context), eq(savedView.id, id)));
      if (!before) throw new Problem('not-found');
      const [other] = await tx
        .select({ id: savedView.id })
        .from(savedView)
        .where(and(isOwn(context), eq(savedView.page, before.page), sql`lower(${savedView.name}) = lower(${name})`));
      if (other && other.id !== id) throw nameTaken();
      const [row] = await tx
        .update(savedView)
        .set({ name })
        .where(and(isOwn(context), eq(savedView.id, id)))
        .returning(shown);
      if (!row) throw new Problem('not-found');
      audit('views.manageOwn', recordOf(context), `Ansicht umbenannt: ${name}`);
      return row;
    }),
  ),

  remove: os.remove.handler(({ context, input }) =>
    context.write(async ({ tx, audit }) => {
      const [row] = await tx
        .delete(savedView)
        .where(and(isOwn(context), eq(savedView.id, input.id)))
        .returning({ name: savedView.name });
      if (!row) throw new Problem('not-found');
      audit('views.manageOwn', recordOf(context), `Ansicht gelöscht: ${row.name}`);
      return { ok: true } as const;
    }),
  ),
});

/** Two windows of one account come one after the other, so that neither the number nor a name is exceeded. */
async function lockOwner(tx: Transaction, context: Context): Promise<void> {
  await tx
    .select({ id: appUser.id })
    .from(appUser)
    .where(eq(appUser.id, signedIn(context).userId))
    .for('no key update');
}

async function askForRoom(tx: Transaction, context: Context, page: (typeof savedView.$inferSelect)['page']): Promise<void> {
  await lockOwner(tx, context);
  if ((await tx.$count(savedView, and(isOwn(context), eq(savedView.page, page)))) < viewsAtMost) return;
  const message = `Mehr als ${viewsAtMost} Ansichten einer Seite lassen sich nicht speichern. Bitte löschen Sie zuerst eine.`;
  throw new Problem('invalid-input', { fields: [{ path: 'name', message }] });
}

function nameTaken(): Problem {
  return new Problem('invalid-input', { fields: [{ path: 'name', message: 'So heißt schon eine Ansicht dieser Seite.' }] });
}

function isOwn(context: Context) {
  const { userId, club } = signedIn(context);
  return and(eq(savedView.userId, userId), eq(savedView.club, club));
}

function recordOf(context: Context) {
  const { userId, club } = signedIn(context);
  return { club, id: userId, entity: 'users' } as const;
}
