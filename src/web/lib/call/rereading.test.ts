import { QueryClient, QueryObserver, type QueryMeta } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { readAfterOwnChange, rereadingOf } from './rereading.ts';

afterEach(() => void vi.useRealTimers());

/** A page with queries whose readings each test ends by hand. */
function openPage() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 10_000 } } });
  const rereading = rereadingOf(client);
  const show = (queryKey: readonly string[], meta: QueryMeta = {}) => {
    const begun: PromiseWithResolvers<unknown>[] = [];
    const queryFn = () => {
      const one = Promise.withResolvers<unknown>();
      begun.push(one);
      return one.promise;
    };
    const observer = new QueryObserver(client, { queryKey, queryFn, meta });
    observer.subscribe(() => undefined);
    return { begun, shown: () => observer.getCurrentResult().data };
  };
  return { client, rereading, show };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

async function read({ begun }: { begun: PromiseWithResolvers<unknown>[] }, data: unknown): Promise<void> {
  begun.at(-1)?.resolve(data);
  await settled();
}

test('a page refetches only what it shows: its own record, its lists, and a payload file with the collection', async () => {
  const { rereading, show } = openPage();
  const page = show(['courses', 'page', 'yoga'], { isOneRecord: true });
  const candidates = show(['courses', 'candidates', 'a'], { isOneRecord: true });
  const list = show(['courses', 'public']);
  const home = show(['payload', 'home']);
  const dates = show(['events', 'list']);
  await read(page, { id: 'a' });
  for (const one of [candidates, list, home, dates]) await read(one, []);
  const readings = () => [page, candidates, list, home, dates].map(({ begun }) => begun.length);
  rereading.notice({ collection: 'courses', club: 'RWA', entityId: 'b' });
  expect(readings()).toEqual([1, 1, 2, 1, 1]);
  rereading.notice({ collection: 'courses', club: 'RWA', entityId: 'a' });
  await read(list, []);
  expect(readings()).toEqual([2, 2, 3, 1, 1]);
  rereading.notice({ collection: 'events', club: 'RWA' });
  expect(readings()).toEqual([2, 2, 3, 2, 2]);
});

test('changes during a fetch cause one more, and data fetched before them are not treated as fresh', async () => {
  const { rereading, show } = openPage();
  const list = show(['courses', 'public']);
  for (let change = 0; change < 5; change++) rereading.notice({ collection: 'courses', club: 'RWA' });
  expect(list.begun).toHaveLength(1);
  await read(list, 'before');
  expect(list.begun).toHaveLength(2);
  await read(list, 'after');
  expect([list.begun.length, list.shown()]).toEqual([2, 'after']);
});

test('data shared by many are refetched at a random moment within the spread, once for all changes until then', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { rereading, show } = openPage();
  const list = show(['courses', 'public']);
  await read(list, 'before');
  for (let change = 0; change < 5; change++) rereading.notice({ collection: 'courses', club: 'RWA' }, 2000);
  await settled();
  expect(list.begun).toHaveLength(1);
  vi.advanceTimersByTime(2000);
  await settled();
  expect(list.begun).toHaveLength(2);
});

test('data fetched after the change are not fetched again at that moment', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { client, rereading, show } = openPage();
  const list = show(['courses', 'public']);
  await read(list, 'before');
  rereading.notice({ collection: 'courses', club: 'RWA' }, 2000);
  void client.invalidateQueries();
  await read(list, 'after');
  vi.advanceTimersByTime(2000);
  await settled();
  expect([list.begun.length, list.shown()]).toEqual([2, 'after']);
});

test('after one’s own change, own data are refetched at once, and the rest with its notice or a little later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { client, show } = openPage();
  const page = show(['courses', 'page', 'yoga'], { isForEverybody: true });
  const candidates = show(['courses', 'candidates', 'a']);
  for (const one of [page, candidates]) await read(one, {});
  void readAfterOwnChange(client, ['courses']);
  expect([page.begun.length, candidates.begun.length]).toEqual([1, 2]);
  vi.advanceTimersByTime(20_000);
  await settled();
  expect(page.begun).toHaveLength(2);
});

test('data already contained in the response are refetched a little later, with the next notice', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { client, show } = openPage();
  const candidates = show(['courses', 'candidates', 'a']);
  const mine = show(['courses', 'mine']);
  for (const one of [candidates, mine]) await read(one, {});
  void readAfterOwnChange(client, ['courses'], [['courses', 'candidates', 'a']]);
  expect([candidates.begun.length, mine.begun.length]).toEqual([1, 2]);
  vi.advanceTimersByTime(20_000);
  await settled();
  expect(candidates.begun).toHaveLength(2);
});

test('what stands beside the page, as the counts of the menu, follows a notice a little later, once for many', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { rereading, show } = openPage();
  const [list, counts] = [show(['courses', 'public']), show(['payload', 'dashboard', 'menu'], { isBeside: true })];
  await read(list, 1);
  await read(counts, 1);
  for (let change = 0; change < 3; change++) rereading.notice({ collection: 'courses', club: 'RWA' });
  expect([list.begun.length, counts.begun.length]).toEqual([2, 1]);
  vi.advanceTimersByTime(5000);
  await settled();
  expect(counts.begun).toHaveLength(2);
});

test('a notice that comes before the wait after one’s own change is over shortens it to its own', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { client, rereading, show } = openPage();
  const page = show(['courses', 'page', 'yoga'], { isForEverybody: true });
  await read(page, 'before');
  void readAfterOwnChange(client, ['courses']);
  rereading.notice({ collection: 'courses', club: 'RWA' }, 2000);
  vi.advanceTimersByTime(2000);
  await read(page, 'after');
  vi.advanceTimersByTime(20_000);
  await settled();
  expect([page.begun.length, page.shown()]).toEqual([2, 'after']);
});
