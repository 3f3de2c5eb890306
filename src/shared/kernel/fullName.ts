/** First and last name as one. */
export function fullName({ firstname, lastname }: { firstname: string; lastname: string }): string {
  return `${firstname} ${lastname}`;
}

/** "Muster, Eva" of a list as it is said: "Eva Muster". */
export function spokenName(listed: string): string {
  return listed.split(', ').toReversed().join(' ');
}
