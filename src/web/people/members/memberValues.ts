import type { z } from 'zod';
import { createMemberInput, memberPerson, membership, type MemberRecord } from '#shared/people/members.ts';
import { today } from '#web/lib/berlinDay.ts';

/** The shape of the fields shared by creation and editing. */
export const memberFields = createMemberInput.omit({ departmentIds: true });

export type MemberValues = z.output<typeof memberFields>;

const names = [...Object.keys(memberPerson.shape), ...Object.keys(membership.shape), 'payerPersonId'];

/** The values of a stored member. */
export function valuesOf(member: MemberRecord): MemberValues {
  return memberFields.parse(Object.fromEntries(Object.entries(member).filter(([name]) => names.includes(name))));
}

/** Empty values with the proposed number and today as the day of joining. */
export function emptyValues(memberNo: string): MemberValues {
  const joinedOn = today();
  return {
    ...memberPerson.partial({ firstname: true, lastname: true }).parse({}),
    firstname: '',
    lastname: '',
    memberNo,
    joinedOn,
    kind: 'active',
    feeGroup: '',
    payerPersonId: null,
  };
}
