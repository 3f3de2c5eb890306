import { ageOn } from '#shared/kernel/age.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { memberKindName } from '#shared/people/memberWords.ts';
import { sumOfCents } from '#shared/kernel/money.ts';
import { compareFees } from './feeChanges.ts';
import { agreedOn, exceptionalPrice } from './feeExceptions.ts';
import { countMonths, feeYearOf, firstDayOf, lastDayOf, monthOf, paidMonths, partsOf, shareWords, type Months } from './feeMonths.ts';
import { bearerOf, familyIn, isInFlat } from './feeStays.ts';
import type { FeeCorrection, FeeFacts, FeeFamily, FeeFault, FeeLine, FeeMember, FeeRule, ChargedFee } from './feeTypes.ts';
import type { FeeRhythm } from './feeWords.ts';

type Part = { months: Months; rhythm: FeeRhythm };
type Family = FeeFamily & { /** Everybody who belongs to it at any time. */ members: FeeMember[] };
type Work = Omit<FeeFacts, 'families'> & { period: Months; families: Family[] };
type Single = {
  member: FeeMember;
  rule: FeeRule;
  months: Months;
  part: Part;
  place: number;
  fullCents: number;
  cents: number;
  why: string;
};

/** The base fees that flat prices of families contain, and how the members in them pay in that year. */
type InFlat = {
  /** Member and first month of the part. */ parts: Set<string>;
  /** By member and first month of the fee year. */ rhythms: Map<string, FeeRhythm>;
};

/** The fault if a rule depends on an unknown age. */
export const noBirthDate = 'Das Geburtsdatum fehlt.';

const isFault = (one: Single | string): one is string => typeof one === 'string';

/** The fees of every member for the months of a run, line by line, and the members without a matching rule. Pure. */
export function feeLines(facts: FeeFacts): { lines: FeeLine[]; corrections: FeeCorrection[]; faults: FeeFault[] } {
  const stays = facts.members.flatMap((member) => member.families.map(({ familyId }) => ({ familyId, member })));
  const inFamily = Map.groupBy(stays, ({ familyId }) => familyId);
  const families = facts.families.map((one) => ({
    ...one,
    members: [...new Set((inFamily.get(one.id) ?? []).map(({ member }) => member))],
  }));
  const work: Work = { ...facts, families, period: { from: monthOf(facts.from), to: monthOf(facts.to) } };
  const lines: FeeLine[] = [];
  const faults: FeeFault[] = [];
  const flat: InFlat = { parts: new Set(), rhythms: new Map() };
  for (const family of families) lines.push(...familyLines(work, family, flat));
  for (const member of facts.members) {
    const { memberId, name } = member;
    const told = new Set<string>();
    for (const { part, found } of baseOf(work, member, flat)) {
      if (flat.parts.has(`${memberId} ${part.months.from}`)) continue;
      if (!isFault(found)) lines.push(lineOf(found, 'base'));
      else if (!told.has(found)) faults.push({ memberId, name, reason: found });
      if (isFault(found)) told.add(found);
    }
    lines.push(...departmentLines(work, member), ...entryLines(work, member));
  }
  return { ...compareFees(lines, facts, (charged) => isGone(facts.members, faults, charged)), faults };
}

/** Whether nothing is owed any more, as opposed to no rule matching at present. */
function isGone(members: readonly FeeMember[], faults: readonly FeeFault[], { personId, slot, from, to }: ChargedFee): boolean {
  const known = members.filter((one) => one.personId === personId);
  const isFaulty = known.some(({ memberId }) => faults.some((fault) => fault.memberId === memberId));
  const months = { from: monthOf(from), to: monthOf(to) };
  const isInDepartment = known.some((one) =>
    one.slices.some(
      (slice) => slot === `dep:${slice.departmentId}` && overlaps(presentOf({ ...one, joinedOn: slice.from, leftOn: slice.to }), months),
    ),
  );
  return !isFaulty && !isInDepartment;
}

/**
 * The base fee of a member, part by part; a sentence if no rule matches. A member who is in the flat price of a family for a part of a fee year
 * pays all of that year in the rhythm of the family, so that no month is in both.
 */
