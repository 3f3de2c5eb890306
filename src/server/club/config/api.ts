import { eq } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import { configContract, parameterNames, parameters, type Parameter, type ParameterName } from '#shared/club/config.ts';
import { now } from '#server/platform/process/clock.ts';
import { signedIn } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { readParameter, valueOf } from './service.ts';
import { configParameter } from './table.ts';

const os = implementing(configContract);

/** The config document `parameters`: read by everybody in its public part, changed by a super. */
export const configApi = os.router({
  readPublic: os.readPublic.handler(async ({ context }) => ({
    showSignInErrors: await readParameter(context.database.orm, 'showSignInErrors'),
  })),

  list: os.list.handler(async ({ context }) => {
    const rows = await context.database.orm.select().from(configParameter).limit(parameterNames.length);
    return parameterNames.map((name) =>
      toParameter(
        name,
        rows.find((row) => row.name === name),
      ),
    );
  }),

  update: os.update.handler(({ context, input: { name, value, version } }) =>
    context.write(async ({ tx, audit, changed }) => {
      const viewer = signedIn(context);
      const checked = parameters[name].shape.safeParse(value);
      if (!checked.success) {
        throw new Problem('invalid-input', {
          fields: checked.error.issues.map((issue) => ({ path: ['value', ...issue.path].join('.'), message: issue.message })),
        });
      }
      const [row] = await tx.select().from(configParameter).where(eq(configParameter.name, name)).for('update');
      if ((row?.version ?? 0) !== version) throw new Problem('conflict');
      const values = { value: checked.data, updatedAt: now(), updatedBy: viewer.userId, version: version + 1 };
      // Two who change a parameter for the first time find no row to lock; the version decides between them here.
      const [after] = await tx
        .insert(configParameter)
        .values({ name, ...values })
        .onConflictDoUpdate({ target: configParameter.name, set: values, setWhere: eq(configParameter.version, version) })
        .returning();
      if (!after) throw new Problem('conflict');
      audit('config.update', { club: viewer.club, id: name }, `Parameter geändert: ${parameters[name].label}`, {
        before: { value: valueOf(name, row?.value) },
        after: { value: checked.data },
      });
      changed({ collection: 'config', club: viewer.club, entityId: name });
      return toParameter(name, after);
    }),
  ),
});

function toParameter(name: ParameterName, row: typeof configParameter.$inferSelect | undefined): Parameter {
  const value = valueOf(name, row?.value);
  return {
    name,
    value,
    isDefault: isDeepStrictEqual(value, parameters[name].default),
    updatedAt: row?.updatedAt.toISOString() ?? null,
    version: row?.version ?? 0,
  };
}
