import { pageAt } from '#shared/kernel/site/pageAt.ts';
import { withoutData } from '#shared/kernel/health/withoutData.ts';
import { api } from './call.ts';
import { CallError } from './callError.ts';
import { isFailedPart } from './freshness.ts';

const told = new Set<string>();
const atMost = 5;

/** Starts to report uncaught errors to the server. */
export function reportErrors(): void {
  addEventListener('error', ({ error }) => reportError(error));
  addEventListener('unhandledrejection', ({ reason }) => reportError(reason));
}

/** Reports an error to the server, each one once. Network failures, refusals and errors of browser extensions are not reported. */
export function reportError(thrown: unknown): void {
  if (!(thrown instanceof Error) || thrown instanceof CallError || isFailedPart(thrown)) return;
  const found = factsOf(thrown);
  if (found.places.length === 0) return;
  const key = JSON.stringify(found);
  if (told.has(key) || told.size >= atMost) return;
  told.add(key);
  api.clientErrors.report(found).catch(() => undefined);
}

/** What is reported of an error: nothing that may contain personal data, and only stack frames of our own files. */
function factsOf({ name, message, stack = '' }: Error): Parameters<typeof api.clientErrors.report>[0] {
  const own = stack.split('\n').filter((line) => line.includes(`${location.origin}/`));
  return {
    name: /^\w{1,40}$/.test(name) ? name : 'Error',
    message: withoutData(message),
    page: pageAt(location.pathname) ?? null,
    places: own.flatMap((line) => /\/([\w.-]+\.js:\d+:\d+)/.exec(line)?.[1] ?? []).slice(0, 3),
  };
}
