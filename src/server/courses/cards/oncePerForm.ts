import type { Write } from '#server/platform/database/database.ts';
import type { Viewer } from '#server/platform/http/context.ts';
import { once, submittedForm } from '#server/platform/http/idempotency.ts';
import { Problem } from '#server/platform/http/problem.ts';

/**
 * Makes a form submission idempotent: a repeated identical request returns the first result; a different request with
 * the same key throws, since the first one was executed.
 */
export function oncePerForm<T>(write: Write, { userId }: Viewer, key: string, asked: unknown, work: () => Promise<T>): Promise<T> {
  return once(write, submittedForm('card', userId, key, asked), work).catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'key-reused' ? new Problem('already-committed') : error;
  });
}
