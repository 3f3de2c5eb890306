import { sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { roles, roleNames, type Role } from '#shared/access.ts';
import { clubNames, type ClubName } from '#shared/clubs.ts';
import { storePassword } from '../identity/passwordDeeds.ts';
import { hashPassword } from '../identity/passwords.ts';
import { authUser } from '../identity/table.ts';
import { now } from '../platform/clock.ts';
import type { Services } from '../platform/context.ts';
import { everyClub, type Database } from '../platform/database.ts';
import { makeUser } from '../users/service.ts';

const firstnames: { readonly [club in ClubName]: { readonly [role in Role]: string } } = {
  RWA: { reader: 'Rosa', trainer: 'Till', editor: 'Edda', admin: 'Anton', super: 'Svea' },
  SCB: { reader: 'Ruben', trainer: 'Thea', editor: 'Emil', admin: 'Alma', super: 'Sören' },
  GSV: { reader: 'Ronja', trainer: 'Tom', editor: 'Elif', admin: 'Armin', super: 'Sina' },
};

const lastnames: { readonly [club in ClubName]: string } = { RWA: 'Rotmuster', SCB: 'Blaumuster', GSV: 'Goldmuster' };

/** Whether nobody can sign in yet. */
export async function isEmpty(database: Pick<Database, 'orm'>): Promise<boolean> {
  const [row] = await database.orm
    .select({ one: sql`1` })
    .from(authUser)
    .limit(1);
  return !row;
}

/** One account per role and club, `{role}@{club}.test`, all invented. */
export async function fillDemo({ settings, database }: Services): Promise<void> {
  const hash = await hashPassword(settings.demoPassword);
  await database.write(everyClub, async (deed) => {
    for (const club of clubNames) {
      for (const role of roleNames) {
        const person = { firstname: firstnames[club][role], lastname: lastnames[club], email: demoEmail(role, club), club };
        const id = randomUUID();
        await deed.tx.insert(authUser).values({
          ...person,
          id,
          name: `${person.firstname} ${person.lastname}`,
          emailVerified: true,
          createdAt: now(),
          updatedAt: now(),
        });
        await storePassword(deed.tx, id, hash);
        await makeUser(deed, { ...person, id, role });
      }
    }
    deed.audit({ name: 'Demonstration', club: 'RWA', content: 'Demonstrationsdaten angelegt', action: 'users.create', entity: 'users' });
  });
}

/** The demonstration sign-ins, a line per club and role, for the terminal. */
export function demoSignIns(): string[] {
  return clubNames.flatMap((club) => roles.map((role) => `${demoEmail(role.name, club).padEnd(18)} ${role.displayName}`));
}

function demoEmail(role: Role, club: ClubName): string {
  return `${role}@${club.toLowerCase()}.test`;
}
