import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLog } from '../database/open.ts';
import { startBackground, type Running } from './background.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const log = openLog({ LOG_LEVEL: 'silent' });
const away = (): Promise<Running> => Promise.reject(new Error('the database is away'));

test('a failed start is retried with growing pauses until it runs, and only then counts as running', async () => {
  const stop = vi.fn(() => Promise.resolve());
  const start = vi.fn(away);
  const background = startBackground(start, log);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(background.isRunning()).toBe(false);
  // After 0, 1, 3, 7, 15 and 31 s.
  expect(start).toHaveBeenCalledTimes(6);
  start.mockImplementation(() => Promise.resolve({ stop }));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(background.isRunning()).toBe(true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(start).toHaveBeenCalledTimes(7);
  await background.stop();
  expect(stop).toHaveBeenCalledTimes(1);
});

test('a stop ends the pause, and nothing is tried afterwards', async () => {
  const start = vi.fn(away);
  const background = startBackground(start, log);
  await vi.advanceTimersByTimeAsync(500);
  await background.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(start).toHaveBeenCalledTimes(1);
});
