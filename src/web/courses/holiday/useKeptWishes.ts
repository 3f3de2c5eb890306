import { useState } from 'react';
import type { WishesInput, WishingChild } from '#shared/courses/holiday/shapes.ts';
import type { RequirableConsent } from '#shared/people/consents.ts';
import { draftKey } from '#web/lib/drafts.ts';
import { authState } from '#web/lib/session/session.ts';

/** What is typed into the wishes of a child. */
export type TypedWishes = {
  stars: { [courseId: string]: number };
  wants: number;
  friends: WishesInput['friends'];
  code: string;
  consents: RequirableConsent[];
};

/** The wishes of a child as they are typed; what is not saved yet stays in this browser, also after a lost connection. */
export function useKeptWishes(roundId: string, { personId, entry }: WishingChild) {
  const key = draftKey(authState().user?.id ?? '', `ferien.${roundId}.${personId}`);
  const saved: TypedWishes = {
    stars: Object.fromEntries((entry?.wishes ?? []).map(({ courseId, stars }) => [courseId, stars])),
    wants: entry?.wants ?? 1,
    friends: entry?.code ? 'keep' : 'none',
    code: '',
    consents: [...(entry?.consents ?? [])],
  };
  const [typed, setTyped] = useState<TypedWishes | undefined>(() => readKept(key));
  return {
    value: { ...saved, ...typed },
    isChanged: typed !== undefined,
    change: (next: Partial<TypedWishes>) => {
      const values = { ...saved, ...typed, ...next };
      setTyped(values);
      try {
        localStorage.setItem(key, JSON.stringify(values));
      } catch {
        // A full or forbidden store keeps nothing; the form itself still does.
      }
    },
    discard: () => {
      localStorage.removeItem(key);
      setTyped(undefined);
    },
  };
}

function readKept(key: string): TypedWishes | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    // Only this form writes below this key; the server checks the values when they are sent.
    return typeof kept === 'object' && kept !== null && 'stars' in kept ? (kept as TypedWishes) : undefined;
  } catch {
    return undefined;
  }
}
