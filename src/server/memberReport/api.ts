import { daysBetween } from '#shared/calendar.ts';
import type { ClubName } from '#shared/clubs.ts';
import { memberReportContract } from '#shared/memberReport.ts';
import { clubAsked, signedIn, type Context } from '../platform/context.ts';
import type { Deed } from '../platform/database.ts';
import { fieldProblem } from '../platform/problem.ts';
import { implementing } from '../platform/serving.ts';
import { readDiary, type Period } from './diary.ts';
import { diaryCsv, reportCsv, reportJa } from './files.ts';
import { readReport } from './report.ts';

const os = implementing(memberReportContract);

/** The trainers' diary, and the report to the sports association. */
export const memberReportApi = os.router({
  report: os.report.handler(({ context, input }) => {
    const club = clubAsked(context, 'memberStatistic.read', input.club);
    return context.read((tx) => readReport(tx, club, input.keyDate));
  }),

  reportFile: os.reportFile.handler(({ context, input: { keyDate, format, ...asked } }) => {
    const club = clubAsked(context, 'memberStatistic.read', asked.club);
    return context.write(async (deed) => {
      const file = format === 'ja' ? await reportJa(deed.tx, club, keyDate) : reportCsv(await readReport(deed.tx, club, keyDate));
      recordExport(context, deed, club, `Bestandserhebung zum ${keyDate} exportiert (${file.name})`);
      return file;
    });
  }),

  diary: os.diary.handler(({ context, input }) => {
    const period = periodOf(context, input);
    return context.read((tx) => readDiary(tx, period));
  }),

  diaryFile: os.diaryFile.handler(({ context, input }) => {
    const period = periodOf(context, input);
    return context.write(async (deed) => {
      const { entries } = await readDiary(deed.tx, period);
      recordExport(context, deed, period.club, `Tagebuch ${period.from} bis ${period.to} exportiert (${entries.length})`);
      return diaryCsv(entries);
    });
  }),
});

/** The period asked for, at most two years of it. */
function periodOf(context: Context, { club, from, to }: { club?: ClubName | undefined; from: string; to: string }): Period {
  const days = daysBetween(from, to);
  if (days < 0) throw fieldProblem('to', 'Das Ende liegt vor dem Anfang.');
  if (days > 731) throw fieldProblem('to', 'Höchstens zwei Jahre auf einmal.');
  return { club: clubAsked(context, 'memberStatistic.read', club), from, to };
}

function recordExport(context: Context, deed: Deed, club: ClubName, content: string): void {
  const { name, userId } = signedIn(context);
  deed.audit({ name, actorId: userId, club, content, action: 'memberStatistic.read', entity: 'members' });
}
