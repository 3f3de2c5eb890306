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
      /** The data stand beside the page, as the counts of the menu do: notices refetch them a little later, many of them at once. */
      isBeside?: boolean;
    };
  }
}

/** The longest delay before data beside the page are refetched. */
const soonMs = 5000;
/** When data that may wait are refetched after one's own change, if no notice of it came before, as in a rush. */
const withoutNotice = { afterMs: 10_000, withinMs: 10_000 };

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
  rereadingOf(client).where((query) => isChanged(query) && mayWait(query), withoutNotice.withinMs, withoutNotice.afterMs);
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
  /** Queries waiting for their refetch, each with the last change it has to contain, and when it begins at the latest. */
  readonly #waiting = new Map<Query, { heardAt: number; dueAt: number }>();

  constructor(client: QueryClient) {
    this.#client = client;
    client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'fetch') this.#begunAt.set(event.query, ++this.#step);
    });
  }

  /** Refetches what a notice concerns, at a random moment within `spreadMs`, since many pages receive it together. */
  notice(notice: ChangeNotice, spreadMs = 0): void {
    const isBeside = ({ meta }: Query) => meta?.isBeside === true;
    this.where((query) => isConcerned(query, notice) && !isBeside(query), spreadMs);
    this.where((query) => isConcerned(query, notice) && isBeside(query), Math.max(spreadMs, soonMs));
  }

  /** Refetches everything. */
  all(spreadMs = 0): void {
    this.where(() => true, spreadMs);
  }

  /** Refetches the queries that `concerns` selects, each at a random moment within `spreadMs`, after `afterMs`. */
  where(concerns: (query: Query) => boolean, spreadMs: number, afterMs = 0): void {
    const heardAt = ++this.#step;
    for (const query of this.#client.getQueryCache().findAll({ predicate: concerns })) {
      if (spreadMs <= 0) void this.#fetchSince(query, heardAt);
      else this.#wait(query, heardAt, { spreadMs, afterMs });
    }
  }

  /** One fetch follows however many changes; one that was to come later comes earlier. */
  #wait(query: Query, heardAt: number, { spreadMs, afterMs }: { spreadMs: number; afterMs: number }): void {
    const known = this.#waiting.get(query);
    const isInTime = known && known.dueAt <= performance.now() + afterMs + spreadMs;
    const waitMs = afterMs + Math.random() * spreadMs;
    this.#waiting.set(query, { heardAt, dueAt: isInTime ? known.dueAt : performance.now() + waitMs });
    if (!isInTime) setTimeout(() => this.#fetchWaiting(query), waitMs);
  }

  #fetchWaiting(query: Query): void {
    const waiting = this.#waiting.get(query);
    this.#waiting.delete(query);
    if (waiting) void this.#fetchSince(query, waiting.heardAt);
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
  // Who has a record open learns of its deletion at once.
  if (kind === 'presence') return entityId !== null && queryKey.includes(entityId);
  if (kind !== collection) return false;
  if (!entityId || !meta?.isOneRecord || state.data === undefined) return true;
  return queryKey.includes(entityId) || isRecord(state.data, entityId);
}

function isRecord(data: unknown, id: string): boolean {
  return typeof data === 'object' && data !== null && 'id' in data && data.id === id;
}
