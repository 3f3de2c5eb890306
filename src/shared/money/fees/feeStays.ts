import { ageOn } from '#shared/kernel/age.ts';
import { sumOfCents } from '#shared/kernel/money.ts';
import { firstDayOf, lastDayOf, type Months } from './feeMonths.ts';
import type { ChargedFee, FeeMember, FeeRule } from './feeTypes.ts';

/** The family of a member in some months; the first one if there are two. */
export function familyIn(member: FeeMember, months: Months): string | undefined {
  return stayIn(member, months)?.familyId;
}

function stayIn({ families }: FeeMember, months: Months): FeeMember['families'][number] | undefined {
  const [first, last] = [firstDayOf(months.from), lastDayOf(months.to)];
  return families.find(({ from, to }) => from <= last && (to === null || to >= first));
}

const grownUp = 18;

/**
 * Whether a flat price includes a member of the family: adults on entry stay included; children on entry are included up to the age of the
 * rule and pay separately afterwards. An unknown birthday counts as adult.
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
 * The member whose line has the flat price of a family: the payer. If somebody else was charged for these months, and the payer was not, it
 * stays with them: the payer of a family may change during a year without refunds and new charges.
 */
export function bearerOf<One extends { member: FeeMember }>(
  inFlat: readonly One[],
  payerPersonId: string,
  { charged, months }: Charged,
): One | undefined {
  const [first, last] = [firstDayOf(months.from), lastDayOf(months.to)];
  const isOfMonths = ({ slot, from, to }: ChargedFee) => slot === 'base' && from <= last && to >= first;
  // A fully refunded charge counts as never charged.
  const isCharged = ({ member: { personId } }: One) =>
    sumOfCents(charged.filter((one) => one.personId === personId && isOfMonths(one))) > 0;
  const pays = inFlat.find(({ member }) => member.personId === payerPersonId);
  if (pays && isCharged(pays)) return pays;
  return inFlat.find(isCharged) ?? pays ?? inFlat[0];
}
