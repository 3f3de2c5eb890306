import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { Placed } from '#shared/halls/seasons/placing.ts';
import type { PlanSearch } from '#shared/halls/seasons/plans.ts';
import { propose, type Board } from '#shared/halls/seasons/proposal.ts';
import type { SearchAnswer, SearchTask } from './searchWorker.ts';

/** The built server has the worker next to it, as the sources do. */
const workerFile = new URL(import.meta.url.endsWith('.ts') ? './searchWorker.ts' : './searchWorker.js', import.meta.url);
/** Only a safeguard: the search counts its steps and ends long before. */
const patienceMs = 50_000;
const heapAtMostMb = 512;

/** A proposal; without `search` it is only the draft, because the thread failed. */
type Proposal = { placed: readonly Placed[]; search: PlanSearch | null };

/** Searches a plan in a thread. If the thread fails, the draft is returned; only a cancellation throws. */
export async function searchPlan(board: Board, locked: readonly Placed[], signal: AbortSignal): Promise<Proposal> {
  const begun = performance.now();
  const found = await searchInThread({ input: board.input, locked }, signal).catch(() => undefined);
  signal.throwIfAborted();
  if (!found) return { placed: propose(board, locked), search: null };
  const search = { bound: found.bound, hash: fingerprint(board, locked), ms: Math.round(performance.now() - begun) };
  return { placed: found.placed, search };
}

/** Equal for equal wishes, halls and rules, whatever the order of the rows. */
export function fingerprint({ input }: Board, locked: readonly Placed[]): string {
  const fixed = locked.map(({ wishId, facilityId, unitIds, weekday, start, week }) =>
    [wishId, facilityId, unitIds, weekday, start, week].join(' '),
  );
  return createHash('sha256')
    .update(JSON.stringify([input, fixed.toSorted()]))
    .digest('hex');
}

function searchInThread(task: SearchTask, signal: AbortSignal): Promise<SearchAnswer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: heapAtMostMb } });
    const end = () => void worker.terminate();
    const timer = setTimeout(end, patienceMs);
    signal.addEventListener('abort', end, { once: true });
    worker.once('message', (answer: SearchAnswer) => resolve(answer));
    worker.once('error', reject);
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('The thread ended without an answer.'));
    });
    worker.postMessage(task);
  });
}
