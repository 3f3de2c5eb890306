import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Collection } from '#shared/kernel/collections.ts';
import type { Database } from './database.ts';

/**
 * How often a collection has changed, for each club that ever changed it: the database raises it in the transaction of a
 * change, so what was kept under the same number is still true, in every process.
 */
export async function readVersions({ pool }: Pick<Database, 'pool'>, collection: Collection): Promise<Map<ClubName, number>> {
  const { rows } = await pool.query<{ club: ClubName; version: string }>({
    name: 'collection versions',
    text: 'select club, version from collection_version where collection = $1',
    values: [collection],
  });
  return new Map(rows.map(({ club, version }) => [club, Number(version)]));
}

/** The versions of several collections of all clubs as one number, which grows with every change in any of them. */
export async function readVersionOf({ pool }: Pick<Database, 'pool'>, collections: readonly Collection[]): Promise<number> {
  const { rows } = await pool.query<{ version: string }>({
    name: 'version of collections',
    text: 'select coalesce(sum(version), 0) as version from collection_version where collection = any($1)',
    values: [collections],
  });
  return Number(rows[0]?.version ?? 0);
}
