import { storageLimits } from './limits.ts';
import { errorOfAnswer, isRetryable, StorageError } from './storageError.ts';
import { LineError, type Answer, type Sent, type Transport } from './transport.ts';

/** What the client needs of the world around it. */
export type StorageWorld = {
  origin: string;
  send: Transport;
  /** The bearer token, asked for again at each try; undefined for a visitor. */
  getToken(): Promise<string | undefined>;
  /** Forgets a token that the server refused, so that the next one is new. */
  dropToken(): void | Promise<void>;
  /** The token for the app-check header, where there is one. */
  getAppToken?: () => Promise<string>;
  dropAppToken?: () => void | Promise<void>;
  nowMs(): number;
  /** Resolves after a while, or at once when the signal says so. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Between 0 and 1. */
  random(): number;
};

/** A request without what is added at each try. */
export type Asked = Pick<Sent, 'method' | 'headers' | 'body' | 'wantsBlob' | 'onProgress' | 'signal'> & {
  path: string;
  isObject?: boolean;
};

/** Growing pauses between tries: 1 s, doubled up to 64 s, a little apart for each client. */
export class BackOff {
  readonly #world: StorageWorld;
  #pauseMs = 0;
  #failingSinceMs: number | undefined;

  constructor(world: StorageWorld) {
    this.#world = world;
  }

  /** Waits before the next try; false when `limitMs` of trying are over. */
  async pause(limitMs: number, signal: AbortSignal): Promise<boolean> {
    const now = this.#world.nowMs();
    this.#failingSinceMs ??= now;
    const leftMs = this.#failingSinceMs + limitMs - now;
    if (leftMs <= 0) return false;
    this.#pauseMs = Math.min(Math.max(this.#pauseMs * 2, storageLimits.firstPauseMs), storageLimits.longestPauseMs);
    await this.#world.wait(Math.min(this.#pauseMs + this.#world.random() * 1000, leftMs), signal);
    return true;
  }

  /** Something went well: the next failure starts over. */
  reset(): void {
    this.#pauseMs = 0;
    this.#failingSinceMs = undefined;
  }
}

/** Sends a request until it is answered, at most `limitMs`; a refusal is a StorageError. */
export async function request(world: StorageWorld, asked: Asked, limitMs: number): Promise<Answer> {
  const backOff = new BackOff(world);
  for (;;) {
    const answer = await tryOnce(world, asked);
    if (answer && !isRetryable(answer.status)) return accepted(answer, asked);
    if (!(await backOff.pause(limitMs, asked.signal))) throw givenUp(answer);
  }
}

/** The end of all tries, with what the last answer told, if there was one. */
export function givenUp(answer: Answer | undefined): StorageError {
  const more = answer ? { status: answer.status, reason: errorOfAnswer(answer.status, answer.text, false).reason } : {};
  return new StorageError('retry-limit-exceeded', more);
}

/** Sends a request once, with fresh tokens where the old ones are refused. Undefined when the line did not hold. */
export async function tryOnce(world: StorageWorld, asked: Asked): Promise<Answer | undefined> {
  try {
    const answer = await sendOnce(world, asked);
    if (answer.status !== 401) return answer;
    // A token may end in the middle of an upload: it is renewed once, and then the answer holds.
    if (errorOfAnswer(401, answer.text, false).code === 'unauthorized-app') await world.dropAppToken?.();
    else await world.dropToken();
    return await sendOnce(world, asked);
  } catch (error) {
    if (asked.signal.aborted) throw new StorageError('canceled');
    if (error instanceof LineError) return undefined;
    throw error;
  }
}

/** Passes a good answer on and throws what a refusal tells. */
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
