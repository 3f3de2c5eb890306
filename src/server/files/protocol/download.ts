import { and, eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import { allowed } from '../folders/allowedPaths.ts';
import { noteView } from '../folders/noteView.ts';
import { etagOf, type ObjectRow } from './metadata.ts';
import { findObject, type Key } from '../objects/objects.ts';
import { savedName } from './fileNames.ts';
import { notFound, StorageRefusal } from './refusal.ts';
import { mayDo, type Actor, type Rule } from './rules.ts';
import { openSegments } from '../uploads/segments.ts';
import type { Storage } from '../objects/storage.ts';
import { storageSize, type Segment } from '../objects/table.ts';

/** The content types that may be displayed inline; all others are sent as attachments. */
const shown = ['application/pdf', 'image/webp', 'image/avif'];

/** Bytes to send, with the values of the response headers. */
export type Sendable = {
  segments: readonly Segment[];
  bytes: number;
  type: string;
  etag: string;
  fileName: string;
  cacheControl: string;
  isShown: boolean;
};

/** Sends a file to viewers with access. The download token of a public file is not checked, since it is readable by everybody. */
export async function download(
  storage: Storage,
  actor: Actor | undefined,
  key: Key,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const storagePath = await allowed(storage, actor, 'read', key.path);
  const row = await findObject(storage, key);
  await noteView(storage, actor, row, storagePath);
  // Originals contain camera metadata, such as the location, and are sent to editors only.
  const isBare = storagePath.rule.isPublic && row.width !== null && !mayDo(actor, 'write', storagePath);
  const sendable = isBare ? await bareOf(storage, row) : originalOf(row, storagePath.rule);
  return send(storage, sendable, request, reply);
}

/** Sends bytes or the requested range, with headers that prevent browsers from executing the content on this origin. */
export async function send(storage: Storage, what: Sendable, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { bytes, etag } = what;
  void reply.headers({
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': what.cacheControl,
    etag: `"${etag}"`,
    'accept-ranges': 'bytes',
  });
  if (request.headers['if-none-match'] === `"${etag}"`) return reply.status(304).send();
  const range = rangeOf(request.headers.range, bytes);
  if (range === 'beyond') {
    void reply.header('content-range', `bytes */${bytes}`);
    throw new StorageRefusal(416, 'The file has fewer bytes.');
  }
  const { start, end } = range ?? { start: 0, end: bytes };
  void reply.status(range ? 206 : 200).headers({
    'content-type': what.type.startsWith('text/') ? `${what.type}; charset=utf-8` : what.type,
    'content-length': end - start,
    'content-disposition': `${what.isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(what.fileName)}`,
    ...(range && { 'content-range': `bytes ${start}-${end - 1}/${bytes}` }),
  });
  await passBytes(storage, what.segments, [start, end], reply);
  return reply;
}

const ofBody = ['content-length', 'content-range', 'content-disposition', 'etag', 'accept-ranges', 'cache-control'] as const;

/** Streams the bytes to the connection; an error closes it, so that a partial response is not mistaken for a complete one. */
async function passBytes(
  storage: Storage,
  segments: readonly Segment[],
  range: readonly [number, number],
  reply: FastifyReply,
): Promise<void> {
  const { raw } = reply;
  let hasBegun = false;
  const bytes = await openSegments(storage.blobs, segments, range, (piece) => {
    if (!hasBegun) begin();
    return written(raw, piece);
  });
  const begin = () => {
    hasBegun = true;
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
    raw.writeHead(reply.statusCode);
  };
  try {
    await bytes.run();
    if (!hasBegun) begin();
    raw.end();
  } catch (error) {
    if (hasBegun) return void raw.destroy();
    // The error response has a different body.
    for (const name of ofBody) reply.removeHeader(name);
    throw error;
  } finally {
    await bytes.close();
  }
}

function written(raw: ServerResponse, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    raw.write(piece, (error) => (error ? reject(error) : resolve()));
    if (raw.destroyed) reject(new Error('The client disconnected.'));
  });
}

function originalOf(row: ObjectRow, { isPublic }: Rule): Sendable {
  return {
    segments: row.segments,
    bytes: row.sizeBytes,
    type: row.contentType,
    etag: etagOf(row),
    fileName: savedName(row.path, row.contentType),
    // The owner of a private file cannot make shared caches store it.
    cacheControl: (isPublic && row.metadata.cacheControl) || 'private, max-age=0',
    isShown: row.contentType === 'application/pdf',
  };
}

async function bareOf({ database }: Storage, row: ObjectRow): Promise<Sendable> {
  const sizes = await database.orm
    .select()
    .from(storageSize)
    .where(and(eq(storageSize.objectId, row.id), eq(storageSize.format, 'webp')));
  const largest = sizes.toSorted((a, b) => b.width - a.width)[0];
  if (!largest) throw notFound();
  return sizeOf(row, largest, 'public, max-age=300');
}

/** A resized version of a picture as a response body. */
export function sizeOf(row: ObjectRow, size: typeof storageSize.$inferSelect, cacheControl: string): Sendable {
  const type = `image/${size.format}`;
  return {
    segments: [size.segment],
    bytes: size.segment.bytes,
    type,
    etag: `${etagOf(row)}-${size.width}-${size.format}`,
    fileName: `${(row.path.split('/').at(-1) ?? 'bild').replace(/\.\w+$/, '')}.${size.format}`,
    cacheControl,
    isShown: shown.includes(type),
  };
}

/** Parses a header with one byte range; several ranges or an invalid header select the whole file. */
function rangeOf(header: string | undefined, bytes: number): { start: number; end: number } | 'beyond' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(bytes - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? bytes : Math.min(Number(last) + 1, bytes);
  return start < end ? { start, end } : 'beyond';
}
