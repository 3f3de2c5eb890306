import { pageAt } from '#shared/kernel/pages.ts';
import { withoutData } from '#shared/kernel/health/withoutData.ts';
import { api } from './call.ts';
import { CallError } from './callError.ts';
import { isFailedPart } from './freshness.ts';

const told = new Set<string>();
const atMost = 5;

/** Tells the server of what no page caught, from now on. */
export function reportErrors(): void {
  addEventListener('error', ({ error }) => reportError(error));
  addEventListener('unhandledrejection', ({ reason }) => reportError(reason));
}

/** Tells the server of an error, each one once. What a line, an answer or an extension of the browser does is none of ours. */
export function reportError(thrown: unknown): void {
  if (!(thrown instanceof Error) || thrown instanceof CallError || isFailedPart(thrown)) return;
  const found = factsOf(thrown);
  if (found.places.length === 0) return;
  const key = JSON.stringify(found);
  if (told.has(key) || told.size >= atMost) return;
  told.add(key);
  api.clientErrors.report(found).catch(() => undefined);
}

/** What is told of an error: no word that may come from people, and of the stack our own files alone. */
function factsOf({ name, message, stack = '' }: Error): Parameters<typeof api.clientErrors.report>[0] {
  const own = stack.split('\n').filter((line) => line.includes(`${location.origin}/`));
  return {
    name: /^\w{1,40}$/.test(name) ? name : 'Error',
    message: withoutData(message),
    page: pageAt(location.pathname) ?? null,
    places: own.flatMap((line) => /\/([\w.-]+\.js:\d+:\d+)/.exec(line)?.[1] ?? []).slice(0, 3),
  };
}
