import { sql } from 'drizzle-orm';
import { instantInWords, localOf } from '#shared/kernel/calendar.ts';
import { pageOf } from '#shared/kernel/pages.ts';
import type { ClientError } from '#shared/office/clientErrors.ts';
import { ok, warn, type Check } from '#server/platform/checks/check.ts';
import type { Database } from '#server/platform/database/database.ts';
import { systemValue } from '#server/platform/database/tables.ts';
import { now } from '#server/platform/process/clock.ts';

const key = 'clientErrors';

/** Counts an error of the day and keeps what the last one was; all processes share it. */
export async function noteClientError({ orm }: Pick<Database, 'orm'>, { name, message, page }: ClientError): Promise<void> {
  const at = now();
  const { date } = localOf(at);
  const what = `${name}: ${message}${page ? ` (${pageOf(page).title})` : ''}, ${instantInWords(at)}`;
  const counted = sql`case when ${systemValue.value}::jsonb ->> 'day' = ${date} then (${systemValue.value}::jsonb ->> 'count')::int + 1 else 1 end`;
  await orm
    .insert(systemValue)
    .values({ name: key, value: JSON.stringify({ day: date, count: 1, what }) })
    .onConflictDoUpdate({
      target: systemValue.name,
      set: { value: sql`jsonb_build_object('day', ${date}::text, 'count', ${counted}, 'what', ${what}::text)::text` },
    });
}

/** Whether the pages hold in the browsers of those who use them. */
export const clientErrorChecks: readonly Check[] = [
  {
    name: 'Fehler in Browsern',
    look: async ({ database }) => {
      const { rows } = await database.pool.query<{ count: number; what: string }>(
        `select (value::jsonb ->> 'count')::int as count, value::jsonb ->> 'what' as what from system_value
         where name = $1 and value::jsonb ->> 'day' = $2`,
        [key, localOf(now()).date],
      );
      const [today] = rows;
      if (!today) return ok('Heute hat kein Browser einen Fehler gemeldet.');
      const words = today.count === 1 ? '1 Fehler hat ein Browser' : `${today.count} Fehler haben Browser`;
      return warn(`${words} heute gemeldet, zuletzt ${today.what}. Bitte im Protokoll des Servers unter „clientError“ nachsehen.`);
    },
  },
];
