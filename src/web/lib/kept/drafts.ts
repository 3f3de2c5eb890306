const prefix = (userId: string) => `draft.${userId}.`;

/** The storage key of a user's unsaved input in a form; `name` identifies the record being edited. */
export function draftKey(userId: string, name: string): string {
  return `${prefix(userId)}${name}`;
}

/** How many drafts of a user are stored in this browser; sign-out asks before it deletes them. */
export function countDrafts(userId: string): number {
  return keysOf(userId).length;
}

/** Deletes a user's drafts: the next user of this device must not read them. */
export function deleteDrafts(userId: string): void {
  for (const key of keysOf(userId)) localStorage.removeItem(key);
}

function keysOf(userId: string): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix(userId)));
}
