import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pictureWidths } from '#shared/kernel/storage.ts';
import type { Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { clubOfUser } from '../protocol/actor.ts';
import { checkPath } from '../protocol/address.ts';
import { send, sizeOf } from '../protocol/download.ts';
import type { ObjectRow } from '../protocol/metadata.ts';
import { noteView } from '../folders/noteView.ts';
import { findObject } from '../objects/objects.ts';
import { StorageRefusal } from '../protocol/refusal.ts';
import { mayDo, storagePathOf, type StoragePath } from '../protocol/rules.ts';
import type { Storage } from '../objects/storage.ts';
import { storageSize } from '../objects/table.ts';

type ContextOf = (request: FastifyRequest) => Promise<Pick<Context, 'viewer'>>;

/**
 * Serves the resized versions of pictures by path for use in pages; private ones require the session cookie. Read-only,
 * so it is not vulnerable to CSRF.
 */
export function serveMedia(app: FastifyInstance, storage: Storage, contextOf: ContextOf): void {
  app.get<{ Params: { width: string }; Querystring: { v?: string } }>('/media/:width/*', async (request, reply) => {
    const width = Number(request.params.width);
    if (!pictureWidths.some((one) => one === width)) throw new Problem('not-found');
    try {
      const { row, storagePath } = await find(storage, pathOf(request), () => contextOf(request));
      const size = await sizeFor(storage, row, width, request.headers.accept ?? '');
      void reply.header('vary', 'accept');
      const isThis = request.query.v === String(row.generation);
      return await send(storage, sizeOf(row, size, cacheFor(storagePath, isThis)), request, reply);
    } catch (error) {
      throw error instanceof StorageRefusal
        ? new Problem(error.status === 400 ? 'invalid-argument' : 'not-found', { cause: error })
        : error;
    }
  });
}

function pathOf(request: FastifyRequest): string {
  const raw = /^\/media\/\d+\/([^?]*)/.exec(request.raw.url ?? '')?.[1] ?? '';
  try {
    return checkPath(decodeURIComponent(raw));
  } catch (cause) {
    throw new Problem('invalid-argument', { cause });
  }
}

/** The picture at a path; throws 404 for viewers without access. */
async function find(
  storage: Storage,
  path: string,
  contextOf: () => ReturnType<ContextOf>,
): Promise<{ row: ObjectRow; storagePath: StoragePath }> {
  const storagePath = await storagePathOf(path, (userId) => clubOfUser(storage.database, userId));
  if (!storagePath?.rule.hasSizes) throw new Problem('not-found');
  const { viewer } = storagePath.rule.isPublic ? { viewer: undefined } : await contextOf();
  if (!mayDo(viewer, 'read', storagePath)) throw new Problem('not-found');
  const row = await findObject(storage, { bucket: storage.settings.STORAGE_BUCKET, path });
  await noteView(storage, viewer, row, storagePath);
  return { row, storagePath };
}

/** The smallest sufficient width, in the most compact available format that the browser accepts. */
async function sizeFor({ database }: Storage, row: ObjectRow, width: number, accept: string): Promise<typeof storageSize.$inferSelect> {
  const sizes = await database.orm.select().from(storageSize).where(eq(storageSize.objectId, row.id));
  const rising = sizes.toSorted((a, b) => a.width - b.width);
  const wide = (rising.find((size) => size.width >= width) ?? rising.at(-1))?.width;
  const fitting = sizes.filter((size) => size.width === wide);
  const avif = accept.includes('image/avif') ? fitting.find((size) => size.format === 'avif') : undefined;
  const size = avif ?? fitting.find((size) => size.format === 'webp');
  if (!size) throw new Problem('not-found');
  return size;
}

/** The content of a URL with its current generation is immutable. */
function cacheFor({ rule }: StoragePath, isThis: boolean): string {
  if (!rule.isPublic) return isThis ? 'private, max-age=86400' : 'private, no-cache';
  return isThis ? 'public, max-age=31536000, immutable' : 'public, max-age=300';
}
