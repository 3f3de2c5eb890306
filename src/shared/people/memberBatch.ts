import { z } from 'zod';
import { id, line, localDate } from '#shared/kernel/fields.ts';
import { memberKindNames } from './memberWords.ts';
import { gender } from './people.ts';

const kind = z.enum(memberKindNames);

/** Members that can be changed in one request. */
export const memberBatchAtMost = 1000;

/** What can be done to many members at once. */
export const memberBatch = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('setKind'), kind }),
  z.strictObject({ action: z.literal('setFeeGroup'), feeGroup: line(60) }),
  z.strictObject({ action: z.literal('setBirthDate'), birthDate: localDate }),
  z.strictObject({ action: z.literal('setGender'), gender }),
  z.strictObject({ action: z.literal('endDepartments') }).describe('Those that go on after the last day of the membership.'),
  z.strictObject({ action: z.literal('addDepartment'), departmentId: id, from: localDate }),
  z.strictObject({ action: z.literal('endDepartment'), departmentId: id, from: localDate }),
  z.strictObject({ action: z.literal('leave'), leftOn: localDate, leaveReason: line(300).default('') }),
]);
export type MemberBatch = z.output<typeof memberBatch>;

/** How many members can be ticked by hand for a mail; larger groups are described by a filter. */
export const chosenAtMost = 1000;
