import { and, eq, ne, sql } from 'drizzle-orm';
import { addMonths, germanDate, localOf } from '#shared/kernel/calendar.ts';
import { caseTitle } from '#shared/office/privacyLog/words.ts';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { privacyCase, privacyCaseStep } from './table.ts';

const keptYears = 3;

/** Requests of data subjects, with the answers; kept for three years as evidence. */
export const privacyLogData: PersonalData = {
  records: [
    { title: 'Anfragen zum Datenschutz', by: [privacyCase.personId] },
    { title: 'Verlauf der Anfragen zum Datenschutz', by: [privacyCaseStep.caseId], of: privacyCase },
  ],
  // An open request must be answered before the person is erased; a request for erasure is answered by the erasure.
  blockers: async (tx, { id }) => {
    const open = await tx
      .select()
      .from(privacyCase)
      .where(and(eq(privacyCase.personId, id), eq(privacyCase.state, 'open'), ne(privacyCase.asked, 'erasure')))
      .limit(5);
    return open.map((row) => `${caseTitle(row)} vom ${germanDate(localOf(row.knownAt).date)} ist noch offen.`);
  },
  stays: async (tx, { id }) => [
    {
      what: 'Anfragen zum Datenschutz',
      count: await tx.$count(privacyCase, eq(privacyCase.personId, id)),
      until: addMonths(today(), keptYears * 12),
      why: `als Nachweis der Antwort, ${keptYears} Jahre nach dem Abschluss (Art. 5 Abs. 2 DSGVO)`,
    },
  ],
  erase: async (tx, { id }) => {
    await tx.update(privacyCase).set({ concerns: '' }).where(eq(privacyCase.personId, id));
  },
  retention: [
    {
      name: 'privacyCases',
      forget: async ({ tx }) => {
        const rows = await tx
          .delete(privacyCase)
          .where(sql`${privacyCase.closedAt} < ${now()}::timestamptz - make_interval(years => ${keptYears})`)
          .returning({ id: privacyCase.id });
        return rows.length;
      },
    },
  ],
  isNeeded: (personId) =>
    sql`exists (select 1 from ${privacyCase} where ${privacyCase.personId} = ${personId} and ${privacyCase.state} = 'open')`,
  moves: [privacyCase.personId],
  accounts: [privacyCaseStep.byId],
  mayName: [
    privacyCase.concerns,
    privacyCase.text,
    privacyCase.extensionReason,
    privacyCase.outcomeText,
    privacyCaseStep.byName,
    privacyCaseStep.text,
  ],
};
