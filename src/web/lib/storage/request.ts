import { storageLimits } from './limits.ts';
import { errorOfAnswer, isRetryable, StorageError } from './storageError.ts';
import { LineError, type Answer, type Sent, type Transport } from './transport.ts';

/** The client's dependencies on its environment. */
export type StorageWorld = {
  origin: string;
  send: Transport;
  /** The bearer token, requested anew for each attempt; undefined for a visitor. */
  getToken(): Promise<string | undefined>;
  /** Drops a token that the server refused, so that the next one is new. */
  dropToken(): void | Promise<void>;
  /** The token for the app-check header, if used. */
  getAppToken?: () => Promise<string>;
  dropAppToken?: () => void | Promise<void>;
  nowMs(): number;
  /** Resolves after `ms`, or at once when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Between 0 and 1. */
  random(): number;
};

/** A request without the fields that each attempt adds. */
export type Asked = Pick<Sent, 'method' | 'headers' | 'body' | 'wantsBlob' | 'onProgress' | 'signal'> & {
  path: string;
  isObject?: boolean;
};

/** Exponential backoff between attempts: from 1 s, doubled up to 64 s, with jitter. */
export class BackOff {
  readonly #world: StorageWorld;
  #pauseMs = 0;
  #failingSinceMs: number | undefined;

  constructor(world: StorageWorld) {
    this.#world = world;
  }

  /** Waits before the next attempt; false once `limitMs` have passed. */
  async pause(limitMs: number, signal: AbortSignal): Promise<boolean> {
    const now = this.#world.nowMs();
    this.#failingSinceMs ??= now;
    const leftMs = this.#failingSinceMs + limitMs - now;
    if (leftMs <= 0) return false;
    this.#pauseMs = Math.min(Math.max(this.#pauseMs * 2, storageLimits.firstPauseMs), storageLimits.longestPauseMs);
    await this.#world.wait(Math.min(this.#pauseMs + this.#world.random() * 1000, leftMs), signal);
    return true;
  }

  /** Resets the backoff after a success. */
  reset(): void {
    this.#pauseMs = 0;
    this.#failingSinceMs = undefined;
  }
}

/** Sends a request, with retries for at most `limitMs`; a refusal throws a StorageError. */
export async function request(world: StorageWorld, asked: Asked, limitMs: number): Promise<Answer> {
  const backOff = new BackOff(world);
  for (;;) {
    const answer = await tryOnce(world, asked);
    if (answer && !isRetryable(answer.status)) return accepted(answer, asked);
    if (!(await backOff.pause(limitMs, asked.signal))) throw givenUp(answer);
  }
}

/** The error after the last attempt, with the details of its response, if there was one. */
export function givenUp(answer: Answer | undefined): StorageError {
  const more = answer ? { status: answer.status, reason: errorOfAnswer(answer.status, answer.text, false).reason } : {};
  return new StorageError('retry-limit-exceeded', more);
}

/** Sends a request once, with fresh tokens where the old ones are refused. Undefined on a network failure. */
export async function tryOnce(world: StorageWorld, asked: Asked): Promise<Answer | undefined> {
  try {
    const answer = await sendOnce(world, asked);
    if (answer.status !== 401) return answer;
    // A token may expire in the middle of an upload: it is renewed once, then the response is final.
    if (errorOfAnswer(401, answer.text, false).code === 'unauthorized-app') await world.dropAppToken?.();
    else await world.dropToken();
    return await sendOnce(world, asked);
  } catch (error) {
    if (asked.signal.aborted) throw new StorageError('canceled');
    if (error instanceof LineError) return undefined;
    throw error;
  }
}

/** Returns a successful response and throws a StorageError for a refusal. */
export function accepted(answer: Answer, { isObject = false }: Pick<Asked, 'isObject'>): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw errorOfAnswer(answer.status, answer.text, isObject);
}

async function sendOnce(world: StorageWorld, { path, headers, isObject: _isObject, ...asked }: Asked): Promise<Answer> {
  const token = await world.getToken();
  const appToken = await world.getAppToken?.();
  if (asked.signal.aborted) throw new StorageError('canceled');
  return world.send({
    ...asked,
    url: world.origin + path,
    stallMs: storageLimits.stallMs,
    headers: {
      ...headers,
      ...(token && { Authorization: `Firebase ${token}` }),
      ...(appToken && { 'X-Firebase-AppCheck': appToken }),
      'X-Firebase-Storage-Version': 'vereinsportal',
    },
  });
}
