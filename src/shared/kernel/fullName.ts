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
