import type { Body } from './body.ts';
import { StorageRefusal } from './refusal.ts';

/** The parts of a multipart upload: the metadata, and the bytes as a stream. */
export type Multipart = { metadata: string; contentType: string | undefined; bytes: Body };

const headBytesAtMost = 64 * 1024;

/**
 * Parses a multipart/related body as a stream; each chunk is copied before the next is requested. Only the first part
 * is buffered, up to 64 KB. Throws 400 if the body is malformed.
 */
export async function readMultipart(contentType: string | undefined, body: Body): Promise<Multipart> {
  const boundary = /^multipart\/related\s*;.*\bboundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(contentType ?? '');
  const name = boundary?.[1] ?? boundary?.[2];
  if (!name) throw new StorageRefusal(400, 'A multipart upload needs a boundary.');
  const source = body[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);

  /** Takes everything before `mark` out of the buffer and returns it. */
  const take = async (mark: string): Promise<string> => {
    for (;;) {
      const at = held.indexOf(mark);
      if (at !== -1) {
        const text = held.toString('utf8', 0, at);
        held = held.subarray(at + mark.length);
        return text;
      }
      const next = await source.next();
      if (next.done || held.length > headBytesAtMost) throw broken();
      held = Buffer.concat([held, next.value]);
    }
  };

  if ((await take(`--${name}\r\n`)).trim() !== '') throw broken();
  await take('\r\n\r\n');
  const metadata = await take(`\r\n--${name}\r\n`);
  const head = `\r\n${await take('\r\n\r\n')}`;
  const type = /\r\ncontent-type:[ \t]*([^\r\n]*)/i.exec(head)?.[1]?.trim();
  return { metadata, contentType: type || undefined, bytes: untilMark(held, source, Buffer.from(`\r\n--${name}--`)) };
}

/** The bytes before the closing boundary; throws if the body ends without it. */
async function* untilMark(first: Buffer, source: AsyncIterator<Buffer>, mark: Buffer): Body {
  let held = first;
  for (;;) {
    const at = held.indexOf(mark);
    if (at !== -1) {
      if (at > 0) yield held.subarray(0, at);
      // Data after the boundary is discarded, so that the connection can be reused.
      while (!(await source.next()).done);
      return;
    }
    // The boundary may span two chunks, so its length is held back.
    const safe = held.length - mark.length;
    if (safe > 0) {
      yield held.subarray(0, safe);
      held = held.subarray(safe);
    }
    const next = await source.next();
    if (next.done) throw broken();
    held = Buffer.concat([held, next.value]);
  }
}

function broken(): StorageRefusal {
  return new StorageRefusal(400, 'The multipart body is broken.');
}
