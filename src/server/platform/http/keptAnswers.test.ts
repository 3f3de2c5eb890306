import { afterEach, expect, test, vi } from 'vitest';
import { KeptAnswers } from './keptAnswers.ts';

afterEach(() => void vi.useRealTimers());

/** A preparation that each test completes itself. */
function preparing() {
  const begun: PromiseWithResolvers<string>[] = [];
  const prepare = () => {
    const one = Promise.withResolvers<string>();
    begun.push(one);
    return one.promise;
  };
  return { begun, prepare };
}

const keep = (bytes = 1000) => new KeptAnswers<string>(bytes, (answer) => answer.length);

test('requests for the same version share one preparation, while it runs and afterwards', async () => {
  const { begun, prepare } = preparing();
  const kept = keep();
  const asked = [kept.read('list', 1, prepare), kept.read('list', 1, prepare)];
  expect(begun).toHaveLength(1);
  begun[0]?.resolve('one');
  expect(await Promise.all([...asked, kept.read('list', 1, prepare)])).toEqual(['one', 'one', 'one']);
  expect(begun).toHaveLength(1);
});

test('a request after a change never gets an earlier result, and all of them share the next one', async () => {
  const { begun, prepare } = preparing();
  const kept = keep();
  const before = kept.read('list', 1, prepare);
  const after = [2, 3, 2].map((version) => kept.read('list', version, prepare));
  expect(begun).toHaveLength(1);
  begun[0]?.resolve('before');
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.resolve('after');
  expect([await before, ...(await Promise.all(after))]).toEqual(['before', 'after', 'after', 'after']);
  // The response prepared for version 3 also serves callers of an earlier version.
  expect([await kept.read('list', 3, prepare), await kept.read('list', 2, prepare)]).toEqual(['after', 'after']);
  expect(begun).toHaveLength(2);
});

test('a failure is returned only to those who shared it: neither waiting nor later requests get it', async () => {
  const { begun, prepare } = preparing();
  const kept = keep();
  const failed = kept.read('list', 1, prepare);
  const next = kept.read('list', 2, prepare);
  begun[0]?.reject(new Error('away'));
  await expect(failed).rejects.toThrow('away');
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.reject(new Error('still away'));
  await expect(next).rejects.toThrow('still away');
  const later = kept.read('list', 2, prepare);
  begun[2]?.resolve('back');
  expect(await later).toBe('back');
});

test('the least recently used entry is evicted at the limit', async () => {
  const kept = keep(3);
  const read = (key: string) => {
    let isAnew = false;
    const answer = kept.read(key, 1, () => {
      isAnew = true;
      return Promise.resolve('x');
    });
    return answer.then(() => isAnew);
  };
  for (const key of ['a', 'b', 'c', 'a', 'd']) await read(key);
  expect([await read('a'), await read('c'), await read('d'), await read('b')]).toEqual([false, false, false, true]);
});

test('a burst of changes causes few preparations, and each request still gets at least its version', async () => {
  vi.useFakeTimers();
  const kept = keep();
  const database = { version: 0, read: 0 };
  const prepare = async () => {
    database.read++;
    const rows = `${database.version}`;
    await new Promise((resolve) => setTimeout(resolve, 10));
    return rows;
  };
  const asked: Promise<boolean>[] = [];
  for (let change = 1; change <= 200; change++) {
    database.version = change;
    asked.push(kept.read('course', change, prepare).then((answer) => Number(answer) >= change));
    await vi.advanceTimersByTimeAsync(5);
  }
  await vi.advanceTimersByTimeAsync(3000);
  expect(await Promise.all(asked)).toEqual(asked.map(() => true));
  expect(database.read).toBeLessThanOrEqual(20);
  // After a pause nobody waits: a change and the next one right after it are prepared immediately.
  const before = database.read;
  for (const version of [201, 202]) {
    const answer = kept.read('course', version, prepare);
    await vi.advanceTimersByTimeAsync(10);
    await answer;
  }
  expect(database.read).toBe(before + 2);
});

test('one person who changes and looks again, over and over, never waits for more than the preparation', async () => {
  vi.useFakeTimers();
  const kept = keep();
  const prepare = () => new Promise<string>((resolve) => void setTimeout(() => resolve('plan'), 30));
  for (let change = 1; change <= 40; change++) {
    let isThere = false;
    void kept.read('plan', change, prepare).then(() => (isThere = true));
    await vi.advanceTimersByTimeAsync(30);
    expect(isThere, `change ${change}`).toBe(true);
  }
});
