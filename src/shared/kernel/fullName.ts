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

let german: Intl.Collator | undefined;

/**
 * Compares names and titles in German order. One collator, since creating one for each comparison is about 100 times slower; made when it is
 * first needed, since a slow phone waits for it before its first page.
 */
export function compareNames(one: string, other: string): number {
  german ??= new Intl.Collator('de');
  return german.compare(one, other);
}

/** The name at the account menu; an account without a name is called "Mein Konto", never by its address. */
export function calledName({ firstname, lastname }: PersonName): string {
  return firstname || lastname || 'Mein Konto';
}