function baseOf(work: Work, member: FeeMember, flat?: InFlat): { part: Part; found: Single | string }[] {
  const { period, yearStart } = work;
  const present = presentOf(member);
  if (!present || !overlaps(present, period)) return [];
  const rules = work.rules.filter(({ layer }) => layer === 'base');
  if (isSpared(member, rules)) return [];
  const [firstYear, lastYear] = [feeYearOf(period.from, yearStart), feeYearOf(period.to, yearStart)];
  const first = chooseRule(work, member, rules, { from: firstYear, to: firstYear + 11 });
  const own = member.rhythm ?? (typeof first === 'string' ? 'year' : first.rule.rhythm);
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

/** Whether a member pays nothing: trial and honorary members only pay if a rule names them. */
export function isSpared({ kind }: FeeMember, rules: readonly FeeRule[]): boolean {
  return (kind === 'trial' || kind === 'honorary') && !rules.some(({ kinds }) => kinds.includes(kind));
}

function single(work: Work, member: FeeMember, rules: readonly FeeRule[], part: Part, present: Months): Single | string {
  const chosen = chooseRule(work, member, rules, part.months);
  if (typeof chosen === 'string') return chosen;
  const { rule, place } = chosen;
  const price = rule.prices[part.rhythm];
  if (price === undefined) return `Die Regel „${rule.name}“ hat keinen Preis für diese Zahlungsweise.`;
  const months = paidMonths(part.months, present, { in: rule.proRataIn, out: rule.proRataOut }, work.yearStart);
  return withException({ member, rule, months, part, place, ...shareOf(price, months, part.months) });
}

/** The first rule that matches on the first day of a period, with the position in the family. */
export function chooseRule(
  work: Pick<Work, 'families' | 'yearStart'>,
  member: FeeMember,
  rules: readonly FeeRule[],
  months: Months,
): { rule: FeeRule; place: number } | string {
  const day = firstDayOf(months.from);
  const place = placeOf(work, member, months);
  const valid = rules.filter(({ validFrom, validTo }) => validFrom <= day && (validTo === null || validTo >= day));
  for (const rule of valid) {
    const asksAge = rule.ageFrom !== null || rule.ageTo !== null;
    if (rule.kinds.length > 0 && !rule.kinds.includes(member.kind)) continue;
    if ((rule.placeFrom ?? 1) > place || (rule.placeTo ?? place) < place) continue;
    if (asksAge && member.birthDate === null) return noBirthDate;
    const age = ageFor(rule, member, months, work.yearStart);
    if (asksAge && (age < (rule.ageFrom ?? 0) || age > (rule.ageTo ?? 200))) continue;
    return { rule, place };
  }
  const age = member.birthDate ? `, ${ageOn(member.birthDate, day)} Jahre` : '';
  return `Keine Regel passt: ${memberKindName(member.kind)}${age}.`;
}

function ageFor({ ageOn: on }: Pick<FeeRule, 'ageOn'>, { birthDate }: FeeMember, months: Months, yearStart: number): number {
  if (birthDate === null) return 0;
  const year = feeYearOf(months.from, yearStart);
  if (on === 'birth_year') return Math.floor(year / 12) - Number(birthDate.slice(0, 4));
  return ageOn(birthDate, firstDayOf(on === 'year_start' ? year : months.from));
}

/** The position in the family, eldest first, so that adults precede their children; 1 for a person without a family. */
function placeOf({ families }: Pick<Work, 'families'>, member: FeeMember, months: Months): number {
  const familyId = familyIn(member, months);
  const family = families.find(({ id }) => id === familyId);
  if (!family) return 1;
  const there = family.members.filter((one) => familyIn(one, months) === family.id && overlaps(presentOf(one), months));
  const order = there.toSorted(
    (one, other) => (one.birthDate ?? '').localeCompare(other.birthDate ?? '') || one.memberId.localeCompare(other.memberId),
  );
  return order.findIndex(({ memberId }) => memberId === member.memberId) + 1;
}

/**
 * The flat price for a family instead of single fees; adds the members whose base fee it contains to `flat`. Looks at whole fee years, since
 * how a member pays holds for all of the year.
 */
function familyLines(work: Work, family: Family, flat: InFlat): FeeLine[] {
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
    const rule = rules.find(({ validFrom, validTo }) => validFrom <= day && (validTo === null || validTo >= day));
    const price = rule?.prices[rhythm];
    if (!rule || price === undefined) continue;
    const inside = family.members.filter((member) => familyIn(member, months) === family.id && isInFlat(member, rule, months));
    const singles = inside.flatMap((member) =>
      baseOf({ ...work, period: months }, { ...member, rhythm }).map(({ found }) => ({ member, found })),
    );
    if (singles.length < rule.familyMin) continue;
    const good = singles.flatMap(({ found }) => (isFault(found) ? [] : [found]));
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

type Flat = { rule: FeeRule; share: Pick<Single, 'fullCents' | 'cents' | 'why'>; good: Single[]; paid: Months; bearer: Single | undefined };

/** One line has the flat price, the others state that it includes them. */
function flatLines({ name, payerPersonId }: Family, { rule, share, good, paid, bearer }: Flat): FeeLine[] {
  return good.map((one) => {
    const line = lineOf({ ...one, rule, months: paid }, 'base');
    const bears = one === bearer;
    const reason = bears
      ? [`Familie ${name}, ${good.length} Personen`, share.why].filter(Boolean).join(', ')
      : `in Familie ${name} enthalten`;
    return { ...line, payerId: payerPersonId, fullCents: bears ? share.fullCents : 0, cents: bears ? share.cents : 0, reason };
  });
}

/** The fees of a member's departments. A department without a rule is free. */
function departmentLines(work: Work, member: FeeMember): FeeLine[] {
  const lines: FeeLine[] = [];
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
      if (!isFault(found)) lines.push(lineOf(found, `dep:${departmentId}`));
    }
  }
  return lines;
}

