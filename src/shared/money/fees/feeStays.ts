import { ageOn } from '#shared/kernel/age.ts';
import { sumOfCents } from '#shared/kernel/money.ts';
import { firstDayOf, lastDayOf, type Months } from './feeMonths.ts';
import type { ChargedFee, FeeMember, FeeRule } from './feeTypes.ts';

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

type Charged = { charged: readonly ChargedFee[]; months: Months };

/**
 * On whose line a flat price of a family stands: on that of who pays. Where somebody else was charged for these months, and who pays
 * was not, it stays there: the payer of a family may change during a year without money going back and forth.
 */
export function bearerOf<One extends { member: FeeMember }>(
  inFlat: readonly One[],
  payerPersonId: string,
  { charged, months }: Charged,
): One | undefined {
  const [first, last] = [firstDayOf(months.from), lastDayOf(months.to)];
  const isOfMonths = ({ slot, from, to }: ChargedFee) => slot === 'base' && from <= last && to >= first;
  // What was paid back again counts as never charged.
  const isCharged = ({ member: { personId } }: One) =>
    sumOfCents(charged.filter((one) => one.personId === personId && isOfMonths(one))) > 0;
  const pays = inFlat.find(({ member }) => member.personId === payerPersonId);
  if (pays && isCharged(pays)) return pays;
  return inFlat.find(isCharged) ?? pays ?? inFlat[0];
}
