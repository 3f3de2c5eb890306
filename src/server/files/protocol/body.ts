import type { IncomingMessage } from 'node:http';
import { chunksOf } from '#server/platform/process/chunks.ts';
import { StorageRefusal } from './refusal.ts';

/** The bytes of a request body. An aborted connection throws; it does not end the iteration. */
export type Body = AsyncIterable<Buffer>;

const drainedBytesAtMost = 34 * 1024 * 1024;
const drainedMsAtMost = 15_000;
/** 32 MB at 0.5 Mbit/s. */
const longestMs = 10 * 60 * 1000;

/**
 * Discards the rest of a rejected body, so that the client can receive the response: many clients only read it after
 * sending everything. Returns whether the connection can be reused.
 */
export async function drain(request: IncomingMessage): Promise<boolean> {
  if (request.readableEnded || request.destroyed) return request.readableEnded;
  const deadline = Date.now() + drainedMsAtMost;
  let drained = 0;
  try {
    // The stream must not be destroyed after this loop: the response uses the same connection.
    for await (const chunk of chunksOf(request.iterator({ destroyOnReturn: false }))) {
      drained += chunk.length;
      if (drained > drainedBytesAtMost || Date.now() > deadline) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** The bytes of a request body; the connection stays open for the response even if the consumer fails. */
export async function* bytesOf(request: IncomingMessage): Body {
  const deadline = Date.now() + longestMs;
  for await (const chunk of chunksOf(request.iterator({ destroyOnReturn: false }))) {
    // Idle connections time out after 20 s anyway; this limits clients that send a byte at a time.
    if (Date.now() > deadline) throw new StorageRefusal(408, 'The request took too long.');
    yield chunk;
  }
}

/** Throws as soon as more than `bytes` arrive. */
export async function* atMost(source: Body, bytes: number): Body {
  let passed = 0;
  for await (const chunk of source) {
    passed += chunk.length;
    if (passed > bytes) throw tooLarge(bytes);
    yield chunk;
  }
}

/** Passes all chunks to `look` as well. */
export async function* watched(source: Body, look: (chunk: Buffer) => void): Body {
  for await (const chunk of source) {
    look(chunk);
    yield chunk;
  }
}

/**
 * Frees the memory of each chunk as soon as the consumer requests the next. Chunks are allocated outside of the heap,
 * so the engine would only free them in a full collection (about 50 ms for 20 MB).
 */
export async function* usedUp(source: Body): Body {
  for await (const piece of source) {
    yield piece;
    const { buffer } = piece;
    // Chunks that share a larger buffer are not freed.
    if (buffer instanceof ArrayBuffer && buffer.byteLength === piece.length) buffer.transfer(0);
  }
}

/** Reads a short text body; throws if it is longer than `bytesAtMost`. */
export async function textOf(source: Body, bytesAtMost = 64 * 1024): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of atMost(source, bytesAtMost)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

export function tooLarge(bytes: number): StorageRefusal {
  return new StorageRefusal(413, `The file is larger than the ${bytes} bytes that are allowed here.`, { reason: 'too-large' });
}
