import { identityTimes } from '#shared/accounts/identityTimes.ts';

/** A short-lived bearer token, as the server issues it. */
export type IssuedToken = { token: string; expiresAt: string };

/** A token keeper's dependencies: the call, the clock, a timer, and which errors are network failures. */
export type TokenWorld = {
  issue(): Promise<IssuedToken>;
  nowMs(): number;
  /** Calls back after `delayMs`; returns a function that cancels it. */
  later(work: () => void, delayMs: number): () => void;
  isNetworkFailure(error: unknown): boolean;
};

export type TokenKeeper = {
  /** A token valid for at least 30 s. Concurrent callers share one request; rejects as the request does. */
  get(options?: { maxAgeMs?: number }): Promise<string>;
  /** Drops the token and stops its renewal; the next caller gets a new one. */
  drop(): void;
  /** Calls the listener with each new token; returns a function that unsubscribes. */
  onToken(listener: (token: string) => void): () => void;
};

type Kept = { token: string; expiresAtMs: number; gotAtMs: number };

/**
 * Keeps the bearer token in memory only (specification section 9): renewed 5 minutes before it expires, treated as
 * expired 30 s early, retried after 30 s, doubling to 16 minutes, while the network fails.
 */
export function createTokenKeeper({ issue, nowMs, later, isNetworkFailure }: TokenWorld): TokenKeeper {
  const listeners = new Set<(token: string) => void>();
  let kept: Kept | undefined;
  let running: Promise<string> | undefined;
  const plan = createPlan(later, () => renew());
  // Counts sign-outs: a token requested before a sign-out must be discarded when it arrives later.
  let era = 0;

  return {
    get: ({ maxAgeMs = Infinity } = {}) => {
      const isGood = kept && nowMs() < kept.expiresAtMs - identityTimes.tokenExpiredBeforeMs && nowMs() - kept.gotAtMs <= maxAgeMs;
      return kept && isGood ? Promise.resolve(kept.token) : renew();
    },
    drop: () => {
      era++;
      kept = undefined;
      running = undefined;
      plan.reset();
    },
    onToken: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  function renew(): Promise<string> {
    if (running) return running;
    const request = fetchToken(era).finally(() => {
      if (running === request) running = undefined;
    });
    running = request;
    return request;
  }

  async function fetchToken(ownEra: number): Promise<string> {
    plan.stop();
    let issued: IssuedToken;
    try {
      issued = await issue();
    } catch (error) {
      if (ownEra === era && isNetworkFailure(error)) plan.renewAfterBackOff();
      throw error;
    }
    if (ownEra !== era) throw new Error('Signed out while the token was being requested.');
    kept = { token: issued.token, expiresAtMs: Date.parse(issued.expiresAt), gotAtMs: nowMs() };
    plan.renewAfter(kept.expiresAtMs - identityTimes.tokenRefreshBeforeMs - nowMs());
    for (const listener of listeners) listener(kept.token);
    return kept.token;
  }
}

/** Schedules the renewal: at a planned time, or with backoff while the network fails. */
function createPlan(later: TokenWorld['later'], renew: () => Promise<unknown>) {
  const firstMs: number = identityTimes.refreshBackOffFirstMs;
  let backOffMs = firstMs;
  let stopTimer = (): void => undefined;
  // Callers handle the failure; the timer has scheduled its next attempt already.
  const renewAfter = (delayMs: number): void => {
    stopTimer = later(() => void renew().catch(() => undefined), Math.max(delayMs, 0));
  };

  return {
    /** Schedules the renewal of a new token; resets the backoff. */
    renewAfter: (delayMs: number): void => {
      backOffMs = firstMs;
      renewAfter(delayMs);
    },
    renewAfterBackOff: (): void => {
      renewAfter(backOffMs);
      backOffMs = Math.min(backOffMs * 2, identityTimes.refreshBackOffLongestMs);
    },
    stop: (): void => stopTimer(),
    /** Stops, and resets the backoff. */
    reset: (): void => {
      backOffMs = firstMs;
      stopTimer();
    },
  };
}

/** A token sync's dependencies. */
export type SyncWorld = {
  /** The configured URL; only a URL of this site is used. */
  url: string;
  origin: string;
  keeper: TokenKeeper;
  call(url: string, request: { method: 'POST' | 'DELETE'; headers: { authorization: string } }): Promise<unknown>;
};

/**
 * Notifies a configured URL of this site who is signed in (specification sections 7 and 9): POST with each new bearer
 * token, DELETE with the last one after sign-out. A token older than 5 minutes is renewed before it is sent. Undefined
 * for a URL of another site.
 */
export function createTokenSync({
  url,
  origin,
  keeper,
  call,
}: SyncWorld): { signedIn(): Promise<void>; signedOut(): Promise<void> } | undefined {
  if (!URL.canParse(url, origin) || new URL(url, origin).origin !== origin) return undefined;
  const address = new URL(url, origin).href;
  let isSignedIn = false;
  let sent: string | undefined;

  const post = async (token: string): Promise<void> => {
    if (!isSignedIn || token === sent) return;
    sent = token;
    await send('POST', token);
  };
  keeper.onToken((token) => void post(token));

  return {
    signedIn: async () => {
      isSignedIn = true;
      await keeper.get({ maxAgeMs: identityTimes.tokenSyncMaxAgeMs }).then(post, () => undefined);
    },
    signedOut: async () => {
      isSignedIn = false;
      const last = sent;
      sent = undefined;
      if (last !== undefined) await send('DELETE', last);
    },
  };

  async function send(method: 'POST' | 'DELETE', token: string): Promise<void> {
    try {
      await call(address, { method, headers: { authorization: `Bearer ${token}` } });
    } catch {
      // The next token is sent again.
      if (method === 'POST' && sent === token) sent = undefined;
    }
  }
}
