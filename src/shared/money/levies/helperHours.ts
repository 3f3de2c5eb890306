import { firstDayOf, paidMonths, type Months } from '../fees/feeMonths.ts';
import { exceptionOf } from '../fees/feeExceptions.ts';
import { chooseRule, isLack, isSpared, presentOf } from '../fees/feeChoice.ts';
import { familyIn } from '../fees/feeStays.ts';
import type { FeeFamily, FeeFault, FeeMember, FeeRule } from '../fees/feeTypes.ts';
import { hoursWords } from './rules.ts';

/** The facts for missing hours of a year: the rules, the memberships, and the time that each person helped. */
export type HelperFacts = {
  year: number;
  rules: readonly FeeRule[];
  members: readonly FeeMember[];
  families: readonly FeeFamily[];
  /** Confirmed minutes by person. */ done: ReadonlyMap<string, number>;
};

/** The amount for one person; a family whose hours are pooled has one amount. */
export type MissingHours = {
  personId: string;
  name: string;
  /** The payer, if the rules name one. */ payerPersonId: string | null;
  /** The persons whose hours count. */ personIds: string[];
  cents: number;
  label: string;
};

type Due = { member: FeeMember; rule: FeeRule; months: Months; minutes: number; perHourCents: number };

const quarter = 15;

/** The members who helped less in a year than the first matching rule requires; helped time is rounded up to a quarter of an hour. */
export function missingHours(facts: HelperFacts): { missing: MissingHours[]; faults: FeeFault[] } {
  const faults: FeeFault[] = [];
  const dues = [...Map.groupBy(facts.members, ({ personId }) => personId).values()].flatMap((memberships) =>
    dueOf(facts, memberships, faults),
  );
  const units = Map.groupBy(dues, (due) => unitOf(due));
  const missing = [...units].flatMap(([unit, of]): MissingHours[] => {
    const family = facts.families.find(({ id }) => id === unit);
    const personIds = family ? membersOf(facts, family.id) : of.map(({ member }) => member.personId);
    const bearer = of.find(({ member }) => member.personId === family?.payerPersonId) ?? of[0];
    const done = personIds.reduce((sum, id) => sum + (facts.done.get(id) ?? 0), 0);
    const minutes = of.reduce((sum, due) => sum + due.minutes, 0) - Math.ceil(done / quarter) * quarter;
    if (!bearer || minutes <= 0) return [];
    const label = `Fehlende Helferstunden ${facts.year}: ${hoursWords(minutes)}${family ? `, Familie ${family.name}` : ''}`;
    const { personId, name } = bearer.member;
    const cents = Math.round((minutes * bearer.perHourCents) / 60);
    return [{ personId, name, payerPersonId: family?.payerPersonId ?? null, personIds, cents, label }];
  });
  return { missing: missing.filter(({ cents }) => cents > 0), faults };
}

/** The key by which hours are pooled. */
function unitOf({ member, rule, months }: Due): string {
  return (rule.pool === 'family' && familyIn(member, months)) || member.personId;
}

function membersOf({ members, year }: HelperFacts, familyId: string): string[] {
  const months = yearMonths(year);
  return [...new Set(members.filter((one) => familyIn(one, months) === familyId).map(({ personId }) => personId))];
}

/** The hours that one person owes over all memberships of the year; each month counts once. */
function dueOf({ year, rules }: HelperFacts, memberships: readonly FeeMember[], faults: FeeFault[]): Due[] {
  const all = yearMonths(year);
  const found = memberships.flatMap((member) => {
    const present = presentOf(member);
    if (!present || present.from > all.to || present.to < all.from || isSpared(member, rules)) return [];
    const there = { from: Math.max(present.from, all.from), to: all.to };
    const chosen = chooseRule({ families: [], yearStart: 1 }, member, rules, there);
    if (isLack(chosen) && chosen.lacks === 'birthDate') faults.push({ memberId: member.memberId, name: member.name, ...chosen });
    if (isLack(chosen)) return [];
    const { rule } = chosen;
    const months = paidMonths(all, present, { in: rule.proRataIn, out: rule.proRataOut }, 1);
    return [{ member, rule, months }];
  });
  const [first] = found;
  if (!first) return [];
  const paid = new Set(found.flatMap(({ months: { from, to } }) => Array.from({ length: to - from + 1 }, (_, at) => from + at)));
  const { rule, member, months } = first;
  const exception = exceptionOf(member, rule, firstDayOf(months.from));
  const share = exception?.kind === 'free' ? 0 : exception?.kind === 'percent' ? (100 - exception.percent) / 100 : 1;
  const minutes = Math.floor(((rule.dueMinutes ?? 0) * share * paid.size) / 12 / quarter) * quarter;
  const perHourCents = exception?.kind === 'cents' ? exception.cents : (rule.onceCents ?? 0);
  return [{ member, rule, months, minutes, perHourCents }];
}

function yearMonths(year: number): Months {
  return { from: year * 12, to: year * 12 + 11 };
}
