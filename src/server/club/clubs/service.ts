import { clubNames, defaultClubs, hasFeature, type Club, type ClubName } from '#shared/kernel/clubs.ts';
import { recordOf } from '#shared/kernel/keys.ts';
import type { Feature } from '#shared/kernel/permissions.ts';
import type { Database, Reader, Transaction } from '#server/platform/database/database.ts';
import { mentionedIn, mentions } from '#server/platform/database/mentions.ts';
import { club } from './table.ts';

export { requireOwnFiles, requireOwnPicturesIn } from './ownPictures.ts';

/** Inserts the three clubs with the values of the specification into a new database. */
export async function seedClubs({ orm }: Pick<Database, 'orm'>): Promise<void> {
  await orm.insert(club).values(Object.values(defaultClubs)).onConflictDoNothing();
}

/** The clubs by name, with their current settings. */
export async function readClubs({ orm }: { orm: Reader }): Promise<{ [name in ClubName]: Club & { version: number } }> {
  const rows = await orm.select().from(club);
  return recordOf(clubNames, (name) => {
    const row = rows.find((one) => one.name === name);
    if (!row) throw new Error(`The club ${name} is not in the database.`);
    return row;
  });
}

/** Whether a feature of a club is on. */
export async function readFeature(orm: Reader, club: ClubName, feature: Feature): Promise<boolean> {
  return hasFeature((await readClubs({ orm }))[club], feature);
}

/** The clubs whose header uses any of these files. */
export async function clubUses(tx: Pick<Transaction, 'select'>, paths: readonly string[]) {
  if (paths.length === 0) return [];
  const rows = await tx.select({ displayName: club.displayName, image: club.image }).from(club).where(mentions(club.image, paths));
  return rows.flatMap(({ displayName, image }) => mentionedIn(image, paths).map((path) => ({ path, what: `Kopfbild von ${displayName}` })));
}
