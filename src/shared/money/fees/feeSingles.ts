import { germanDate } from '#shared/kernel/calendar.ts';
import { chooseRule, isLack, isSpared, overlaps, presentOf, type FeeLack, type RuledFamily } from './feeChoice.ts';
import { agreedOn, exceptionalPrice } from './feeExceptions.ts';
import { countMonths, feeYearOf, firstDayOf, lastDayOf, monthOf, paidMonths, partsOf, shareWords, type Months } from './feeMonths.ts';
import type { FeeFacts, FeeLine, FeeMember, FeeRule } from './feeTypes.ts';
import type { FeeRhythm } from './feeWords.ts';

type Part = { months: Months; rhythm: FeeRhythm };
/** The facts of a run with its months, and its families with their members. */
export type FeeWork = Omit<FeeFacts, 'families'> & { period: Months; families: RuledFamily[] };
/** The fee of one member for one part, before it becomes a line. */
export type SingleFee = {
  member: FeeMember;
  rule: FeeRule;
  months: Months;
  part: Part;
  /** The position in the family; null if it is one of several that the rule means. */ place: number | null;
  fullCents: number;
  cents: number;
  why: string;
};

/** The base fees that flat prices of families contain, and how the members in them pay in that year. */
export type InFlat = {
  /** Member and first month of the part. */ parts: Set<string>;
  /** By member and first month of the fee year. */ rhythms: Map<string, FeeRhythm>;
};

/**
 * The base fee of a member, part by part; what is lacking if no rule matches. A member who is in the flat price of a family for a part of a fee year
 * pays all of that year in the rhythm of the family, so that no month is in both.
 */
export function baseOf(work: FeeWork, member: FeeMember, flat?: InFlat): { part: Part; found: SingleFee | FeeLack }[] {
  const { period, yearStart } = work;
  const present = presentOf(member);
  if (!present || !overlaps(present, period)) return [];
  const rules = work.rules.filter(({ layer }) => layer === 'base');
  if (isSpared(member, rules)) return [];
  const [firstYear, lastYear] = [feeYearOf(period.from, yearStart), feeYearOf(period.to, yearStart)];
  const first = chooseRule(work, member, rules, { from: firstYear, to: firstYear + 11 });
  const own = member.rhythm ?? (isLack(first) ? 'year' : first.rule.rhythm);
  const parts: Part[] = [];
  for (let year = firstYear; year <= lastYear; year += 12) {
    const rhythm = flat?.rhythms.get(`${member.memberId} ${year}`) ?? own;
    const asked = { from: Math.max(period.from, year), to: Math.min(period.to, year + 11) };
    parts.push(...partsOf(rhythm, asked, yearStart).map((months) => ({ months, rhythm })));
  }
  return parts
    .filter(({ months }) => overlaps(present, months))
    .map((part) => ({ part, found: single(work, member, rules, part, present) }));
}

function single(work: FeeWork, member: FeeMember, rules: readonly FeeRule[], part: Part, present: Months): SingleFee | FeeLack {
  const chosen = chooseRule(work, member, rules, part.months);
  if (isLack(chosen)) return chosen;
  const { rule, place } = chosen;
  const price = rule.prices[part.rhythm];
  if (price === undefined) {
    const reason = `Die Regel „${rule.name}“ hat keinen Preis für diese Zahlungsweise.`;
    return { lacks: 'price', reason, ruleId: rule.id };
  }
  const months = paidMonths(part.months, present, { in: rule.proRataIn, out: rule.proRataOut }, work.yearStart);
  return withException({ member, rule, months, part, place, ...shareOf(price, months, part.months) });
}

