import { z } from 'zod';
import { instantInWords, localOf } from '#shared/kernel/calendar.ts';
import { pageOf } from '#shared/kernel/pages.ts';
import type { ClientError } from '#shared/office/clientErrors.ts';
import { ok, warn, type Check } from '#server/platform/checks/check.ts';
import type { Database } from '#server/platform/database/database.ts';
import { changeSystemValue, readSystemValue } from '#server/platform/database/systemValues.ts';
import { now } from '#server/platform/process/clock.ts';

const key = 'clientErrors';
/** The stored record of the last day with an error. */
const noted = z.object({ day: z.string(), count: z.int(), what: z.string() });

/** Counts an error of the day and stores the latest one; shared by all processes. */
export async function noteClientError(database: Pick<Database, 'orm'>, { name, message, page }: ClientError): Promise<void> {
  const at = now();
  const day = localOf(at).date;
  const what = `${name}: ${message}${page ? ` (${pageOf(page).title})` : ''}, ${instantInWords(at)}`;
  await changeSystemValue(database, key, (before) => {
    const last = read(before);
    return JSON.stringify({ day, count: last?.day === day ? last.count + 1 : 1, what });
  });
}

function read(value: string | undefined) {
  return value === undefined ? undefined : noted.parse(JSON.parse(value));
}

/** The health check for errors in users' browsers. */
export const clientErrorChecks: readonly Check[] = [
  {
    name: 'Fehler in Browsern',
    look: async ({ database }) => {
      const today = read(await readSystemValue(database, key));
      if (today?.day !== localOf(now()).date) return ok('Heute hat kein Browser einen Fehler gemeldet.');
      const words = today.count === 1 ? '1 Fehler hat ein Browser' : `${today.count} Fehler haben Browser`;
      return warn(`${words} heute gemeldet, zuletzt ${today.what}. Bitte im Protokoll des Servers unter „clientError“ nachsehen.`);
    },
  },
];
