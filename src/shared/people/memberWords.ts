import { namesOf } from '#shared/kernel/keys.ts';

/** The kinds of membership with their German names. */
export const memberKinds = [
  { name: 'active', displayName: 'Aktiv' },
  { name: 'passive', displayName: 'Passiv' },
  { name: 'honorary', displayName: 'Ehrenmitglied' },
  { name: 'supporting', displayName: 'Fördermitglied' },
  { name: 'trial', displayName: 'Probemitglied' },
] as const;

export type MemberKind = (typeof memberKinds)[number]['name'];

/** The names of the kinds. */
export const memberKindNames = namesOf(memberKinds);

/** The German name of a kind of membership. */
export function memberKindName(kind: MemberKind): string {
  return memberKinds.find(({ name }) => name === kind)?.displayName ?? kind;
}

/** The phases of a membership on a day; `memberPhase` computes them from its dates. */
export const memberPhases = ['current', 'leaving', 'left', 'future'] as const;

/** The phase of a membership on a day, derived from its dates only. */
export type MemberPhase = (typeof memberPhases)[number];

/** The German names of the phases. */
export const memberPhaseNames = { current: 'Mitglied', leaving: 'Gekündigt', left: 'Ausgetreten', future: 'Künftig' } as const;

/** The values of the phase filter; `present` is every current member, including those who have given notice. */
export const memberListPhases = ['present', ...memberPhases] as const;

export type MemberListPhase = (typeof memberListPhases)[number];

/** The phase of a membership on a day (YYYY-MM-DD); the last day is inclusive. */
export function memberPhase({ joinedOn, leftOn }: { joinedOn: string; leftOn: string | null }, day: string): MemberPhase {
  if (leftOn !== null && leftOn < day) return 'left';
  if (joinedOn > day) return 'future';
  return leftOn === null ? 'current' : 'leaving';
}

/** The fields of a person with their German names. */
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
