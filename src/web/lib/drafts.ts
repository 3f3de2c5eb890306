const prefix = (userId: string) => `draft.${userId}.`;

/** The key of what a user typed into a form and has not saved; `name` is the record that the form is about. */
export function draftKey(userId: string, name: string): string {
  return `${prefix(userId)}${name}`;
}

/** How many drafts of a user lie in this browser; the sign-out asks before it wipes them. */
export function countDrafts(userId: string): number {
  return keysOf(userId).length;
}

/** Wipes the drafts of a user: the next one at this device must not read them. */
export function wipeDrafts(userId: string): void {
  for (const key of keysOf(userId)) localStorage.removeItem(key);
}

function keysOf(userId: string): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix(userId)));
}
