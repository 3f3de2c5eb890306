import { and, eq, max } from 'drizzle-orm';
import { addDays } from '#shared/kernel/calendar.ts';
import { ok, warn, type Check } from '#server/platform/checks/check.ts';
import { today } from '#server/platform/process/clock.ts';
import { home } from './service.ts';
import { calendarDayRule } from './table.ts';

/** Checks whether the school holidays of the state cover the next year: dates that pause on them are planned that far ahead. */
export const closureChecks: readonly Check[] = [
  {
    name: 'Schulferien',
    look: async ({ database }) => {
      const [row] = await database.orm
        .select({ last: max(calendarDayRule.endsOn) })
        .from(calendarDayRule)
        .where(
          and(eq(calendarDayRule.kind, 'school_holiday'), eq(calendarDayRule.scope, 'state'), eq(calendarDayRule.scopeId, home.state)),
        );
      const last = row?.last;
      if (!last || last < addDays(today(), 365))
        return warn('Die Schulferien des nächsten Jahres fehlen: Bitte unter „Einstellungen“ → „Ferien“ einlesen.');
      return ok(`Die Schulferien sind bis ${last.slice(0, 4)} eingetragen.`);
    },
  },
];
