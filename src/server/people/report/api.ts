import { daysBetween } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { memberReportContract } from '#shared/people/report/memberReport.ts';
import { clubAsked, type Context } from '#server/platform/http/context.ts';
import type { Write } from '#server/platform/database/database.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { diaryForFile, readDiary, type HeldDates, type Period } from './diary.ts';
import { diaryCsv, reportCsv, reportJa } from './files.ts';
import { readReport } from './report.ts';

const os = implementing(memberReportContract);

/** The trainers' diary, and the membership report to the sports association. */
export const memberReportApi = (heldDates: HeldDates) =>
  os.router({
    report: os.report.handler(({ context, input }) => {
      const club = clubAsked(context, 'memberStatistic.read', input.club);
      return context.read((tx) => readReport(tx, club, input.keyDate));
    }),

    reportFile: os.reportFile.handler(({ context, input: { keyDate, format, ...asked } }) => {
      const club = clubAsked(context, 'memberStatistic.read', asked.club);
      return context.write(async (write) => {
        const file = format === 'ja' ? await reportJa(write.tx, club, keyDate) : reportCsv(await readReport(write.tx, club, keyDate));
        recordExport(write, club, `Bestandserhebung zum ${keyDate} exportiert (${file.name})`);
        return file;
      });
    }),

    diary: os.diary.handler(({ context, input }) => {
      const period = periodOf(context, input);
      return context.read((tx) => readDiary(tx, period, heldDates));
    }),

    diaryFile: os.diaryFile.handler(({ context, input }) => {
      const period = periodOf(context, input);
      return context.write(async (write) => {
        const { entries, listed } = await diaryForFile(write.tx, period, heldDates);
        recordExport(write, period.club, `Tagebuch ${period.from} bis ${period.to} exportiert (${entries.length})`, listed);
        return diaryCsv(entries);
      });
    }),
  });

/** Validates the requested period: at most two years. */
function periodOf(context: Context, { club, from, to }: { club?: ClubName | undefined; from: string; to: string }): Period {
  const days = daysBetween(from, to);
  if (days < 0) throw fieldProblem('to', 'Das Ende liegt vor dem Anfang.');
  if (days > 731) throw fieldProblem('to', 'Höchstens zwei Jahre auf einmal.');
  return { club: clubAsked(context, 'memberStatistic.read', club), from, to };
}

function recordExport(write: Write, club: ClubName, content: string, listed?: string[]): void {
  write.audit('memberStatistic.read', { club, entity: 'members' }, content, listed && { after: { listed } });
}
