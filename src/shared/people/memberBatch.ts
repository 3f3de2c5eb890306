import { z } from 'zod';
import { clubName, id, line, localDate } from '#shared/kernel/fields.ts';
import { memberKindNames, memberListPhases } from './memberWords.ts';
import { gender } from './people.ts';

const kind = z.enum(memberKindNames);

/** The filter of the member overview. */
export const memberFilter = {
  club: clubName.optional().describe('Only superusers may name another club.'),
  search: line(100).optional().describe('Matches parts of name, member number, town or email address.'),
  kind: kind.optional(),
  phase: z.enum(memberListPhases).optional(),
  departmentId: id.optional(),
  feeGroup: line(60).optional(),
  ungrouped: z.literal('yes').optional().describe('Only members without a fee group.'),
  joinedFrom: localDate.optional(),
  joinedTo: localDate.optional(),
  leftFrom: localDate.optional(),
  leftTo: localDate.optional(),
};

/** The filter of a selection of all results, with a hash of what it matched at that time. */
export const selectedBy = z.strictObject({ filter: z.strictObject(memberFilter), mark: z.string().max(60) });
export type SelectedBy = z.input<typeof selectedBy>;

/** The maximum number of members changed in one request. */
export const memberBatchAtMost = 5000;

/** The maximum number of unchanged members that the answer to a batch names. */
export const unchangedNamedAtMost = 100;

/** The batch actions on members. */
export const memberBatch = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('setKind'), kind }),
  z.strictObject({ action: z.literal('setFeeGroup'), feeGroup: line(60) }),
  z.strictObject({ action: z.literal('setBirthDate'), birthDate: localDate }),
  z.strictObject({ action: z.literal('setGender'), gender }),
  z
    .strictObject({ action: z.literal('endDepartments') })
    .describe('Ends memberships in departments that continue after the last day of the membership in the club.'),
  z.strictObject({ action: z.literal('addDepartment'), departmentId: id, from: localDate }),
  z.strictObject({ action: z.literal('endDepartment'), departmentId: id, from: localDate }),
  z.strictObject({ action: z.literal('leave'), leftOn: localDate, leaveReason: line(300).default('') }),
]);
export type MemberBatch = z.output<typeof memberBatch>;

/** What a batch has changed. */
export const memberBatchDone = z.object({
  count: z.int().describe('The number of changed members.'),
  unchanged: z
    .array(z.object({ name: z.string(), reason: z.string() }))
    .describe(`The members for whom there was nothing to change, each with the reason in German; at most ${unchangedNamedAtMost}.`),
});
export type MemberBatchDone = z.infer<typeof memberBatchDone>;

/** The maximum number of individually selected members for a mail; larger groups are described by a filter. */
export const chosenAtMost = 1000;
