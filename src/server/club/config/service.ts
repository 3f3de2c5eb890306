import { eq } from 'drizzle-orm';
import { parameters, type ParameterName, type ParameterValue } from '#shared/club/config.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { configParameter } from './table.ts';

/** The value of a parameter: what a super has set, or its default. A stored value that no longer fits its shape counts as unset. */
export async function readParameter<N extends ParameterName>(source: Transaction | Database['orm'], name: N): Promise<ParameterValue<N>> {
  const [row] = await source.select().from(configParameter).where(eq(configParameter.name, name));
  return valueOf(name, row?.value);
}

/** A stored value in the shape of its parameter; undefined gives the default. */
export function valueOf<N extends ParameterName>(name: N, stored: unknown): ParameterValue<N> {
  const { shape, default: fallback } = parameters[name];
  const result = shape.safeParse(stored);
  // One table holds shape and default of each name, so the value belongs to the name.
  return (result.success ? result.data : fallback) as ParameterValue<N>;
}

/**
 * The stored values of all parameters whose names begin alike, as an object: text for within a statement that must not be
 * two. The beginning is our own words, never a user's.
 */
export function storedParameters(beginning: `${string}.${string}`): string {
  return `(select jsonb_object_agg(p.name, p.value) from config_parameter p where p.name like '${beginning}%')`;
}
