/** First and last name as one. */
export function fullName({ firstname, lastname }: { firstname: string; lastname: string }): string {
  return `${firstname} ${lastname}`;
}

/** A name as lists show and sort it: "Muster, Eva". */
export function listedName({ firstname, lastname }: { firstname: string; lastname: string }): string {
  return `${lastname}, ${firstname}`;
}

/** "Muster, Eva" of a list as it is said: "Eva Muster". */
export function spokenName(listed: string): string {
  return listed.split(', ').toReversed().join(' ');
}

/** The order of names and titles for German readers. One for all: making it anew for each comparison costs a hundred times as much. */
export const compareNames = new Intl.Collator('de').compare;
