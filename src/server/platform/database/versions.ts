import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Collection } from '#shared/kernel/collections.ts';
import type { Database } from './database.ts';

/**
 * The change counter of a collection per club. The database increments it in the transaction of a change, so anything cached under the same
 * number is still valid, in every process.
 */
export async function readVersions({ pool }: Pick<Database, 'pool'>, collection: Collection): Promise<Map<ClubName, number>> {
  const { rows } = await pool.query<{ club: ClubName; version: string }>({
    name: 'collection versions',
    text: 'select club, version from collection_version where collection = $1',
    values: [collection],
  });
  return new Map(rows.map(({ club, version }) => [club, Number(version)]));
}

/** The versions of several collections over all clubs as one number, which grows with every change in any of them. */
export async function readVersionOf({ pool }: Pick<Database, 'pool'>, collections: readonly Collection[]): Promise<number> {
  const { rows } = await pool.query<{ version: string }>({
    name: 'version of collections',
    text: 'select coalesce(sum(version), 0) as version from collection_version where collection = any($1)',
    values: [collections],
  });
  return Number(rows[0]?.version ?? 0);
}

/** The versions of several collections of one club as one number, which grows with every change in any of them. */
export async function readClubVersion(
  { pool }: Pick<Database, 'pool'>,
  club: ClubName,
  collections: readonly Collection[],
): Promise<number> {
  const { rows } = await pool.query<{ version: string }>({
    name: 'version of collections of a club',
    text: 'select coalesce(sum(version), 0) as version from collection_version where club = $1 and collection = any($2)',
    values: [club, collections],
  });
  return Number(rows[0]?.version ?? 0);
}
