import { ageOn, isMinor } from '#shared/kernel/age.ts';
import { germanDate, type LocalDate } from '#shared/kernel/calendar.ts';
import type { PriceCategory, PriceUnit } from './courseWords.ts';

/** What a course asks of people. */
export type CourseRule = {
  ageMin: number | null;
  ageMax: number | null;
  ageReference: string;
  gender: string;
  startsOn: LocalDate;
  requiresGuardian: boolean;
};

export type Candidate = { birthDate: LocalDate | null; gender: string | null };

/** The age that counts: at the start, by the year of birth, or at the next date. */
function countingAge(rule: CourseRule, birthDate: LocalDate, today: LocalDate): { age: number; day: LocalDate } {
  if (rule.ageReference === 'birth_year')
    return { age: Number(rule.startsOn.slice(0, 4)) - Number(birthDate.slice(0, 4)), day: rule.startsOn };
  const day = rule.ageReference === 'session' && today > rule.startsOn ? today : rule.startsOn;
  return { age: ageOn(birthDate, day), day };
}

/** Why somebody cannot take part, in German sentences; empty when nothing stands against it. */
export function reasonsAgainst(rule: CourseRule, { birthDate, gender }: Candidate, today: LocalDate): string[] {
  const reasons: string[] = [];
  const hasAges = rule.ageMin !== null || rule.ageMax !== null;
  if (!birthDate && (hasAges || rule.requiresGuardian)) reasons.push('Das Geburtsdatum fehlt.');
  if (birthDate) {
    const { age, day } = countingAge(rule, birthDate, today);
    const when = rule.ageReference === 'birth_year' ? `Jahrgang ${rule.startsOn.slice(0, 4)}` : `am ${germanDate(day)}`;
    if (rule.ageMin !== null && age < rule.ageMin) reasons.push(`Zu jung: ab ${rule.ageMin} Jahren ${when}.`);
    if (rule.ageMax !== null && age > rule.ageMax) reasons.push(`Zu alt: bis ${rule.ageMax} Jahre ${when}.`);
  }
  // Who is neither decides for themselves where they belong.
  if (rule.gender === 'w' && gender === 'm') reasons.push('Dieses Angebot richtet sich an Frauen und Mädchen.');
  if (rule.gender === 'm' && gender === 'w') reasons.push('Dieses Angebot richtet sich an Männer und Jungen.');
  return reasons;
}

/** Who is under age on a day needs a guardian who signs them up. */
export function needsGuardian(rule: Pick<CourseRule, 'requiresGuardian'>, birthDate: LocalDate | null, today: LocalDate): boolean {
  return rule.requiresGuardian && isMinor(birthDate, today);
}

/** Who may come, in words: "von 6 bis 10 Jahren (bei Kursbeginn), nur Frauen und Mädchen". Empty for everybody. */
export function ruleInWords({ ageMin, ageMax, ageReference, gender }: Omit<CourseRule, 'startsOn' | 'requiresGuardian'>): string {
  const at = { course_start: 'bei Kursbeginn', session: 'am Tag des Termins', birth_year: 'nach Jahrgang' }[ageReference] ?? '';
  const ages =
    ageMin !== null && ageMax !== null
      ? ageMin === ageMax
        ? `${ageMin} Jahre`
        : `von ${ageMin} bis ${ageMax} Jahren`
      : ageMin !== null
        ? `ab ${ageMin} Jahren`
        : ageMax !== null
          ? `bis ${ageMax} Jahre`
          : '';
  const who = { w: 'nur Frauen und Mädchen', m: 'nur Männer und Jungen' }[gender] ?? '';
  return [ages && `${ages} (${at})`, who].filter(Boolean).join(', ');
}

export type Price = { category: PriceCategory; cents: number; per: PriceUnit };

/** What decides about a price. */
export type PriceFacts = { isMember: boolean; isPartnerMember: boolean; isUnder18: boolean; isReduced?: boolean };

/**
 * The price for somebody: the first that fits of member, partner member, child, reduced, non-member (domain.md 5.2).
 * Undefined where the course has no price for them: then the office decides.
 */
export function priceFor(prices: readonly Price[], facts: PriceFacts): Price | undefined {
  const fitting: readonly [PriceCategory, boolean][] = [
    ['member', facts.isMember],
    ['partner_member', facts.isPartnerMember],
    ['child', facts.isUnder18],
    ['reduced', facts.isReduced ?? false],
    ['non_member', true],
  ];
  for (const [category, fits] of fitting) {
    const price = fits ? prices.find((one) => one.category === category) : undefined;
    if (price) return price;
  }
  return undefined;
}

/** The share of a price for whoever joins late: remaining of all dates, rounded as merchants do (half a cent up). */
export function proRata(cents: number, remaining: number, all: number): number {
  if (all <= 0 || remaining >= all) return cents;
  return Math.floor((cents * Math.max(0, remaining) * 2 + all) / (all * 2));
}
