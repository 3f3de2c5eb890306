import { expect, test } from 'vitest';
import { isRush } from '../busyMeter.ts';
import { createGate } from './gate.ts';

test('only so many writes of one key run at once, the others in the order of arrival; while some wait it is a rush', async () => {
  const gate = createGate(2);
  const ends: PromiseWithResolvers<void>[] = [];
  const begun: number[] = [];
  const write = (at: number) => {
    const end = (ends[at] = Promise.withResolvers<void>());
    return gate.pass('course', () => (begun.push(at), end.promise));
  };
  const writes = [0, 1].map(write);
  expect(isRush()).toBe(false);
  writes.push(...[2, 3].map(write));
  await gate.pass('another course', async () => undefined);
  expect(begun).toEqual([0, 1]);
  expect(isRush()).toBe(true);
  ends[1]?.resolve();
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  expect(isRush()).toBe(true);
  ends[0]?.reject(new Error('refused'));
  await expect(writes[0]).rejects.toThrow('refused');
  await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
  expect(isRush()).toBe(false);
  for (const end of ends) end.resolve();
  await Promise.allSettled(writes);
});
