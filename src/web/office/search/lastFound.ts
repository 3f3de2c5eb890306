import type { Found } from '#shared/office/search.ts';
import { authState } from '#web/lib/session/session.ts';

const keptAtMost = 5;

// In this tab only, and not stored: they are names.
let last: { userId: string | undefined; found: readonly Found[] } = { userId: undefined, found: [] };

/** What the viewer opened last from the search, latest first. */
export function lastFound(): readonly Found[] {
  return last.userId === authState().user?.id ? last.found : [];
}

/** Remembers what was opened from the search. */
export function keepFound(one: Found): void {
  const others = lastFound().filter(({ kind, id }) => kind !== one.kind || id !== one.id);
  last = { userId: authState().user?.id, found: [one, ...others].slice(0, keptAtMost) };
}
