/** The name of a person. */
export type PersonName = { firstname: string; lastname: string };

/** First and last name: "Eva Muster". */
export function fullName({ firstname, lastname }: PersonName): string {
  return `${firstname} ${lastname}`;
}

/** The name as shown and sorted in lists: "Muster, Eva". */
export function listedName({ firstname, lastname }: PersonName): string {
  return `${lastname}, ${firstname}`;
}

/** Splits "Eva Maria Muster" before its last word; undefined for a single word. */
export function nameParts(name: string): PersonName | undefined {
  const [, firstname, lastname] = /^(.+) (\S+)$/.exec(name.trim()) ?? [];
  return firstname && lastname ? { firstname, lastname } : undefined;
}

/** Converts "Muster, Eva" to "Eva Muster". */
export function spokenName(listed: string): string {
  return listed.split(', ').toReversed().join(' ');
}

/** Compares names and titles in German order. A shared collator: creating one for each comparison is about 100 times slower. */
export const compareNames = new Intl.Collator('de').compare;

/** The name at the account menu; an account without a name is called "Mein Konto", never by its address. */
export function calledName({ firstname, lastname }: PersonName): string {
  return firstname || lastname || 'Mein Konto';
}
