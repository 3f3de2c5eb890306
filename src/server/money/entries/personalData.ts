import { sql } from 'drizzle-orm';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { today } from '#server/platform/process/clock.ts';
import { ledgerEntry } from './table.ts';

/** For how many years after their year books are kept (§ 147 AO). */
const keptYears = 10;

/** Other money of the club: its texts may name payees. */
export const entriesData: PersonalData = {
  leftAlone: [{ table: ledgerEntry, why: 'Books of the club, kept for ten years; their words are the treasurer’s.' }],
  retention: [
    {
      name: 'ledgerEntries',
      forget: async ({ tx }) => {
        const gone = await tx
          .delete(ledgerEntry)
          .where(sql`extract(year from ${ledgerEntry.bookedOn}) + ${keptYears} < extract(year from ${today()}::date)`)
          .returning({ id: ledgerEntry.id });
        return gone.length;
      },
    },
  ],
  mayName: [ledgerEntry.text, ledgerEntry.createdBy],
};
