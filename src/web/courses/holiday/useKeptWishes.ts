import { useState } from 'react';
import type { HolidayPage, WishesInput, WishingChild } from '#shared/courses/holiday/shapes.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { RequirableConsent } from '#shared/people/consents.ts';
import { draftKey } from '#web/lib/kept/drafts.ts';
import { authState } from '#web/lib/session/session.ts';

/** The input of the wish form of a child. */
export type TypedWishes = {
  stars: { [courseId: string]: number };
  wants: number;
  friends: WishesInput['friends'];
  code: string;
  /** By the club that requires them: each club has its own texts. */
  consents: { [club in ClubName]?: RequirableConsent[] };
};

/** The wish form's state for a child; unsaved input is kept in this browser, also across a lost connection. */
export function useKeptWishes(round: HolidayPage, { personId, entry }: WishingChild) {
  const key = draftKey(authState().user?.id ?? '', `ferien.${round.id}.${personId}`);
  const saved: TypedWishes = {
    stars: Object.fromEntries((entry?.wishes ?? []).map(({ courseId, stars }) => [courseId, stars])),
    wants: entry?.wants ?? 1,
    friends: entry?.code ? 'keep' : 'none',
    code: '',
    consents: givenIn(round, entry),
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
        // If storage is full or forbidden, only the open form keeps the input.
      }
    },
    discard: () => {
      localStorage.removeItem(key);
      setTyped(undefined);
    },
  };
}

/** The consents given with the saved wishes. */
function givenIn({ offers }: HolidayPage, entry: WishingChild['entry']): TypedWishes['consents'] {
  const wished = offers.filter(({ courseId }) => entry?.wishes.some((one) => one.courseId === courseId));
  const byClub = [...Map.groupBy(wished, ({ club }) => club)].map(([club, own]) => {
    const required = own.flatMap(({ requiredConsents }) => requiredConsents);
    return [club, entry?.consents.filter((one) => required.includes(one)) ?? []] as const;
  });
  return Object.fromEntries(byClub);
}

function readKept(key: string): TypedWishes | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    // Only this form writes this key; the server validates the values when they are sent.
    return typeof kept === 'object' && kept !== null && 'stars' in kept ? (kept as TypedWishes) : undefined;
  } catch {
    return undefined;
  }
}
