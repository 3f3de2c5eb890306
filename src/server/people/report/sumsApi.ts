import { associationClub } from '#shared/kernel/clubs.ts';
import { reportSumsContract } from '#shared/people/report/reportSums.ts';
import { clubAsked } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { readSums } from './sums.ts';

const os = implementing(reportSumsContract);

/** The clubs' reports for the town association; 404 for other clubs. */
export const reportSumsApi = os.router({
  sums: os.sums.handler(({ context, input }) => {
    if (clubAsked(context, 'memberStatistic.sums', input.club) !== associationClub) throw new Problem('not-found');
    return context.read((tx) => readSums(tx, input.keyDate));
  }),
});
