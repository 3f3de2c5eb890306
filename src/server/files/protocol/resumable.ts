import type { FastifyReply, FastifyRequest } from 'fastify';
import { headerOf, nameOf, type Asked } from './asked.ts';
import { bytesOf, textOf } from './body.ts';
import { takeChunk } from '../uploads/chunks.ts';
import { readMetadata } from './metadata.ts';
import { StorageRefusal } from './refusal.ts';
import { noteSender } from '#server/platform/http/requestLog.ts';
import { cancelUpload, findUpload, startUpload, waitForAnswer } from '../uploads/uploads.ts';

/** The commands of a request to an upload, in lower case. */
export function commandsOf(request: FastifyRequest): string[] {
  return (headerOf(request, 'x-goog-upload-command') ?? '').split(',').map((word) => word.trim().toLowerCase());
}

/** Handles the commands of a started resumable upload: query, upload, finalize and cancel. Each request is authorised again. */
export async function continueUpload(asked: Omit<Asked, 'actor'>): Promise<unknown> {
  const { storage, address, request, reply } = asked;
  const commands = commandsOf(request);
  const { actor, session } = await findUpload(storage, request.headers.authorization, address.query.get('upload_id') ?? '');
  noteSender(request, actor);
  if (commands.includes('query')) {
    return setStatus(reply, session.status).header('x-goog-upload-size-received', session.receivedBytes).send();
  }
  if (commands.includes('cancel')) {
    await cancelUpload(storage, session);
    return setStatus(reply, 'cancelled').send();
  }
  const isLast = commands.includes('finalize');
  if (!isLast && !commands.includes('upload')) throw new StorageRefusal(400, 'The upload command is not known.');
  waitForAnswer(request.raw);
  const resource = await takeChunk(storage, actor, session, {
    offset: offsetOf(request),
    isLast,
    md5: md5In(request),
    request: request.raw,
  });
  setStatus(reply, resource ? 'final' : 'active');
  return resource ?? reply.send();
}

/** Starts a resumable upload and returns its URL in the response headers. */
export async function beginUpload({ storage, actor, address, request, reply }: Asked): Promise<unknown> {
  const given = readMetadata(await textOf(bytesOf(request.raw)));
  const path = nameOf(address, given);
  const id = await startUpload(storage, actor, {
    bucket: address.bucket,
    path,
    declaredBytes: sizeOf(headerOf(request, 'x-goog-upload-header-content-length')),
    declaredType: headerOf(request, 'x-goog-upload-header-content-type') ?? given.contentType ?? undefined,
    given,
  });
  const protocol = storage.settings.secure ? 'https' : request.protocol;
  const query = new URLSearchParams({ name: path, upload_id: id, upload_protocol: 'resumable' });
  const url = `${protocol}://${request.host}/v0/b/${encodeURIComponent(address.bucket)}/o?${query}`;
  return setStatus(reply, 'active')
    .headers({ 'x-goog-upload-url': url, 'x-goog-upload-control-url': url, 'x-goog-upload-chunk-granularity': 1 })
    .send();
}

function setStatus(reply: FastifyReply, status: 'active' | 'final' | 'cancelled'): FastifyReply {
  return reply.status(200).header('x-goog-upload-status', status);
}

function offsetOf(request: FastifyRequest): number {
  const offset = sizeOf(headerOf(request, 'x-goog-upload-offset'));
  if (offset === undefined) throw new StorageRefusal(400, 'X-Goog-Upload-Offset is missing.');
  return offset;
}

/** The MD5 in `X-Goog-Hash: md5=…`, which a client may send with the last chunk. */
function md5In(request: FastifyRequest): string | undefined {
  return /(?:^|[\s,])md5=([\w+/]{22}==)/.exec(headerOf(request, 'x-goog-hash') ?? '')?.[1];
}

function sizeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new StorageRefusal(400, 'A size must be a whole number of bytes.');
  return Number(text);
}
