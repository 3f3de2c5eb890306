import { ageOn, isMinor } from '#shared/kernel/age.ts';
import { germanDate, type LocalDate } from '#shared/kernel/calendar.ts';
import { seasonInWords, seasonOf } from './ageSeason/seasons.ts';
import type { PriceCategory, PriceUnit } from './courseWords.ts';

/** What a course asks of people. */
export type CourseRule = {
  /** A permanent group counts ages by the day or the season, not by the day on which it once began. */ kind?: string;
  ageMin: number | null;
  ageMax: number | null;
  ageReference: string;
  gender: string;
  startsOn: LocalDate;
  requiresGuardian: boolean;
};

export type Candidate = { birthDate: LocalDate | null; gender: string | null };

/** The age that counts: at the start, by the year of birth, or on the day; and how a sentence names that moment. */
function countingAge(rule: CourseRule, birthDate: LocalDate, today: LocalDate): { age: number; when: string } {
  const isGroup = rule.kind === 'permanent';
  const later = today > rule.startsOn ? today : rule.startsOn;
  if (rule.ageReference === 'birth_year') {
    const year = isGroup ? seasonOf(later) : Number(rule.startsOn.slice(0, 4));
    return { age: year - Number(birthDate.slice(0, 4)), when: isGroup ? `Saison ${seasonInWords(year)}` : `Jahrgang ${year}` };
  }
  const day = isGroup || rule.ageReference === 'session' ? later : rule.startsOn;
  return { age: ageOn(birthDate, day), when: `am ${germanDate(day)}` };
}

/** Whether somebody is too old or too young on a day; undefined where the age fits or is not known. */
export function ageMisfit(rule: CourseRule, birthDate: LocalDate | null, day: LocalDate): 'too_old' | 'too_young' | undefined {
  if (!birthDate) return undefined;
  const { age } = countingAge(rule, birthDate, day);
  if (rule.ageMax !== null && age > rule.ageMax) return 'too_old';
  return rule.ageMin !== null && age < rule.ageMin ? 'too_young' : undefined;
}

/** The reasons why a person cannot take part, in German sentences; empty when there are none. */
export function reasonsAgainst(rule: CourseRule, { birthDate, gender }: Candidate, today: LocalDate): string[] {
  const reasons: string[] = [];
  const hasAges = rule.ageMin !== null || rule.ageMax !== null;
  if (!birthDate && (hasAges || rule.requiresGuardian)) reasons.push('Das Geburtsdatum fehlt.');
  if (birthDate) {
    const { when } = countingAge(rule, birthDate, today);
    const misfit = ageMisfit(rule, birthDate, today);
    const years = when.startsWith('Saison') ? birthYearsInWords(rule, seasonOf(today > rule.startsOn ? today : rule.startsOn)) : '';
    if (misfit === 'too_young') reasons.push(years ? `Zu jung: ${years} (${when}).` : `Zu jung: ab ${rule.ageMin} Jahren ${when}.`);
    if (misfit === 'too_old') reasons.push(years ? `Zu alt: ${years} (${when}).` : `Zu alt: bis ${rule.ageMax} Jahre ${when}.`);
  }
  // A person of another gender decides for themselves.
  if (rule.gender === 'w' && gender === 'm') reasons.push('Dieses Angebot richtet sich an Frauen und Mädchen.');
  if (rule.gender === 'm' && gender === 'w') reasons.push('Dieses Angebot richtet sich an Männer und Jungen.');
  return reasons;
}

/** The years of birth that a group takes in a season: "Jahrgänge 2018 bis 2021". */
function birthYearsInWords({ ageMin, ageMax }: CourseRule, season: number): string {
  if (ageMin !== null && ageMax !== null)
    return ageMin === ageMax ? `Jahrgang ${season - ageMin}` : `Jahrgänge ${season - ageMax} bis ${season - ageMin}`;
  return ageMax === null ? `Jahrgang ${season - (ageMin ?? 0)} und älter` : `Jahrgang ${season - ageMax} und jünger`;
}

/** Whether a person is under age on a day and so is enrolled by a guardian. */
export function needsGuardian(rule: Pick<CourseRule, 'requiresGuardian'>, birthDate: LocalDate | null, today: LocalDate): boolean {
  return rule.requiresGuardian && isMinor(birthDate, today);
}

/** Who may come, in words: "von 6 bis 10 Jahren (bei Kursbeginn), nur Frauen und Mädchen". Empty for everybody. */
export function ruleInWords({ kind, ageMin, ageMax, ageReference, gender }: Omit<CourseRule, 'startsOn' | 'requiresGuardian'>): string {
  const reference = kind === 'permanent' && ageReference === 'course_start' ? 'session' : ageReference;
  const at = { course_start: 'bei Kursbeginn', session: 'am Tag des Termins', birth_year: 'nach Jahrgang' }[reference] ?? '';
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
 * The price for somebody: the first that fits of member, partner member, child, reduced, non-member.
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

/** The share of a price for a late start: remaining of all dates, rounded as merchants do (half a cent up). */
export function proRata(cents: number, remaining: number, all: number): number {
  if (all <= 0 || remaining >= all) return cents;
  return Math.floor((cents * Math.max(0, remaining) * 2 + all) / (all * 2));
}
