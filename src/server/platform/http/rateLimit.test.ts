import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startServer, type TestServer } from '#test/harness.ts';
import { setClock } from '../process/clock.ts';
import { Problem } from './problem.ts';
import { countTries, countTry, forgetTries, sweepRateLimits, type Limit } from './rateLimit.ts';

const minuteMs = 60_000;
const growing: Limit = { free: 3, windowMs: 15 * minuteMs, firstPauseMs: 1000, longestPauseMs: 10_000 };
const closing: Limit = { free: 3, windowMs: 15 * minuteMs };
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
// Time is frozen between the steps, so that a slow machine waits no longer than the test intends.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => {
  vi.useRealTimers();
  setClock();
});
afterAll(() => server.close());

/** Returns zero if the try is allowed, otherwise the seconds that the error names. */
async function tried(key: string, limit: Limit): Promise<number> {
  try {
    await countTry(server.database, key, limit);
    return 0;
  } catch (error) {
    if (error instanceof Problem && error.code === 'too-many-requests') return error.retryAfterSeconds ?? -1;
    throw error;
  }
}

test('after the free attempts each further one waits twice as long, up to the maximum', async () => {
  let at = Date.UTC(2026, 0, 5, 12);
  setClock(new Date(at));
  for (let i = 0; i < 3; i++) expect(await tried('growing', growing)).toBe(0);
  for (const seconds of [1, 2, 4, 8, 10, 10]) {
    expect(await tried('growing', growing)).toBe(seconds);
    expect(await tried('growing', growing)).toBe(seconds);
    setClock(new Date((at += seconds * 1000 + 500)));
    expect(await tried('growing', growing)).toBe(0);
  }
});

test('of many concurrent attempts no more pass than sequentially', async () => {
  const results = await Promise.all(Array.from({ length: 40 }, () => tried('rush', growing)));
  expect(results.filter((seconds) => seconds === 0)).toHaveLength(3);
});

test('a limit without pauses blocks for the rest of its window, and no longer', async () => {
  const at = Date.UTC(2026, 0, 5, 12);
  setClock(new Date(at));
  for (let i = 0; i < 3; i++) expect(await tried('closing', closing)).toBe(0);
  setClock(new Date(at + 5 * minuteMs));
  expect(await tried('closing', closing)).toBeGreaterThan(595);
  setClock(new Date(at + 15 * minuteMs + 500));
  for (let i = 0; i < 3; i++) expect(await tried('closing', closing)).toBe(0);
  expect(await tried('closing', closing)).toBeGreaterThan(895);
});

test('several limits are counted together, and the first that refuses does not count the following ones', async () => {
  const tries = [
    { key: 'first of two', limit: closing },
    { key: 'second of two', limit: growing },
  ];
  for (let i = 0; i < 3; i++) await countTries(server.database, tries);
  await expect(countTries(server.database, tries)).rejects.toMatchObject({ code: 'too-many-requests' });
  expect(await server.sql("select key, count from rate_limit where key like '% of two' order by key")).toEqual([
    { key: 'first of two', count: 3 },
    { key: 'second of two', count: 3 },
  ]);
});

test('successes are reset, and expired windows are deleted', async () => {
  for (let i = 0; i < 10; i++) {
    expect(await tried('forgotten', growing)).toBe(0);
    await forgetTries(server.database, 'forgotten');
  }
  await tried('old', closing);
  setClock(new Date(Date.now() + 60 * minuteMs));
  await sweepRateLimits(server.database);
  expect(await server.sql("select key from rate_limit where key = 'old'")).toEqual([]);
});
