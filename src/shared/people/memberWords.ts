import { namesOf } from '#shared/kernel/keys.ts';

/** The kinds of membership with the words that people read. */
export const memberKinds = [
  { name: 'active', displayName: 'Aktiv' },
  { name: 'passive', displayName: 'Passiv' },
  { name: 'honorary', displayName: 'Ehrenmitglied' },
  { name: 'supporting', displayName: 'Fördermitglied' },
  { name: 'trial', displayName: 'Probemitglied' },
] as const;

export type MemberKind = (typeof memberKinds)[number]['name'];

/** The names of the kinds alone. */
export const memberKindNames = namesOf(memberKinds);

/** The German name of a kind of membership. */
export function memberKindName(kind: MemberKind): string {
  return memberKinds.find(({ name }) => name === kind)?.displayName ?? kind;
}

/** The phases of a membership on a day; `memberPhase` computes them from its dates. */
export const memberPhases = ['current', 'leaving', 'left', 'future'] as const;

/** Where a membership stands on a day: its dates alone decide. */
export type MemberPhase = (typeof memberPhases)[number];

/** The German words for the phases of a membership. */
export const memberPhaseNames = { current: 'Mitglied', leaving: 'Gekündigt', left: 'Ausgetreten', future: 'Künftig' } as const;

/** The filter of a list: one of these, or all members of today, whether or not they gave notice. */
export const memberListPhases = ['present', ...memberPhases] as const;

export type MemberListPhase = (typeof memberListPhases)[number];

/** Where a membership stands on a day (YYYY-MM-DD). The last day still counts. */
export function memberPhase({ joinedOn, leftOn }: { joinedOn: string; leftOn: string | null }, day: string): MemberPhase {
  if (leftOn !== null && leftOn < day) return 'left';
  if (joinedOn > day) return 'future';
  return leftOn === null ? 'current' : 'leaving';
}

/** The fields of a person, with the words that people read. */
export const personFieldNames = {
  lastname: 'Nachname',
  firstname: 'Vorname',
  birthDate: 'Geburtsdatum',
  gender: 'Geschlecht',
  email: 'E-Mail',
  phone: 'Telefon',
  mobile: 'Mobil',
  street: 'Straße',
  houseNo: 'Hausnummer',
  postcode: 'PLZ',
  city: 'Ort',
  emergencyContactName: 'Notfallkontakt',
  emergencyContactPhone: 'Telefon des Notfallkontakts',
} as const;
