import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { ChangeNotice } from '#shared/kernel/collections.ts';
import { isInPayload } from '#shared/kernel/site/payloads.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The query shows one record, whose id is in its key or data: changes of other records do not affect it. */
      isOneRecord?: boolean;
      /** The data are the same for everybody: after one's own change they may be refetched a little later than one's own data. */
      isForEverybody?: boolean;
    };
  }
}

/** The longest delay before data shared by everybody are refetched. */
const soonMs = 5000;

const all = new WeakMap<QueryClient, Rereading>();

/** The Rereading of a query client. */
export function rereadingOf(client: QueryClient): Rereading {
  const rereading = all.get(client) ?? new Rereading(client);
  all.set(client, rereading);
  return rereading;
}

/**
 * Refetches after one's own change: own data at once; data shared by everybody, or already contained in the response
 * (`told`, by key), with their notice or after a short delay. In a rush many users change something at the same moment.
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
 * Refetches the queries that changes concern. However many changes arrive, at most one further fetch follows the
 * running one: a fetch that began after the last notified change contains it.
 */
class Rereading {
  readonly #client: QueryClient;
  /** A logical clock that orders changes and fetches. */
  #step = 0;
  readonly #begunAt = new WeakMap<Query, number>();
  /** Queries waiting for their refetch, each with the last change it has to contain. */
  readonly #waiting = new Map<Query, number>();

  constructor(client: QueryClient) {
    this.#client = client;
    client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'fetch') this.#begunAt.set(event.query, ++this.#step);
    });
  }

  /** Refetches what a notice concerns, at a random moment within `spreadMs`, since many pages receive it together. */
  notice(notice: ChangeNotice, spreadMs = 0): void {
    this.where((query) => isConcerned(query, notice), spreadMs);
  }

  /** Refetches everything. */
  all(spreadMs = 0): void {
    this.where(() => true, spreadMs);
  }

  /** Refetches the queries that `concerns` selects, each at a random moment within `spreadMs`. */
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

  /** Refetches a query unless it was fetched since; a fetch that began before the change is awaited, not cancelled. */
  async #fetchSince(query: Query, heardAt: number): Promise<void> {
    if (query.state.fetchStatus === 'fetching' && !this.#isReadSince(query, heardAt)) await query.fetch().catch(() => undefined);
    if (this.#isReadSince(query, heardAt) && query.state.status !== 'error') return;
    await this.#client.invalidateQueries({ predicate: (one) => one === query });
  }

  #isReadSince(query: Query, heardAt: number): boolean {
    return (this.#begunAt.get(query) ?? 0) > heardAt;
  }
}

/** Whether a change may affect what a query shows. */
function isConcerned({ queryKey: [kind, page, ...more], queryKey, meta, state }: Query, { collection, entityId }: ChangeNotice): boolean {
  if (kind === 'payload') return more.length > 0 || isInPayload(page, collection);
  if (kind !== collection) return false;
  if (!entityId || !meta?.isOneRecord || state.data === undefined) return true;
  return queryKey.includes(entityId) || isRecord(state.data, entityId);
}

function isRecord(data: unknown, id: string): boolean {
  return typeof data === 'object' && data !== null && 'id' in data && data.id === id;
}
