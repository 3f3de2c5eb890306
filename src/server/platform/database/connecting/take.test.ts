import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { makeDatabase, type OwnDatabase } from '#test/processes.ts';
import { openDatabase, type Database } from '../database.ts';
import { Patience, acquire } from './take.ts';

let own: OwnDatabase;
let database: Database;
beforeAll(async () => {
  own = await makeDatabase();
  database = openDatabase(own.url(), { connections: 1 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});
afterEach(() => void vi.useRealTimers());

test('time spent in one queue is deducted from the wait in the next, and from the first response', async () => {
  vi.useFakeTimers();
  const patience = new Patience(3000);
  expect([patience.connectionMs, patience.firstAnswerMs]).toEqual([3000, 3500]);
  await vi.advanceTimersByTimeAsync(2500);
  expect([patience.connectionMs, patience.firstAnswerMs]).toEqual([500, 1400]);
  await vi.advanceTimersByTimeAsync(2500);
  expect(patience.connectionMs).toBe(0);
});

test('a connection that arrives after its requester gave up is returned to the pool', async () => {
  const held = await acquire(database.pool, new Patience(1000));
  await expect(acquire(database.pool, new Patience(20))).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  expect(database.waiting()).toBe(1);
  held.release();
  const next = await acquire(database.pool, new Patience(1000));
  next.release();
  expect([database.waiting(), database.pool.idleCount]).toEqual([0, 1]);
});
