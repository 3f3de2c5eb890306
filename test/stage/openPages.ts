import { QueryClient, QueryObserver, type QueryKey, type QueryMeta } from '@tanstack/react-query';
import { readAfterOwnChange, rereadingOf } from '../../src/web/lib/call/rereading.ts';
import { listen, type Listener } from './listeners.ts';
import type { Requests } from './requests.ts';

/** One query of a page: its key as the page has it, and where it reads. */
export type PageRead = { queryKey: readonly string[]; path: string; meta?: QueryMeta };

/** A page that somebody has open, with its stream; it reads again by the product's own rules. */
export type OpenPage = {
  /** What its readings were answered with that was no answer. */
  failed: number[];
  /** Whether nothing is being read just now. */
  isCalm(): boolean;
  /** Somebody acted on it: it reads what it shows of courses and events, as its mutations do; what the answer told is read later. */
  act(told: readonly QueryKey[]): Promise<void>;
  close(): void;
};

/** Opens a page of somebody: the first readings are done when it is there. */
export async function openPage(requests: Requests, cookie: string, reads: readonly PageRead[]): Promise<OpenPage> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 10_000, gcTime: Infinity } } });
  const rereading = rereadingOf(client);
  const failed: number[] = [];
  const ends = reads.map(({ queryKey, path, meta = {} }) => {
    const queryFn = async () => {
      const { status, text } = await requests.ask({ path, headers: { cookie } });
      if (status !== 200) failed.push(status);
      return JSON.parse(text || 'null') as unknown;
    };
    return new QueryObserver(client, { queryKey, queryFn, meta }).subscribe(() => undefined);
  });
  const stream: Listener = await listen(requests.port, { cookie, onNotice: (notice) => rereading.notice(notice, notice.spreadMs) });
  return {
    failed,
    isCalm: () => client.isFetching() === 0,
    act: (told) => readAfterOwnChange(client, ['courses', 'events'], told),
    close: () => {
      stream.cut();
      for (const end of ends) end();
      client.clear();
    },
  };
}
