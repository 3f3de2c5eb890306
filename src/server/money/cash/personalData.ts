import { sql } from 'drizzle-orm';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { today } from '#server/platform/process/clock.ts';
import { cashEntry, openingBalance } from './table.ts';

/** For how many years after their year books are kept (§ 147 AO). */
const keptYears = 10;

/** The cash book refers to payers only through the payment; its texts are the treasurer's. */
export const cashData: PersonalData = {
  leftAlone: [
    { table: cashEntry, why: 'The cash book of the club, kept for ten years; its words are the treasurer’s.' },
    { table: openingBalance, why: 'What lay on an account of the club, for the former program; it names no person.' },
  ],
  retention: [
    {
      name: 'cashEntries',
      forget: async ({ tx }) => {
        const gone = await tx
          .delete(cashEntry)
          .where(sql`extract(year from ${cashEntry.day}) + ${keptYears} < extract(year from ${today()}::date)`)
          .returning({ no: cashEntry.no });
        return gone.length;
      },
    },
  ],
  mayName: [cashEntry.text],
};
