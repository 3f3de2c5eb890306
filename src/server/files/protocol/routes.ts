import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readActor } from './actor.ts';
import { checkPrefix, readAddress, type Address } from './address.ts';
import { checkAppToken } from './appCheck.ts';
import { headerOf, type Asked } from './asked.ts';
import { bytesOf, drain, textOf } from './body.ts';
import { download } from './download.ts';
import { listObjects } from './listing.ts';
import { readMetadata } from './metadata.ts';
import { changeMetadata, changeTokens, deleteObject, readResource } from '../objects/objects.ts';
import { appCheckText, notFound, refusalOf, StorageRefusal } from './refusal.ts';
import { beginUpload, commandsOf, continueUpload } from './resumable.ts';
import { uploadAtOnce } from './singleUpload.ts';
import { noteSender } from '#server/platform/http/requestLog.ts';
import type { Storage } from '../objects/storage.ts';

/** Whether a URL belongs to the storage protocol. */
export function isStorage(url: string): boolean {
  return url.startsWith('/v0/');
}

/** Serves the storage protocol under /v0, authenticated by bearer tokens only, with its own error format. */
export function serveStorage(app: FastifyInstance, storage: Storage): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Bodies are streamed by the handlers.
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    scope.setErrorHandler((error, request, reply) => refuse(storage, error, request, reply));
    scope.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/v0/*',
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const address = readAddress(request.raw.url ?? '');
        checkAppToken(headerOf(request, 'x-firebase-appcheck'), storage.secret);
        if (address.bucket !== storage.settings.STORAGE_BUCKET) {
          throw new StorageRefusal(404, 'The bucket does not exist.', { reason: 'bucket' });
        }
        if (isOfUpload(request, address)) return continueUpload({ storage, address, request, reply });
        const actor = await readActor(storage.database, storage.readToken, request.headers.authorization);
        noteSender(request, actor);
        return answer({ storage, actor, address, request, reply });
      },
    });
  });
}

async function answer(asked: Asked): Promise<unknown> {
  const { storage, actor, address, request, reply } = asked;
  const { path, query, bucket } = address;
  if (path === undefined) {
    if (request.method === 'GET') {
      return listObjects(storage, actor, {
        bucket,
        prefix: checkPrefix(query.get('prefix') ?? ''),
        delimiter: query.get('delimiter'),
        maxResults: query.get('maxResults'),
        pageToken: query.get('pageToken'),
      });
    }
    if (request.method !== 'POST' && request.method !== 'PUT') throw notFound();
    return headerOf(request, 'x-goog-upload-protocol') === 'resumable' ? beginUpload(asked) : uploadAtOnce(asked);
  }
  const key = { bucket, path };
  if (request.method === 'GET') {
    return query.get('alt') === 'media' ? download(storage, actor, key, request, reply) : readResource(storage, actor, key);
  }
  if (request.method === 'DELETE') {
    await deleteObject(storage, actor, key);
    return reply.status(204).send();
  }
  if (request.method === 'PATCH') return changeMetadata(storage, actor, key, readMetadata(await textOf(bytesOf(request.raw))));
  if (query.get('create_token') === 'true') return changeTokens(storage, actor, key, 'create');
  const token = query.get('delete_token');
  if (token) return changeTokens(storage, actor, key, { remove: token });
  throw new StorageRefusal(400, 'The request is not known.');
}

/** Whether a request is a command of an existing upload; "start" always creates a new one. */
function isOfUpload(request: FastifyRequest, { path, query }: Address): boolean {
  const isSending = request.method === 'POST' || request.method === 'PUT';
  return path === undefined && isSending && query.has('upload_id') && !commandsOf(request).includes('start');
}

async function refuse({ log }: Storage, error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const refusal = refusalOf(error);
  if (refusal.status >= 500 && !request.socket.destroyed) {
    log.error({ err: refusal.cause ?? refusal, requestId: request.id }, 'a storage request failed');
  }
  return sendRefusal(refusal, request, reply);
}

/** Sends an error in the format of the protocol, including errors before routing, such as a URL that is not valid UTF-8. */
export async function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const refusal = refusalOf(error);
  // A client that is still sending would not read the response.
  const isClean = await drain(request.raw);
  if (!isClean) void reply.header('connection', 'close');
  if (refusal.retryAfterSeconds) void reply.header('retry-after', refusal.retryAfterSeconds);
  if (refusal.status === 401 && refusal.message.includes(appCheckText)) reply.raw.statusMessage = appCheckText;
  return reply.status(refusal.status).type('application/json; charset=utf-8').send(JSON.stringify(refusal.toBody()));
}
