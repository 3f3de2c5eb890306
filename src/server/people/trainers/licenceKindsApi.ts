import { asc, eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { licenceKindsContract } from '#shared/people/trainers/licenceKinds.ts';
import { signedIn } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { licenceKind } from './table.ts';

const os = implementing(licenceKindsContract);
const kindsAtMost = 200;

/** The kinds of licences that can be selected, for all clubs. */
export const licenceKindsApi = os.router({
  list: os.list.handler(({ context }) =>
    context.read((tx) => tx.select().from(licenceKind).orderBy(asc(licenceKind.name)).limit(kindsAtMost)),
  ),

  create: os.create.handler(({ context, input: { name } }) =>
    context.write(async (write) => {
      const { club } = signedIn(context);
      const [row] = await write.tx.insert(licenceKind).values({ id: randomUUID(), name }).onConflictDoNothing().returning();
      if (!row) throw fieldProblem('name', 'Diese Lizenz steht schon zur Wahl.');
      write.audit('licenceKinds.manage', { club, entity: 'config' }, `Lizenz steht zur Wahl: ${name}`);
      write.changed({ collection: 'members', club });
      return row;
    }),
  ),

  delete: os.delete.handler(({ context, input: { id } }) =>
    context.write(async (write) => {
      const { club } = signedIn(context);
      const [row] = await write.tx.delete(licenceKind).where(eq(licenceKind.id, id)).returning();
      if (!row) throw new Problem('not-found');
      write.audit('licenceKinds.manage', { club, entity: 'config' }, `Lizenz steht nicht mehr zur Wahl: ${row.name}`);
      write.changed({ collection: 'members', club });
      return { ok: true } as const;
    }),
  ),
});
