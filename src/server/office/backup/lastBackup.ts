import { sql, type SQL } from 'drizzle-orm';
import { germanDate, localOf, type LocalDate } from '#shared/kernel/calendar.ts';
import { firstKeyAt } from '#server/platform/database/keyRing.ts';
import { now } from '#server/platform/process/clock.ts';
import { asTyped } from '#server/platform/process/root.ts';
import type { Database } from '#server/platform/database/database.ts';
import { readSystemValue, replaceSystemValue } from '#server/platform/database/systemValues.ts';
import { systemValue } from '#server/platform/database/tables.ts';
import { bad, ok, warn, type Check } from '#server/platform/checks/check.ts';

const last = 'backup.last';
const due = 'backup.due';
const dayMs = 24 * 60 * 60 * 1000;
/** docs/operations.md requires at least one backup a month. */
const monthlyDays = 35;
/** One nightly backup may fail before it is reported. */
const nightlyDays = 2;

/** Records that a backup was made and verified now, and the deadline of the next one. */
export async function noteBackup(database: Pick<Database, 'orm'>, { isNightly }: { isNightly: boolean }): Promise<void> {
  const days = isNightly ? nightlyDays : monthlyDays;
  await replaceSystemValue(database, last, now().toISOString());
  await replaceSystemValue(database, due, new Date(now().getTime() + days * dayMs).toISOString());
}

/** The instant of the last verified backup; undefined if there is none. */
export async function lastBackup(database: Pick<Database, 'orm'>): Promise<Date | undefined> {
  const value = await readSystemValue(database, last);
  return value ? new Date(value) : undefined;
}

/** SQL for one row per day that the next backup is overdue; the first one is due a month after the first start. */
export function daysOverdue(): SQL {
  const expected = sql`coalesce((select value::timestamptz from ${systemValue} where name = ${due}), ${firstKeyAt()} + ${monthlyDays} * interval '1 day')`;
  return sql`from generate_series(${expected}, ${now()}, interval '1 day')`;
}

/** The day of the last backup (Europe/Berlin), and whether the next one is overdue. */
export async function ageOfBackup(database: Pick<Database, 'orm'>): Promise<{ madeOn: LocalDate | null; isOverdue: boolean }> {
  const made = await lastBackup(database);
  const { rows } = await database.orm.execute<{ days: number }>(sql`select count(*)::int as days ${daysOverdue()}`);
  return { madeOn: made ? localOf(made).date : null, isOverdue: (rows[0]?.days ?? 0) > 0 };
}

/** The health check of the last backup's age. */
export const backupChecks: readonly Check[] = [
  {
    name: 'Sicherung',
    look: async ({ database, settings }) => {
      const made = await lastBackup(database);
      if (!made)
        return settings.BACKUP_AT === undefined
          ? bad(asTyped('Es gibt noch keine Sicherung: Bitte BACKUP_AT setzen oder `npm run backup -- datei` ausführen.'))
          : warn(`Es gibt noch keine Sicherung; die erste entsteht nach ${settings.BACKUP_AT} Uhr.`);
      const days = Math.floor((now().getTime() - made.getTime()) / dayMs);
      const day = germanDate(localOf(made).date);
      const expected = await readSystemValue(database, due);
      if ((expected ? new Date(expected).getTime() : made.getTime() + monthlyDays * dayMs) < now().getTime())
        return settings.BACKUP_AT === undefined
          ? warn(`Die letzte Sicherung ist vom ${day}, ${days} Tage alt: Bitte jetzt sichern.`)
          : bad(
              `Die letzte Sicherung ist vom ${day}, obwohl BACKUP_AT gesetzt ist; der Grund steht im Protokoll des Servers („job failed“).`,
            );
      return ok(`Die letzte Sicherung ist vom ${day} und wurde geprüft.`);
    },
  },
];
