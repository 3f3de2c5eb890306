import { eq } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import { clubOfParameter, configContract, parameterNames, parameters, type Parameter, type ParameterName } from '#shared/club/config.ts';
import { may } from '#shared/kernel/rights.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { allow, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now } from '#server/platform/process/clock.ts';
import { readParameter, valueOf } from './service.ts';
import { configParameter } from './table.ts';

const os = implementing(configContract);

/** Port: why a parameter cannot have a value now, as a German sentence; undefined if it can. */
type ParameterCheck = (tx: Transaction, name: ParameterName, value: unknown) => Promise<string | undefined>;

/** The config document `parameters`: its public part is readable by everyone; a board changes the parameters of its club, a super all. */
export const configApi = (check: ParameterCheck) =>
  os.router({
    readPublic: os.readPublic.handler(async ({ context }) => ({
      showSignInErrors: await readParameter(context.database.orm, 'showSignInErrors'),
    })),

    list: os.list.handler(async ({ context }) => {
      const { role } = signedIn(context);
      const rows = await context.database.orm.select().from(configParameter).limit(parameterNames.length);
      const isOwn = (name: ParameterName) => {
        const club = clubOfParameter(name);
        return !club || Boolean(may({ role }, 'config.updateClub', targetOf(context, club)));
      };
      return parameterNames.filter(isOwn).map((name) =>
        toParameter(
          name,
          rows.find((row) => row.name === name),
        ),
      );
    }),

    update: os.update.handler(({ context, input }) => change(context, input, check)),

    updateClub: os.updateClub.handler(({ context, input }) => {
      const club = clubOfParameter(input.name);
      if (club) allow(context, 'config.updateClub', targetOf(context, club));
      else allow(context, 'config.update', 'global');
      return change(context, input, check);
    }),
  });

type Change = { name: ParameterName; value?: unknown; version: number };

function change(context: Context, { name, value, version }: Change, check: ParameterCheck): Promise<Parameter> {
  return context.write(async ({ tx, audit, changed }) => {
    const viewer = signedIn(context);
    const checked = parameters[name].shape.safeParse(value);
    if (!checked.success) {
      throw new Problem('invalid-input', {
        fields: checked.error.issues.map((issue) => ({ path: ['value', ...issue.path].join('.'), message: issue.message })),
      });
    }
    const hindrance = await check(tx, name, checked.data);
    if (hindrance) throw fieldProblem('value', hindrance);
    const [row] = await tx.select().from(configParameter).where(eq(configParameter.name, name)).for('update');
    if ((row?.version ?? 0) !== version) throw new Problem('conflict');
    const values = { value: checked.data, updatedAt: now(), updatedBy: viewer.userId, version: version + 1 };
    // Two concurrent first changes of a parameter find no row to lock; the version check of the upsert rejects the second one.
    const [after] = await tx
      .insert(configParameter)
      .values({ name, ...values })
      .onConflictDoUpdate({ target: configParameter.name, set: values, setWhere: eq(configParameter.version, version) })
      .returning();
    if (!after) throw new Problem('conflict');
    const club = clubOfParameter(name) ?? viewer.club;
    audit('config.update', { club, id: name }, `Parameter geändert: ${parameters[name].label}`, {
      before: { value: valueOf(name, row?.value) },
      after: { value: checked.data },
    });
    changed({ collection: 'config', club, entityId: name });
    return toParameter(name, after);
  });
}

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
