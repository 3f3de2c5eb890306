import { now } from '#server/platform/process/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { readSystemValue, replaceSystemValue } from '#server/platform/database/systemValues.ts';
import { bad, ok, warn, type Check } from '#server/platform/checks/check.ts';

const name = 'backup.last';
const dayMs = 24 * 60 * 60 * 1000;
/** A backup a month is the least that docs/operations.md asks for. */
const monthlyDays = 35;

/** Notes that a backup was made and proved just now. */
export async function noteBackup(database: Pick<Database, 'orm'>): Promise<void> {
  await replaceSystemValue(database, name, now().toISOString());
}

/** When the last backup was made and proved; undefined when none was. */
async function lastBackup(database: Pick<Database, 'orm'>): Promise<Date | undefined> {
  const value = await readSystemValue(database, name);
  return value ? new Date(value) : undefined;
}

/** How old the last backup is. */
export const backupChecks: readonly Check[] = [
  {
    name: 'Sicherung',
    look: async ({ database }) => {
      const last = await lastBackup(database);
      if (!last) return bad('Es gibt noch keine Sicherung: Bitte `npm run backup -- datei` ausführen.');
      const days = Math.floor((now().getTime() - last.getTime()) / dayMs);
      const day = last.toLocaleDateString('de', { timeZone: 'Europe/Berlin', day: '2-digit', month: '2-digit', year: 'numeric' });
      if (days > monthlyDays) return warn(`Die letzte Sicherung ist vom ${day}, ${days} Tage alt: Bitte jetzt sichern.`);
      return ok(`Die letzte Sicherung ist vom ${day} und wurde geprüft.`);
    },
  },
];
