import { ageOn } from '#shared/kernel/age.ts';
import { germanDate, type LocalDate } from '#shared/kernel/calendar.ts';
import { memberKindName } from '#shared/people/memberWords.ts';
import { feeYearOf, firstDayOf, monthOf, type Months } from './feeMonths.ts';
import { familyIn } from './feeStays.ts';
import type { FeeFamily, FeeFault, FeeMember, FeeRule } from './feeTypes.ts';

/** A family with everybody who belongs to it at any time. */
export type RuledFamily = FeeFamily & { members: FeeMember[] };
/** What the choice of a rule depends on beside the member: the positions in families, and the month in which fee years begin. */
export type RuledFamilies = { families: readonly RuledFamily[]; yearStart: number };

/** The fault if a rule depends on an unknown age. */
const noBirthDate = 'Das Geburtsdatum fehlt.';

/** Whether a member pays nothing: trial and honorary members only pay if a rule names them. */
export function isSpared({ kind }: FeeMember, rules: readonly FeeRule[]): boolean {
  return (kind === 'trial' || kind === 'honorary') && !rules.some(({ kinds }) => kinds.includes(kind));
}

/** Why a member has no fee, and what has to change: the birth date, a price of the rule, or the rules. */
export type FeeLack = Pick<FeeFault, 'lacks' | 'reason' | 'ruleId'>;

/** Whether something is lacking in place of a result. */
export function isLack<Found extends object>(found: Found | FeeLack): found is FeeLack {
  return 'lacks' in found;
}

/** The first rule that matches on the first day of a period, with the position in the family; null if that is one of several. */
export function chooseRule(
  work: RuledFamilies,
  member: FeeMember,
  rules: readonly FeeRule[],
  months: Months,
): { rule: FeeRule; place: number | null } | FeeLack {
  const day = firstDayOf(months.from);
  const places = placesOf(work, member, months);
  for (const rule of rules.filter((one) => isValidOn(one, day))) {
    const { isPossible, isCertain } = meansPlace(rule, places);
    if (!meansKind(rule, member) || !isPossible) continue;
    if (asksAge(rule) && member.birthDate === null) return { lacks: 'birthDate', reason: noBirthDate, ruleId: null };
    if (!meansAge(rule, ageFor(rule, member, months, work.yearStart))) continue;
    if (!isCertain) return { lacks: 'birthDate', reason: unorderedWords(places.unborn, member), ruleId: null };
    return { rule, place: places.first === places.last ? places.first : null };
  }
  const others = rules.filter(
    (rule) =>
      meansKind(rule, member) && meansPlace(rule, places).isPossible && meansAge(rule, ageFor(rule, member, months, work.yearStart)),
  );
  return gapAround(others, day) ?? { lacks: 'rule', reason: unruledWords(member, day), ruleId: null };
}

/** The order of a family is unknown while a birth date is missing, even for those who have one. */
function unorderedWords(unborn: readonly FeeMember[], member: FeeMember): string {
  if (unborn.includes(member)) return noBirthDate;
  return `Das Geburtsdatum von ${unborn.map(({ name }) => name).join(' und ')} fehlt; davon hängt ab, wer in der Familie zuerst zählt.`;
}

function unruledWords({ kind, birthDate }: FeeMember, day: LocalDate): string {
  return `Keine Regel passt: ${memberKindName(kind)}${birthDate ? `, ${ageOn(birthDate, day)} Jahre` : ''}.`;
}

/** The rules that would match before and after a day on which none is valid: between two of them the order has a gap. */
function gapAround(rules: readonly FeeRule[], day: LocalDate): FeeLack | undefined {
  const before = rules.filter(({ validTo }) => validTo !== null && validTo < day).toSorted((a, b) => compare(b.validTo, a.validTo))[0];
  const after = rules.filter(({ validFrom }) => validFrom > day).toSorted((a, b) => compare(a.validFrom, b.validFrom))[0];
  const named = before ?? after;
  if (!named) return undefined;
  const ends = before?.validTo && `„${before.name}“ gilt bis ${germanDate(before.validTo)}`;
  const begins = after && `„${after.name}“ ab ${germanDate(after.validFrom)}`;
  const reason = `Am ${germanDate(day)} gilt keine Regel: ${[ends, begins].filter(Boolean).join(', ')}.`;
  return { lacks: before && after ? 'days' : 'rule', reason, ruleId: named.id };
}

