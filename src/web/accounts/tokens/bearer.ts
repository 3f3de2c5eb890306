import { boot } from '#web/lib/boot.ts';
import { api, CallError } from '#web/lib/call/call.ts';
import { authState, onAuthState } from '#web/lib/session/session.ts';
import { createTokenKeeper, createTokenSync } from './token.ts';

const keeper = createTokenKeeper({
  issue: () => api.session.token(),
  nowMs: () => Date.now(),
  later: (work, delayMs) => {
    const timer = setTimeout(work, delayMs);
    return () => clearTimeout(timer);
  },
  isNetworkFailure: (error) => error instanceof CallError && error.code === 'network-request-failed',
});

const sync = boot.authSyncUrl
  ? createTokenSync({ url: boot.authSyncUrl, origin: location.origin, keeper, call: (url, request) => fetch(url, request) })
  : undefined;

let owner = authState().user?.id;
onAuthState(({ user }) => {
  if (user?.id === owner) return;
  owner = user?.id;
  keeper.drop();
  if (!user) void sync?.signedOut();
});

/** The bearer token of the signed-in user for the storage routes; kept in memory only. */
export function bearerToken(): Promise<string> {
  return keeper.get();
}

/** Drops a token that the server refused; the next caller gets a new one. */
export function forgetBearerToken(): void {
  keeper.drop();
}

/** Sends the bearer token to the configured URL, now and at each renewal; does nothing if none is configured. */
export async function syncToken(): Promise<void> {
  await sync?.signedIn();
}
