import { ageOn, isMinor } from '#shared/kernel/age.ts';
import { germanDate, type LocalDate } from '#shared/kernel/calendar.ts';
import { seasonInWords, seasonOf } from './ageSeason/seasons.ts';
import type { PriceCategory, PriceUnit } from './courseWords.ts';

/** The admission rule of a course. */
export type CourseRule = {
  /** For permanent groups, ages are counted per day or season rather than from the group's start. */ kind?: string;
  ageMin: number | null;
  ageMax: number | null;
  ageReference: string;
  gender: string;
  startsOn: LocalDate;
  requiresGuardian: boolean;
};

export type Candidate = { birthDate: LocalDate | null; gender: string | null };

/** The relevant age, with the German name of its reference date: the start, the year of birth, or the day. */
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

/** Whether a person is too old or too young on a day; undefined if the age matches or is unknown. */
export function ageMisfit(rule: CourseRule, birthDate: LocalDate | null, day: LocalDate): 'too_old' | 'too_young' | undefined {
  if (!birthDate) return undefined;
  const { age } = countingAge(rule, birthDate, day);
  if (rule.ageMax !== null && age > rule.ageMax) return 'too_old';
  return rule.ageMin !== null && age < rule.ageMin ? 'too_young' : undefined;
}

/** The reasons why a person cannot take part, as German sentences; empty if there are none. */
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
  // Persons of other genders decide for themselves.
  if (rule.gender === 'w' && gender === 'm') reasons.push('Dieses Angebot richtet sich an Frauen und Mädchen.');
  if (rule.gender === 'm' && gender === 'w') reasons.push('Dieses Angebot richtet sich an Männer und Jungen.');
  return reasons;
}

/** The years of birth admitted in a season: "Jahrgänge 2018 bis 2021". */
function birthYearsInWords({ ageMin, ageMax }: CourseRule, season: number): string {
  if (ageMin !== null && ageMax !== null)
    return ageMin === ageMax ? `Jahrgang ${season - ageMin}` : `Jahrgänge ${season - ageMax} bis ${season - ageMin}`;
  return ageMax === null ? `Jahrgang ${season - (ageMin ?? 0)} und älter` : `Jahrgang ${season - ageMax} und jünger`;
}

/** Whether a person must be enrolled by a guardian, being a minor on that day. */
export function needsGuardian(rule: Pick<CourseRule, 'requiresGuardian'>, birthDate: LocalDate | null, today: LocalDate): boolean {
  return rule.requiresGuardian && isMinor(birthDate, today);
}

/** Whether an offer is for children only, so that mostly a parent enrols. */
export function isForChildren({ ageMax }: Pick<CourseRule, 'ageMax'>): boolean {
  return ageMax !== null && ageMax < 18;
}

/** The admission rule in German: "von 6 bis 10 Jahren (bei Kursbeginn), nur Frauen und Mädchen". Empty if everybody is admitted. */
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

/** The facts that determine a person's price. */
export type PriceFacts = { isMember: boolean; isPartnerMember: boolean; isUnder18: boolean; isReduced?: boolean };

/**
 * The price for a person: the first matching category of member, partner member, child, reduced, non-member. Undefined
 * if the course has no such price; then the office decides.
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

/** The share of a price for a late start, remaining / all sessions, rounded half up. */
export function proRata(cents: number, remaining: number, all: number): number {
  if (all <= 0 || remaining >= all) return cents;
  return Math.floor((cents * Math.max(0, remaining) * 2 + all) / (all * 2));
}
