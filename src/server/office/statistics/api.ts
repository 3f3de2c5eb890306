import { germanDate } from '#shared/kernel/calendar.ts';
import { courseStatContract, periodBefore } from '#shared/office/courseStat.ts';
import { clubAsked } from '#server/platform/http/context.ts';
import { enterScope } from '#server/platform/database/database.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { exportFile } from './export.ts';
import { courseRows, readStatistics } from './figures.ts';

const os = implementing(courseStatContract);

/** Statistics of courses: a period compared with the previous one. */
export const courseStatApi = os.router({
  read: os.read.handler(({ context, input }) => {
    const club = clubAsked(context, 'courseStat.read', input.club);
    return context.read(async (tx) => {
      await enterScope(tx, club);
      return readStatistics(tx, { ...input, club });
    });
  }),
  export: os.export.handler(({ context, input: { format, columns, ...scope } }) => {
    const club = clubAsked(context, 'courseStat.export', scope.club);
    return context.write(async (write) => {
      await enterScope(write.tx, club);
      const rows = await courseRows(write.tx, { ...scope, club });
      const period = periodBefore(scope.from, scope.to);
      const courses = await courseRows(write.tx, { ...scope, ...period, club });
      const content = `Kursstatistik exportiert: ${germanDate(scope.from)} bis ${germanDate(scope.to)} (${rows.length}, ${format.toUpperCase()})`;
      write.audit('courseStat.export', { club, entity: 'courses' }, content, { after: { ...scope, count: rows.length } });
      return exportFile(rows, { courses, period }, scope, { format, shown: columns });
    });
  }),
});
