import { expect, test } from 'vitest';
import { allOf } from './database.ts';

/** A query like those of Drizzle: each `await` runs it again. */
function query(answer: () => Promise<string>) {
  let asked = 0;
  return {
    asked: () => asked,
    // oxlint-disable-next-line unicorn/no-thenable -- that is what a query is
    then: <T, E>(resolve: (value: string) => T, reject: (reason: unknown) => E) => {
      asked++;
      return answer().then(resolve, reject);
    },
  };
}

test('independent queries run once each, and results keep their order', async () => {
  const questions = [query(() => Promise.resolve('first')), query(() => Promise.resolve('second'))];
  expect(await allOf(questions)).toEqual(['first', 'second']);
  expect(questions.map(({ asked }) => asked())).toEqual([1, 1]);
});

test('if one query fails the others have ended before the failure is thrown', async () => {
  let isOver = false;
  const slow = query(async () => {
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    isOver = true;
    return 'late';
  });
  await expect(allOf([query(() => Promise.reject(new Error('no'))), slow])).rejects.toThrow('no');
  expect(isOver).toBe(true);
});
