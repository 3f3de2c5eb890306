import { inArray } from 'drizzle-orm';
import { parameters, type ParameterName, type ParameterValue } from '#shared/club/config.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { configParameter } from './table.ts';

/** The value of a parameter: the stored one or its default. A stored value that no longer matches its schema counts as unset. */
export async function readParameter<N extends ParameterName>(source: Transaction | Database['orm'], name: N): Promise<ParameterValue<N>> {
  return (await readParameters(source, [name]))[name];
}

/** The values of several parameters, in one query. */
export async function readParameters<N extends ParameterName>(
  source: Transaction | Database['orm'],
  names: readonly N[],
): Promise<{ [name in N]: ParameterValue<name> }> {
  const rows = await source
    .select({ name: configParameter.name, value: configParameter.value })
    .from(configParameter)
    .where(inArray(configParameter.name, [...names]));
  const stored = new Map(rows.map(({ name, value }) => [name, value]));
  // Each name is given the value of its own schema.
  return Object.fromEntries(names.map((name) => [name, valueOf(name, stored.get(name))])) as { [name in N]: ParameterValue<name> };
}

/** Parses a stored value with the schema of its parameter; undefined gives the default. */
export function valueOf<N extends ParameterName>(name: N, stored: unknown): ParameterValue<N> {
  const { shape, default: fallback } = parameters[name];
  if (stored === undefined) return fallback as ParameterValue<N>;
  const result = shape.safeParse(stored);
  // Schema and default of a name come from the same table, so the type matches the name.
  return (result.success ? result.data : fallback) as ParameterValue<N>;
}

/**
 * SQL for the stored values of all parameters with a name prefix, as a JSON object; for use inside a single statement. The prefix must be a
 * constant, never user input.
 */
export function storedParameters(beginning: `${string}.${string}`): string {
  return `(select jsonb_object_agg(p.name, p.value) from config_parameter p where p.name like '${beginning}%')`;
}
