import { counted, ok, warn, type Check } from '#server/platform/checks/check.ts';
import { everyClub } from '#server/platform/database/database.ts';
import { sql } from 'drizzle-orm';
import { appUser } from '../users/table.ts';
import { passkey } from '../passkeys/table.ts';
import { secondFactor } from './table.ts';

/** Health check: warns about accounts with the highest role that have no second factor. */
export const factorChecks: readonly Check[] = [
  {
    name: 'Zweiter Faktor',
    look: async ({ database }) => {
      const { rows } = await database.read(everyClub, (tx) =>
        tx.execute<{ without: number; all: number }>(sql`select count(*)::int as all, count(*) filter (where
            not exists (select 1 from ${secondFactor} where ${secondFactor.userId} = ${appUser.id} and ${secondFactor.enabledAt} is not null)
            and not exists (select 1 from ${passkey} where ${passkey.userId} = ${appUser.id}))::int as without
          from ${appUser} where ${appUser.role} in ('admin', 'super') and ${appUser.disabledAt} is null`),
      );
      const { without = 0, all = 0 } = rows[0] ?? {};
      return without > 0
        ? warn(
            `${all === 1 ? 'Das einzige Konto' : `${without} von ${all} Konten`} des Vorstands schützt nur ein Passwort: Bitte unter „Mein Profil“ einen zweiten Faktor einrichten.`,
          )
        : ok(
            all === 0
              ? 'Der Vorstand hat noch kein Konto.'
              : `${counted(all, 'Das einzige Konto des Vorstands hat', 'Konten des Vorstands haben')} einen zweiten Faktor.`,
          );
    },
  },
];