const compare = (one: string | null, other: string | null) => (one ?? '').localeCompare(other ?? '');

/** Whether a rule is valid on a day. */
export function isValidOn({ validFrom, validTo }: Pick<FeeRule, 'validFrom' | 'validTo'>, day: LocalDate): boolean {
  return validFrom <= day && (validTo === null || validTo >= day);
}

function meansKind({ kinds }: FeeRule, { kind }: Pick<FeeMember, 'kind'>): boolean {
  return kinds.length === 0 || kinds.includes(kind);
}

/** Whether a rule is for one of the positions that a member may have, and whether it is for each of them. */
function meansPlace({ placeFrom, placeTo }: FeeRule, { first, last }: Places): { isPossible: boolean; isCertain: boolean } {
  const [from, to] = [placeFrom ?? 1, placeTo ?? last];
  return { isPossible: from <= last && to >= first, isCertain: from <= first && to >= last };
}

function asksAge({ ageFrom, ageTo }: Pick<FeeRule, 'ageFrom' | 'ageTo'>): boolean {
  return ageFrom !== null || ageTo !== null;
}

/** Whether a rule is for an age in years. */
export function meansAge({ ageFrom, ageTo }: Pick<FeeRule, 'ageFrom' | 'ageTo'>, age: number): boolean {
  return age >= (ageFrom ?? 0) && age <= (ageTo ?? 200);
}

function ageFor({ ageOn: on }: Pick<FeeRule, 'ageOn'>, { birthDate }: FeeMember, months: Months, yearStart: number): number {
  if (birthDate === null) return 0;
  const year = feeYearOf(months.from, yearStart);
  if (on === 'birth_year') return Math.floor(year / 12) - Number(birthDate.slice(0, 4));
  return ageOn(birthDate, firstDayOf(on === 'year_start' ? year : months.from));
}

/** The positions that a member may have in the family, and who lacks the birth date that would tell. */
type Places = { first: number; last: number; unborn: readonly FeeMember[] };

/**
 * The position in the family, eldest first, so that adults precede their children; 1 for a person without a family. Without a birth date
 * every position is possible that the others leave; the others may be one later for each person without one.
 */
function placesOf({ families }: RuledFamilies, member: FeeMember, months: Months): Places {
  const familyId = familyIn(member, months);
  const family = families.find(({ id }) => id === familyId);
  if (!family) return { first: 1, last: 1, unborn: [] };
  const there = family.members.filter((one) => familyIn(one, months) === family.id && overlaps(presentOf(one), months));
  const unborn = there
    .filter(({ birthDate }) => birthDate === null)
    .toSorted((one, other) => compare(one.name, other.name) || compare(one.memberId, other.memberId));
  if (member.birthDate === null && there.includes(member)) return { first: 1, last: there.length, unborn };
  const order = there
    .filter(({ birthDate }) => birthDate !== null)
    .toSorted((one, other) => compare(one.birthDate, other.birthDate) || one.memberId.localeCompare(other.memberId));
  const first = order.findIndex(({ memberId }) => memberId === member.memberId) + 1;
  return { first, last: first === 0 ? 0 : first + unborn.length, unborn };
}

/** The months for which a member pays; undefined if there are none, e.g. when leaving before the free time is over. */
export function presentOf({ joinedOn, leftOn, feesFrom }: FeeMember): Months | undefined {
  const begins = feesFrom !== null && feesFrom > joinedOn ? feesFrom : joinedOn;
  const months = { from: monthOf(begins), to: leftOn === null ? Number.MAX_SAFE_INTEGER : monthOf(leftOn) };
  return months.from <= months.to ? months : undefined;
}

/** Whether two spans of months share one. */
export function overlaps(one: Months | undefined, other: Months): boolean {
  return one !== undefined && one.from <= other.to && one.to >= other.from;
}
