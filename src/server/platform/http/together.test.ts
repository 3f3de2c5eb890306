import { expect, test } from 'vitest';
import { together } from './together.ts';

test('calls during a running query share the next one, and a failure is returned only to those who shared it', async () => {
  const waiting: PromiseWithResolvers<number>[] = [];
  const ask = together(() => {
    const one = Promise.withResolvers<number>();
    waiting.push(one);
    return one.promise;
  });
  const [first, second, third] = [ask(), ask(), ask()];
  expect(waiting).toHaveLength(1);
  waiting[0]?.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await expect.poll(() => waiting.length).toBe(2);
  const fourth = ask();
  waiting[1]?.resolve(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
  await expect.poll(() => waiting.length).toBe(3);
  waiting[2]?.resolve(3);
  expect(await fourth).toBe(3);
  expect(waiting).toHaveLength(3);
});