/** The fees of a member's departments. A department without a rule is free; one with a gap between its rules is not. */
export function departmentLines(work: FeeWork, member: FeeMember): { lines: FeeLine[]; lacks: FeeLack[] } {
  const lines: FeeLine[] = [];
  const lacks: FeeLack[] = [];
  for (const { departmentId, from, to } of member.slices) {
    const rules = work.rules.filter((rule) => rule.layer === 'department' && rule.departmentId === departmentId);
    const [first] = rules;
    const ends = [to, member.leftOn].filter((day) => day !== null).toSorted()[0] ?? null;
    const present = presentOf({ ...member, joinedOn: from > member.joinedOn ? from : member.joinedOn, leftOn: ends });
    if (!first || !overlaps(present, work.period)) continue;
    const rhythm = member.rhythm !== null && first.prices[member.rhythm] !== undefined ? member.rhythm : first.rhythm;
    for (const months of partsOf(rhythm, work.period, work.yearStart)) {
      if (!present || !overlaps(present, months)) continue;
      const found = single(work, member, rules, { months, rhythm }, present);
      if (!isLack(found)) lines.push(lineOf(found, `dep:${departmentId}`));
      else if (found.lacks !== 'rule') lacks.push(found);
    }
  }
  return { lines, lacks };
}

const monthsBeforeEntryFee = 12;

/** The entry fee, in the month of entry; not for a person who returns within a year. Whom no rule means enters free. */
export function entryLines(work: FeeWork, member: FeeMember): { lines: FeeLine[]; lacks: FeeLack[] } {
  const month = monthOf(member.joinedOn);
  const rules = work.rules.filter(({ layer }) => layer === 'entry');
  const isBack = member.leftBefore !== null && month - monthOf(member.leftBefore) <= monthsBeforeEntryFee;
  if (rules.length === 0 || isBack || month < work.period.from || month > work.period.to || isSpared(member, rules))
    return { lines: [], lacks: [] };
  const months = { from: month, to: month };
  const chosen = chooseRule(work, member, rules, months);
  if (isLack(chosen)) return { lines: [], lacks: chosen.lacks === 'rule' ? [] : [chosen] };
  const { rule, place } = chosen;
  const cents = rule.onceCents ?? 0;
  const found = withException({ member, rule, months, part: { months, rhythm: 'month' }, place, fullCents: cents, cents, why: '' });
  return { lines: [lineOf(found, 'entry')], lacks: [] };
}

/** Price × months ÷ months of the period, half a cent rounded up, once per line. */
export function shareOf(price: number, months: Months, part: Months): Pick<SingleFee, 'fullCents' | 'cents' | 'why'> {
  const [paid, all] = [countMonths(months), countMonths(part)];
  return { fullCents: price, cents: Math.floor((price * paid) / all + 0.5), why: shareWords(months, part) };
}

function withException(one: SingleFee): SingleFee {
  const day = firstDayOf(one.months.from);
  const found = agreedOn(one.member, one.rule, day);
  if (!found) return one;
  const because = (words: string) => [one.why, words].filter(Boolean).join(', ');
  const { proofUntil, reason, kind } = found;
  if (proofUntil !== null && proofUntil < day) return { ...one, why: because(`Nachweis galt bis ${germanDate(proofUntil)} (${reason})`) };
  const { cents } = shareOf(exceptionalPrice(found, one.fullCents), one.months, one.part.months);
  return { ...one, cents, why: because(`${kind === 'free' ? 'beitragsfrei' : 'Ausnahme'}: ${reason}`) };
}

/** A fee as a line of a slot: base, entry or dep:<id>. */
export function lineOf({ member, rule, months, place, fullCents, cents, why }: SingleFee, slot: string): FeeLine {
  const { memberId, personId, name, payerPersonId } = member;
  const placed = rule.placeFrom !== null && `${place === null ? `ab ${rule.placeFrom}` : place}. Person${cents === 0 ? ' frei' : ''}`;
  return {
    memberId,
    personId,
    name,
    payerId: payerPersonId,
    slot,
    fullCents,
    cents,
    ruleId: rule.id,
    label: rule.name,
    from: firstDayOf(months.from),
    to: lastDayOf(months.to),
    reason: [placed, why].filter((word) => typeof word === 'string' && word !== '').join(', '),
    change: 'new',
    previousCents: 0,
    correction: null,
  };
}
