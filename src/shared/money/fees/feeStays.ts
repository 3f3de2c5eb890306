import { ageOn } from '#shared/kernel/age.ts';
import { firstDayOf, lastDayOf, type Months } from './feeMonths.ts';
import type { FeeMember, FeeRule } from './feeTypes.ts';

/** The family to which a member belongs in some months; of two the first one. */
export function familyIn(member: FeeMember, months: Months): string | undefined {
  return stayIn(member, months)?.familyId;
}

function stayIn({ families }: FeeMember, months: Months): FeeMember['families'][number] | undefined {
  const [first, last] = [firstDayOf(months.from), lastDayOf(months.to)];
  return families.find(({ from, to }) => from <= last && (to === null || to >= first));
}

const grownUp = 18;

/**
 * Whether a flat price holds for a member of the family: who came into it grown up stays, who came as a child is in it up to the age
 * of the rule and pays alone afterwards. Whose birthday nobody knows counts as grown up.
 */
export function isInFlat(member: FeeMember, { childAgeTo }: FeeRule, months: Months): boolean {
  const { birthDate, payerPersonId } = member;
  const cameOn = stayIn(member, months)?.from;
  if (payerPersonId === '' || cameOn === undefined) return false;
  if (!birthDate || ageOn(birthDate, cameOn) >= grownUp) return true;
  return ageOn(birthDate, firstDayOf(months.from)) <= childAgeTo;
}
