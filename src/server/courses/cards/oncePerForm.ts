import { createHash } from 'node:crypto';
import type { Write } from '#server/platform/database/database.ts';
import type { Viewer } from '#server/platform/http/context.ts';
import { once } from '#server/platform/http/idempotency.ts';
import { Problem } from '#server/platform/http/problem.ts';

/**
 * Does what a form asks for once, however often its button is pressed after an answer that was lost: the same request gets the
 * first answer, another one of the same form is refused, since the first was carried out.
 */
export function oncePerForm<T>(write: Write, { userId }: Viewer, key: string, asked: unknown, work: () => Promise<T>): Promise<T> {
  const requestHash = createHash('sha256').update(JSON.stringify(asked)).digest('hex');
  return once(write, { owner: userId, key: `card:${key}`, requestHash }, work).catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'key-reused' ? new Problem('already-committed') : error;
  });
}
