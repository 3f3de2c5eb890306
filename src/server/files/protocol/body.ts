import type { IncomingMessage } from 'node:http';
import { chunksOf } from '#server/platform/process/chunks.ts';
import { StorageRefusal } from './refusal.ts';

/** The bytes of a request. A line that breaks before its end is a failure, not an end. */
export type Body = AsyncIterable<Buffer>;

const drainedBytesAtMost = 34 * 1024 * 1024;
const drainedMsAtMost = 15_000;
/** 32 MB at half a megabit per second. */
const longestMs = 10 * 60 * 1000;

/**
 * Reads the rest of an unwanted body, so that the client gets its refusal: one that is still sending does not
 * listen. True when the line is clean and can be used again.
 */
export async function drain(request: IncomingMessage): Promise<boolean> {
  if (request.readableEnded || request.destroyed) return request.readableEnded;
  const deadline = Date.now() + drainedMsAtMost;
  let drained = 0;
  try {
    // The stream must outlive this loop: the answer goes out over the same line.
    for await (const chunk of chunksOf(request.iterator({ destroyOnReturn: false }))) {
      drained += chunk.length;
      if (drained > drainedBytesAtMost || Date.now() > deadline) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** Passes a request's bytes on, and leaves the line open for the answer whatever happens to them. */
export async function* bytesOf(request: IncomingMessage): Body {
  const deadline = Date.now() + longestMs;
  for await (const chunk of chunksOf(request.iterator({ destroyOnReturn: false }))) {
    // Who stops for 20 s loses the line anyway; this ends those who send a byte now and then.
    if (Date.now() > deadline) throw new StorageRefusal(408, 'The request took too long.');
    yield chunk;
  }
}

/** Refuses the byte after the last allowed one. */
export async function* atMost(source: Body, bytes: number): Body {
  let passed = 0;
  for await (const chunk of source) {
    passed += chunk.length;
    if (passed > bytes) throw tooLarge(bytes);
    yield chunk;
  }
}

/** Shows each piece to `look` on its way. */
export async function* watched(source: Body, look: (chunk: Buffer) => void): Body {
  for await (const chunk of source) {
    look(chunk);
    yield chunk;
  }
}

/**
 * Passes pieces on to a consumer that is done with each before it asks for the next, and gives their memory back at once: it
 * lies outside of the heap, where the engine sees no reason to collect until it walks through everything, 50 ms for 20 MB.
 */
export async function* usedUp(source: Body): Body {
  for await (const piece of source) {
    yield piece;
    const { buffer } = piece;
    // A piece of a larger run of memory, which others may use, is left alone.
    if (buffer instanceof ArrayBuffer && buffer.byteLength === piece.length) buffer.transfer(0);
  }
}

/** A short text body. */
export async function textOf(source: Body, bytesAtMost = 64 * 1024): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of atMost(source, bytesAtMost)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

export function tooLarge(bytes: number): StorageRefusal {
  return new StorageRefusal(413, `The file is larger than the ${bytes} bytes that are allowed here.`, { reason: 'too-large' });
}
