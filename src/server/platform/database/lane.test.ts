import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Lane } from './lane.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('no more run concurrently than permitted, and the others run in order of arrival', async () => {
  const lane = new Lane(2, 1000);
  const leaving = [await lane.enter(), await lane.enter()];
  const came: number[] = [];
  const waiting = [1, 2, 3].map(async (one) => {
    const leave = await lane.enter();
    came.push(one);
    return leave;
  });
  await vi.advanceTimersByTimeAsync(10);
  expect([came, lane.waiting]).toEqual([[], 3]);
  leaving[1]?.();
  await vi.advanceTimersByTimeAsync(10);
  expect(came).toEqual([1]);
  leaving[0]?.();
  for (const one of waiting) (await one)();
  expect([came, lane.waiting]).toEqual([[1, 2, 3], 0]);
});

test('a caller that waits too long is refused and occupies no slot', async () => {
  const lane = new Lane(1, 1000);
  const leave = await lane.enter();
  const tooLong = expect(lane.enter()).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  await vi.advanceTimersByTimeAsync(1000);
  await tooLong;
  leave();
  (await lane.enter())();
  expect(lane.waiting).toBe(0);
});
