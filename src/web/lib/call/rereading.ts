import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { ChangeNotice } from '#shared/kernel/collections.ts';
import { isInPayload } from '#shared/kernel/site/payloads.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Shows one record, whose id stands in the key or in the data: changes of other records do not concern it. */
      isOneRecord?: boolean;
      /** The same for everybody: after a change of one's own it may come a little later than what is one's own. */
      isForEverybody?: boolean;
    };
  }
}

/** The longest that a page waits before it reads again what is the same for everybody. */
const soonMs = 5000;

const all = new WeakMap<QueryClient, Rereading>();

/** The one that reads again for a client. */
export function rereadingOf(client: QueryClient): Rereading {
  const rereading = all.get(client) ?? new Rereading(client);
  all.set(client, rereading);
  return rereading;
}

/**
 * Reads again after a change of one's own: at once what is one's own, and what is the same for everybody, or was told by the
 * answer to the change (`told`, by its keys), with its notice or a little later. In a rush everybody changes something at the
 * same moment.
 */
export async function readAfterOwnChange(
  client: QueryClient,
  collections: readonly string[],
  told: readonly QueryKey[] = [],
): Promise<void> {
  const isChanged = ({ queryKey: [kind] }: Query) => collections.some((collection) => collection === kind);
  const mayWait = ({ queryKey, meta }: Query) => meta?.isForEverybody === true || told.some((key) => hashKey(key) === hashKey(queryKey));
  rereadingOf(client).where((query) => isChanged(query) && mayWait(query), soonMs);
  await client.invalidateQueries({ predicate: (query) => isChanged(query) && !mayWait(query) });
}

/**
 * Reads again what changes concern. Of many changes a query makes one reading more than is under way: whatever began after
 * the last change that was notified holds it.
 */
class Rereading {
  readonly #client: QueryClient;
  /** Counts what happens, to tell what came first. */
  #step = 0;
  readonly #begunAt = new WeakMap<Query, number>();
  /** The queries that wait for their moment, with the last change that they wait to read. */
  readonly #waiting = new Map<Query, number>();

  constructor(client: QueryClient) {
    this.#client = client;
    client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'fetch') this.#begunAt.set(event.query, ++this.#step);
    });
  }

  /** Reads again what a notice concerns, at any moment within `spreadMs`: many pages get it together. */
  notice(notice: ChangeNotice, spreadMs = 0): void {
    this.where((query) => isConcerned(query, notice), spreadMs);
  }

  /** Reads everything again. */
  all(spreadMs = 0): void {
    this.where(() => true, spreadMs);
  }

  /** Reads again what `concerns` names, each query at any moment within `spreadMs`. */
  where(concerns: (query: Query) => boolean, spreadMs: number): void {
    const heardAt = ++this.#step;
    for (const query of this.#client.getQueryCache().findAll({ predicate: concerns })) {
      const isWaiting = this.#waiting.has(query);
      if (spreadMs > 0) this.#waiting.set(query, heardAt);
      if (spreadMs > 0 && !isWaiting) setTimeout(() => this.#fetchWaiting(query), Math.random() * spreadMs);
      if (spreadMs <= 0) void this.#fetchSince(query, heardAt);
    }
  }

  #fetchWaiting(query: Query): void {
    const heardAt = this.#waiting.get(query) ?? 0;
    this.#waiting.delete(query);
    void this.#fetchSince(query, heardAt);
  }

  /** Reads a query unless it was read since; a reading that began before the change is waited for, not thrown away. */
  async #fetchSince(query: Query, heardAt: number): Promise<void> {
    if (query.state.fetchStatus === 'fetching' && !this.#isReadSince(query, heardAt)) await query.fetch().catch(() => undefined);
    if (this.#isReadSince(query, heardAt) && query.state.status !== 'error') return;
    await this.#client.invalidateQueries({ predicate: (one) => one === query });
  }

  #isReadSince(query: Query, heardAt: number): boolean {
    return (this.#begunAt.get(query) ?? 0) > heardAt;
  }
}

/** Whether a page that shows a query's data may look otherwise after a change. */
function isConcerned({ queryKey: [kind, page, ...more], queryKey, meta, state }: Query, { collection, entityId }: ChangeNotice): boolean {
  if (kind === 'payload') return more.length > 0 || isInPayload(page, collection);
  if (kind !== collection) return false;
  if (!entityId || !meta?.isOneRecord || state.data === undefined) return true;
  return queryKey.includes(entityId) || isRecord(state.data, entityId);
}

function isRecord(data: unknown, id: string): boolean {
  return typeof data === 'object' && data !== null && 'id' in data && data.id === id;
}
