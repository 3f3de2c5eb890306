import { useState } from 'react';
import type { Offer } from '../offers/offer.ts';
import type { Guest } from '../offers/queries.ts';

/** An enrolment whose email address is to be confirmed, kept in this tab: the request, and until when the seat is held. */
export type Held = { input: Guest; heldUntil: number; waits: boolean };

const holdMs = 30 * 60_000;
/** After the seat is released, the input stays for another attempt. */
const keptMs = 2 * holdMs;

const keyOf = (offerId: string) => `guest.${offerId}`;

/** What this tab sent for an offer and is not confirmed; stored per tab only, without secrets. */
export function readHeld(offerId: string): Held | undefined {
  const text = sessionStorage.getItem(keyOf(offerId));
  const held: Held | undefined = text === null ? undefined : JSON.parse(text);
  if (!held || Date.now() < held.heldUntil - holdMs + keptMs) return held;
  sessionStorage.removeItem(keyOf(offerId));
  return undefined;
}

/** Whether an enrolment still waits for its confirmation, with a seat or on the waiting list. */
export function isHeld(held: Held | undefined): held is Held {
  return held !== undefined && held.heldUntil > Date.now();
}

/** The offer for a viewer who holds one of its seats: that seat does not count as taken. */
export function withOwnSeat(offer: Offer, held: Held | undefined): Offer {
  if (!isHeld(held) || held.waits) return offer;
  return { ...offer, phase: { ...offer.phase, action: 'register' } };
}

/** The enrolment that waits for confirmation; it survives a reload. */
export function useHeld(offerId: string) {
  const [held, setHeld] = useState(() => readHeld(offerId));
  return {
    held,
    keep: (input: Guest, waits: boolean) => {
      const next: Held = { input, heldUntil: Date.now() + holdMs, waits };
      sessionStorage.setItem(keyOf(offerId), JSON.stringify(next));
      setHeld(next);
    },
    forget: () => {
      sessionStorage.removeItem(keyOf(offerId));
      setHeld(undefined);
    },
  };
}
