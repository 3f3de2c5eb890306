import { sumOfCents } from '#shared/kernel/money.ts';
import { isLack, isValidOn, overlaps, type RuledFamily } from './feeChoice.ts';
import { feeYearOf, firstDayOf, partsOf, type Months } from './feeMonths.ts';
import { baseOf, lineOf, shareOf, type FeeWork, type InFlat, type SingleFee } from './feeSingles.ts';
import { bearerOf, familyIn, isInFlat } from './feeStays.ts';
import type { FeeLine, FeeMember, FeeRule } from './feeTypes.ts';

/**
 * The flat price for a family instead of single fees; adds the members whose base fee it contains to `flat`. Looks at whole fee years, since
 * how a member pays holds for all of the year.
 */
export function familyLines(work: FeeWork, family: RuledFamily, flat: InFlat): FeeLine[] {
  const { period, yearStart } = work;
  const rules = work.rules.filter(({ layer }) => layer === 'family');
  const lines: FeeLine[] = [];
  const [first] = rules;
  if (!first) return [];
  const wanted = family.members.find(({ personId }) => personId === family.payerPersonId)?.rhythm;
  const rhythm = wanted && first.prices[wanted] !== undefined ? wanted : first.rhythm;
  const years = { from: feeYearOf(period.from, yearStart), to: feeYearOf(period.to, yearStart) + 11 };
  const yearOf = ({ memberId }: FeeMember, { from }: Months) => `${memberId} ${feeYearOf(from, yearStart)}`;
  for (const months of partsOf(rhythm, years, yearStart)) {
    const day = firstDayOf(months.from);
    const rule = rules.find((one) => isValidOn(one, day));
    const price = rule?.prices[rhythm];
    if (!rule || price === undefined) continue;
    const inside = family.members.filter((member) => familyIn(member, months) === family.id && isInFlat(member, rule, months));
    const singles = inside.flatMap((member) =>
      baseOf({ ...work, period: months }, { ...member, rhythm }).map(({ found }) => ({ member, found })),
    );
    if (singles.length < rule.familyMin) continue;
    const good = singles.flatMap(({ found }) => (isLack(found) ? [] : [found]));
    const isLacking = good.length < singles.length;
    // What keeps the flat price from being told is a fault of the member in the rhythm of the family.
    if (isLacking) for (const { member } of singles) flat.rhythms.set(yearOf(member, months), rhythm);
    if (isLacking) continue;
    const paid = { from: Math.min(...good.map((one) => one.months.from)), to: Math.max(...good.map((one) => one.months.to)) };
    const share = shareOf(price, paid, months);
    if (rule.familyMode === 'cheapest' && share.cents >= sumOfCents(good)) continue;
    for (const { member } of good) {
      flat.parts.add(`${member.memberId} ${months.from}`);
      flat.rhythms.set(yearOf(member, months), rhythm);
    }
    if (!overlaps(months, period)) continue;
    const bearer = bearerOf(good, family.payerPersonId, { charged: work.charged, months: paid });
    lines.push(...flatLines(family, { rule, share, good, paid, bearer }));
  }
  return lines;
}

type Flat = {
  rule: FeeRule;
  share: Pick<SingleFee, 'fullCents' | 'cents' | 'why'>;
  good: SingleFee[];
  paid: Months;
  bearer: SingleFee | undefined;
};

/** One line has the flat price, the others state that it includes them. */
function flatLines({ name, payerPersonId }: RuledFamily, { rule, share, good, paid, bearer }: Flat): FeeLine[] {
  return good.map((one) => {
    const line = lineOf({ ...one, rule, months: paid }, 'base');
    const bears = one === bearer;
    const reason = bears
      ? [`Familie ${name}, ${good.length} Personen`, share.why].filter(Boolean).join(', ')
      : `in Familie ${name} enthalten`;
    return { ...line, payerId: payerPersonId, fullCents: bears ? share.fullCents : 0, cents: bears ? share.cents : 0, reason };
  });
}
