import { asc, eq } from 'drizzle-orm';
import { clubsContract } from '#shared/club/clubEntry.ts';
import { allow, targetOf } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { club } from './table.ts';

const os = implementing(clubsContract);

/** The public data of the clubs, and the settings that a super may change. */
export const clubsApi = os.router({
  list: os.list.handler(({ context }) => context.database.orm.select().from(club).orderBy(asc(club.name))),

  read: os.read.handler(async ({ context, input }) => {
    const [row] = await context.database.orm.select().from(club).where(eq(club.name, input.name));
    if (!row) throw new Problem('not-found');
    return row;
  }),

  update: os.update.handler(({ context, input: { name, version, ...values } }) =>
    context.write(async ({ tx, audit, changed }) => {
      allow(context, 'clubs.update', targetOf(context, name));
      const [before] = await tx.select().from(club).where(eq(club.name, name)).for('update');
      if (!before) throw new Problem('not-found');
      if (before.version !== version) throw new Problem('conflict');
      const [after] = await tx
        .update(club)
        .set({ ...values, version: version + 1 })
        .where(eq(club.name, name))
        .returning();
      if (!after) throw new Problem('not-found');
      audit('clubs.update', { club: name, id: name, entity: 'config' }, `Vereinsinformationen geändert: ${after.displayName}`, {
        before: { ...before },
        after: { ...after },
      });
      changed({ collection: 'config', club: name, entityId: name });
      return after;
    }),
  ),
});
