import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, localDate } from '#shared/kernel/fields.ts';

const masked = z
  .union([z.int(), z.enum(['few', 'covered', 'line'])])
  .describe('A count; few: 1 to 4; covered and line: hidden, because others would follow from it.');

const bracketRow = z.object({ from: z.int(), to: z.int().nullable(), cells: z.array(masked).describe('m, w, d, o'), total: masked });

const clubSums = z.object({
  rows: z.array(bracketRow),
  columns: z.array(masked),
  total: masked,
  associations: z.array(z.object({ no: z.string(), name: z.string(), members: masked })),
  youthPercent: z.int().nullable().describe('Under 19 years, of all; null where it would tell a hidden count.'),
  change: z.int().nullable().describe('Against the report of the year before; null where one of the two is hidden.'),
});
export type ClubSums = z.infer<typeof clubSums>;

/** The town association's view of the reports released by clubs: sums only, with small numbers masked, without names. */
export const reportSumsContract = {
  sums: endpoint(
    { access: 'memberStatistic.sums' },
    {
      method: 'GET',
      path: '/member-report/sums',
      summary: 'Summen der freigegebenen Bestandserhebungen',
      description: 'For the association of the town only. Counts from 1 to 4 are hidden, with as many more as it takes.',
    },
  )
    .input(z.strictObject({ club: clubName.optional(), keyDate: localDate }))
    .output(
      z.object({
        clubs: z.array(clubSums.extend({ club: clubName, handedInOn: z.string().nullable() })),
        all: clubSums.nullable().describe('Of all together, as far as it follows from what is shown of each.'),
      }),
    ),
};
