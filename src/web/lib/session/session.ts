import { useSyncExternalStore } from 'react';
import { withBack } from '#shared/kernel/back.ts';
import type { User } from '#shared/kernel/user.ts';
import { boot } from '../boot.ts';

/** The signed-in user or null, and whether the first state is known (specification section 4). */
export type AuthState = { user: User | null; isKnown: boolean };

type Listener = (state: AuthState) => void;

let leaveTo = '/';
let isSigningOut = false;
let state: AuthState = { user: boot.user, isKnown: boot.isFromServer };
const listeners = new Set<Listener>();
const channel = new BroadcastChannel(`${boot.authKey}.auth`);

// Another tab signed in or out: apply its state here too.
channel.onmessage = ({ data }: MessageEvent<{ user: User | null }>) => apply({ user: data.user, isKnown: true });

/** The current state. */
export function authState(): AuthState {
  return state;
}

/** Calls `listener` on each change, from this tab or another; returns a function that unsubscribes. */
export function onAuthState(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sets who is signed in, here and in the other tabs. */
export function setUser(user: User | null): void {
  apply({ user, isKnown: true });
  channel.postMessage({ user });
}

/** Runs a sign-out: a request refused meanwhile is not treated as a session ended by the server. */
export async function whileSigningOut(signOut: () => Promise<void>): Promise<void> {
  isSigningOut = true;
  try {
    await signOut();
  } finally {
    isSigningOut = false;
  }
}

/** The server ended the session: sign out in all tabs; this one, where the user was working, opens the sign-in page. */
export function endSession(): void {
  if (isSigningOut) return;
  leaveTo = `${withBack('/login', location.pathname + location.search)}#abgelaufen`;
  setUser(null);
}

/** Leaves the current page when the user is signed out here, in another tab or by the server. */
export function leaveWhenSignedOut(): void {
  let wasSignedIn = state.user !== null;
  onAuthState(({ user }) => {
    if (wasSignedIn && !user) location.assign(leaveTo);
    wasSignedIn = user !== null;
  });
}

/** The auth state; the component re-renders when it changes. */
export function useAuth(): AuthState {
  return useSyncExternalStore(onAuthState, authState);
}

/** Being told the same user once more, as at each opening of a page, changes nothing: everything on it would be drawn anew. */
function apply(next: AuthState): void {
  if (shown(next) === shown(state)) return;
  state = next;
  for (const listener of listeners) listener(state);
}

/** What pages show of a state, as text: all but how often and when its user signed in. */
function shown({ user, isKnown }: AuthState): string {
  return JSON.stringify({ ...user, logins: undefined, lastLogin: undefined, updatedAt: undefined, isKnown });
}
