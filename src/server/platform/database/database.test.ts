import { expect, test } from 'vitest';
import { allOf } from './database.ts';

/** A query as Drizzle makes it: it is asked each time that somebody waits for it. */
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

test('questions that do not wait for each other are asked once each, and answered in their order', async () => {
  const questions = [query(() => Promise.resolve('first')), query(() => Promise.resolve('second'))];
  expect(await allOf(questions)).toEqual(['first', 'second']);
  expect(questions.map(({ asked }) => asked())).toEqual([1, 1]);
});

test('where one question fails the others are over before the failure is told', async () => {
  let isOver = false;
  const slow = query(async () => {
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    isOver = true;
    return 'late';
  });
  await expect(allOf([query(() => Promise.reject(new Error('no'))), slow])).rejects.toThrow('no');
  expect(isOver).toBe(true);
});