const monthsBeforeEntryFee = 12;

/** The entry fee, in the month of entry; not for a person who returns within a year. */
function entryLines(work: Work, member: FeeMember): FeeLine[] {
  const month = monthOf(member.joinedOn);
  const rules = work.rules.filter(({ layer }) => layer === 'entry');
  const isBack = member.leftBefore !== null && month - monthOf(member.leftBefore) <= monthsBeforeEntryFee;
  if (rules.length === 0 || isBack || month < work.period.from || month > work.period.to || isSpared(member, rules)) return [];
  const months = { from: month, to: month };
  const chosen = chooseRule(work, member, rules, months);
  if (typeof chosen === 'string') return [];
  const { rule, place } = chosen;
  const cents = rule.onceCents ?? 0;
  const found = withException({ member, rule, months, part: { months, rhythm: 'month' }, place, fullCents: cents, cents, why: '' });
  return [lineOf(found, 'entry')];
}

/** Price × months ÷ months of the period, half a cent rounded up, once per line. */
function shareOf(price: number, months: Months, part: Months): Pick<Single, 'fullCents' | 'cents' | 'why'> {
  const [paid, all] = [countMonths(months), countMonths(part)];
  return { fullCents: price, cents: Math.floor((price * paid) / all + 0.5), why: shareWords(months, part) };
}

function withException(one: Single): Single {
  const day = firstDayOf(one.months.from);
  const found = agreedOn(one.member, one.rule, day);
  if (!found) return one;
  const because = (words: string) => [one.why, words].filter(Boolean).join(', ');
  const { proofUntil, reason, kind } = found;
  if (proofUntil !== null && proofUntil < day) return { ...one, why: because(`Nachweis galt bis ${germanDate(proofUntil)} (${reason})`) };
  const { cents } = shareOf(exceptionalPrice(found, one.fullCents), one.months, one.part.months);
  return { ...one, cents, why: because(`${kind === 'free' ? 'beitragsfrei' : 'Ausnahme'}: ${reason}`) };
}

function lineOf({ member, rule, months, place, fullCents, cents, why }: Single, slot: string): FeeLine {
  const { memberId, personId, name, payerPersonId } = member;
  const placed = rule.placeFrom !== null && `${place}. Person${cents === 0 ? ' frei' : ''}`;
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

/** The months for which a member pays; undefined if there are none, e.g. when leaving before the free time is over. */
export function presentOf({ joinedOn, leftOn, feesFrom }: FeeMember): Months | undefined {
  const begins = feesFrom !== null && feesFrom > joinedOn ? feesFrom : joinedOn;
  const months = { from: monthOf(begins), to: leftOn === null ? Number.MAX_SAFE_INTEGER : monthOf(leftOn) };
  return months.from <= months.to ? months : undefined;
}

function overlaps(one: Months | undefined, other: Months): boolean {
  return one !== undefined && one.from <= other.to && one.to >= other.from;
}
