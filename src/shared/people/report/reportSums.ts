import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, localDate } from '#shared/kernel/fields.ts';

const masked = z
  .union([z.int(), z.enum(['few', 'covered', 'line'])])
  .describe('A count, or `few` for 1 to 4; `covered` and `line` are suppressed because small counts could be derived from them.');

const bracketRow = z.object({
  from: z.int(),
  to: z.int().nullable(),
  cells: z.array(masked).describe('In the order m, w, d, o.'),
  total: masked,
});

const clubSums = z.object({
  rows: z.array(bracketRow),
  columns: z.array(masked),
  total: masked,
  associations: z.array(z.object({ no: z.string(), name: z.string(), members: masked })),
  youthPercent: z.int().nullable().describe('The share of members under 19 in percent; null if it would disclose a suppressed count.'),
  change: z
    .int()
    .nullable()
    .describe('The change since the report of the previous year; null if one of the two totals is suppressed or missing.'),
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
      description:
        'For the municipal sports association only. Counts from 1 to 4 are suppressed, and as many others as needed to prevent their derivation.',
    },
  )
    .input(z.strictObject({ club: clubName.optional(), keyDate: localDate }))
    .output(
      z.object({
        clubs: z.array(clubSums.extend({ club: clubName, handedInOn: z.string().nullable() })),
        all: clubSums
          .nullable()
          .describe('The totals of all clubs, as far as they follow from the published counts; null if no club released its report.'),
      }),
    ),
};
