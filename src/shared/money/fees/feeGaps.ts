import { germanDate, type LocalDate } from '#shared/kernel/calendar.ts';
import { memberKindName, type MemberKind } from '#shared/people/memberWords.ts';
import { isValidOn, meansAge } from './feeChoice.ts';
import { firstDayOf, lastDayOf, monthOf, type Month } from './feeMonths.ts';
import type { FeeRule } from './feeTypes.ts';

/** What a gap depends on: whom a base rule is for, and when. */
export type GapRule = Pick<FeeRule, 'id' | 'layer' | 'name' | 'kinds' | 'ageFrom' | 'ageTo' | 'placeFrom' | 'validFrom' | 'validTo'>;

/** Members of these kinds and ages (years, both included) for whom no base rule is valid in these months. */
export type FeeGap = {
  kinds: readonly MemberKind[];
  ageFrom: number;
  ageTo: number;
  from: LocalDate;
  to: LocalDate;
  /** Whether it lasts for all of the months that were looked at, or at least up to the last one. */ lasts:
    | 'throughout'
    | 'onwards'
    | 'for a time';
  /** The rule for them that ended before; null if there was none. */ ended: { id: string; name: string; validTo: LocalDate } | null;
};

/** The age in years up to which gaps are looked for. */
const oldest = 99;

/**
 * The gaps in the base fees between two days: ages, and months between two versions of a rule, for single members of the kinds that rules
 * name, at least active ones. A club without base rules has no gaps, it has no fees yet.
 */
export function feeGaps(rules: readonly GapRule[], { from, to }: { from: LocalDate; to: LocalDate }): FeeGap[] {
  const base = rules.filter(({ layer, placeFrom }) => layer === 'base' && (placeFrom ?? 1) === 1);
  if (base.length === 0) return [];
  const kinds = [...new Set<MemberKind>(['active', ...base.flatMap((rule) => [...rule.kinds])])];
  const months = { from: monthOf(from), to: monthOf(to) };
  const found = kinds.flatMap((kind) => gapsOfKind(base, kind, months));
  const alike = Map.groupBy(found, ({ ageFrom, ageTo, from: day, to: last }) => [ageFrom, ageTo, day, last].join(' '));
  return [...alike.values()].flatMap(([gap, ...others]) => (gap ? [{ ...gap, kinds: [gap, ...others].flatMap((one) => one.kinds) }] : []));
}

/** Of one kind, ages with the same months together. */
function gapsOfKind(rules: readonly GapRule[], kind: MemberKind, all: { from: Month; to: Month }): FeeGap[] {
  const gaps: FeeGap[] = [];
  for (let age = 0; age <= oldest; age++) {
    const own = rules.filter((rule) => (rule.kinds.length === 0 || rule.kinds.includes(kind)) && meansAge(rule, age));
    for (const { from, to } of uncoveredMonths(own, all)) {
      const span = { from: firstDayOf(from), to: lastDayOf(to) };
      const before = gaps.findLast((gap) => gap.ageTo === age - 1 && gap.from === span.from && gap.to === span.to);
      if (before) before.ageTo = age;
      else {
        const lasts = to < all.to ? 'for a time' : from === all.from ? 'throughout' : 'onwards';
        gaps.push({ kinds: [kind], ageFrom: age, ageTo: age, ...span, lasts, ended: endedBefore(own, span.from) });
      }
    }
  }
  return gaps;
}

/** The months on whose first day no rule is valid, one after the other together. */
function uncoveredMonths(rules: readonly GapRule[], { from, to }: { from: Month; to: Month }): { from: Month; to: Month }[] {
  const spans: { from: Month; to: Month }[] = [];
  for (let month = from; month <= to; month++) {
    if (rules.some((rule) => isValidOn(rule, firstDayOf(month)))) continue;
    const last = spans.at(-1);
    if (last?.to === month - 1) last.to = month;
    else spans.push({ from: month, to: month });
  }
  return spans;
}

function endedBefore(rules: readonly GapRule[], day: LocalDate): FeeGap['ended'] {
  const ended = rules.flatMap(({ id, name, validTo }) => (validTo !== null && validTo < day ? [{ id, name, validTo }] : []));
  return ended.toSorted((one, other) => other.validTo.localeCompare(one.validTo))[0] ?? null;
}

/** "Aktiv, 18 bis 25 Jahre: vom 01.01.2027 bis 28.02.2027 keine Regel." */
export function gapWords({ kinds, ageFrom, ageTo, from, to, lasts, ended }: FeeGap): string {
  const years = ageFrom === ageTo ? `${ageFrom} Jahre` : ageTo === oldest ? `ab ${ageFrom} Jahren` : `${ageFrom} bis ${ageTo} Jahre`;
  const ages = ageFrom === 0 && ageTo === oldest ? 'jedes Alter' : years;
  const since = `ab ${germanDate(from)} `;
  const days = { throughout: '', onwards: since, 'for a time': `vom ${germanDate(from)} bis ${germanDate(to)} ` }[lasts];
  const before = ended ? ` „${ended.name}“ gilt nur bis ${germanDate(ended.validTo)}.` : '';
  return `${kinds.map(memberKindName).join(', ')}, ${ages}: ${days}keine Regel.${before}`;
}
