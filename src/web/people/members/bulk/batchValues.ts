import { z } from 'zod';
import { memberBatch, type MemberBatch } from '#shared/people/memberBatch.ts';
import type { MemberKind } from '#shared/people/memberWords.ts';

/** The actions of the dialog; the others belong to the repairs of the report. */
export type BatchAction = Exclude<MemberBatch['action'], 'setBirthDate' | 'setGender' | 'endDepartments'>;

/** The form values of all actions; each uses the ones it needs. */
export type BatchValues = { kind: MemberKind; feeGroup: string; departmentId: string | null; day: string };

/** Maps fields of the action to the form's. */
export const batchFields = {
  from: 'day',
  leftOn: 'day',
  'change.kind': 'kind',
  'change.feeGroup': 'feeGroup',
  'change.departmentId': 'departmentId',
  'change.from': 'day',
  'change.leftOn': 'day',
};

/** The action as entered; undefined while incomplete. */
export function batchOf(action: BatchAction, { kind, feeGroup, departmentId, day }: BatchValues): MemberBatch | undefined {
  switch (action) {
    case 'setKind':
      return { action, kind };
    case 'setFeeGroup':
      return { action, feeGroup };
    case 'leave':
      return day ? { action, leftOn: day, leaveReason: '' } : undefined;
    default:
      return day && departmentId ? { action, departmentId, from: day } : undefined;
  }
}

/** Validates the action that the values make. */
export function batchShape(action: BatchAction) {
  return z
    .custom<BatchValues>()
    .transform((values): unknown => batchOf(action, values))
    .pipe(z.preprocess((input) => input, memberBatch));
}
