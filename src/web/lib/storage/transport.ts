import { StorageError } from './storageError.ts';

/** One request to the storage. */
export type Sent = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Including the origin. */
  url: string;
  headers: { [name: string]: string };
  body?: Blob | string;
  signal: AbortSignal;
  /** Aborts after this long without progress. */
  stallMs: number;
  /** The response is a file, not text. */
  wantsBlob?: boolean;
  /** How many bytes of the body have been sent. */
  onProgress?: (bytes: number) => void;
};

export type Answer = { status: number; header(name: string): string | null; text: string; blob?: Blob };

/** Sends one request. Rejects with LineError when there is no response. */
export type Transport = (request: Sent) => Promise<Answer>;

/** A network failure: it is unknown whether the request arrived. */
export class LineError extends Error {
  override readonly name = 'LineError';
}

/** Uses XMLHttpRequest, the only browser API that reports upload progress. */
export const xhrTransport: Transport = ({ method, url, headers, body, signal, stallMs, wantsBlob, onProgress }) => {
  if (typeof XMLHttpRequest === 'undefined') return Promise.reject(new StorageError('unsupported-environment'));
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout>;
    const fail = () => {
      end();
      reject(new LineError('no answer'));
    };
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), stallMs);
    };
    const abort = () => request.abort();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    request.open(method, url);
    if (wantsBlob) request.responseType = 'blob';
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded }) => {
      alive();
      onProgress?.(loaded);
    });
    request.addEventListener('progress', alive);
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
    request.addEventListener('load', () => {
      end();
      if (request.status === 0) return fail();
      void answerOf(request).then(resolve, fail);
    });
    if (signal.aborted) return fail();
    signal.addEventListener('abort', abort);
    alive();
    request.send(body ?? null);
  });
};

async function answerOf(request: XMLHttpRequest): Promise<Answer> {
  const { status } = request;
  const header = (name: string) => request.getResponseHeader(name);
  if (request.responseType !== 'blob') return { status, header, text: request.responseText };
  const blob = request.response as Blob;
  // Error responses are text.
  return { status, header, blob, text: status < 300 ? '' : await blob.text() };
}

/** Uses fetch, which reports no progress: for programs and tests outside a browser. */
export function fetchTransport(fetch: typeof globalThis.fetch): Transport {
  return async ({ method, url, headers, body, signal, stallMs, wantsBlob, onProgress }) => {
    try {
      const whole = AbortSignal.any([signal, AbortSignal.timeout(stallMs)]);
      const response = await fetch(url, { method, headers, body: body ?? null, signal: whole, credentials: 'omit' });
      const blob = await response.blob();
      const text = wantsBlob && response.ok ? '' : await blob.text();
      onProgress?.(typeof body === 'string' ? body.length : (body?.size ?? 0));
      return { status: response.status, header: (name) => response.headers.get(name), text, ...(wantsBlob && { blob }) };
    } catch (cause) {
      throw new LineError('no answer', { cause });
    }
  };
}
