import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, localDate, exportFormat } from '#shared/kernel/fields.ts';
import { honourViews } from './honours.ts';

const wanted = z.strictObject({
  club: clubName.optional().describe('Only superusers may name another club.'),
  from: localDate,
  to: localDate.describe('At most one year after `from`.'),
  view: z.enum(honourViews).default('round'),
});

/** The maximum number of rows of a response; exports are not limited. */
export const honoursAtMost = 500;

/** An anniversary of a member. */
const honour = z.object({
  id: id.describe('The id of the membership.'),
  firstname: z.string(),
  lastname: z.string(),
  memberNo: z.string(),
  day: z.string(),
  kind: z.enum(['birthday', 'memberYears']),
  years: z.int().describe('The number of years completed on that day.'),
  departments: z.array(z.string()).describe('The departments as of today.'),
});

export type HonourRow = z.infer<typeof honour>;

/** Birthdays and membership anniversaries (/admin/members, "Geburtstage und Jubiläen"). */
export const honoursContract = {
  list: endpoint(
    { access: 'members.list' },
    {
      method: 'GET',
      path: '/members/honours',
      summary: 'Geburtstage und Jubiläen',
      description: `Sorted by day, then by name. At most ${honoursAtMost} rows; \`total\` is the number of all.`,
    },
  )
    .input(wanted)
    .output(z.object({ rows: z.array(honour), total: z.int() })),
  export: endpoint(
    { access: 'members.export', fresh: true },
    { method: 'GET', path: '/members/honours/export', summary: 'Geburtstage und Jubiläen als CSV oder XLSX', refuses: ['too-many-rows'] },
  )
    .input(wanted.extend({ format: exportFormat.default('csv') }))
    .output(z.file()),
};
