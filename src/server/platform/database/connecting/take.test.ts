import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { makeDatabase, type OwnDatabase } from '#test/processes.ts';
import { openDatabase, type Database } from '../database.ts';
import { Patience, take } from './take.ts';

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

test('what was waited in one line is not waited again in the next, nor for the first answer', async () => {
  vi.useFakeTimers();
  const patience = new Patience(3000);
  expect([patience.connectionMs, patience.firstAnswerMs]).toEqual([3000, 3500]);
  await vi.advanceTimersByTimeAsync(2500);
  expect([patience.connectionMs, patience.firstAnswerMs]).toEqual([500, 1400]);
  await vi.advanceTimersByTimeAsync(2500);
  expect(patience.connectionMs).toBe(0);
});

test('a connection that comes too late for whoever asked for it goes back to the others', async () => {
  const held = await take(database.pool, new Patience(1000));
  await expect(take(database.pool, new Patience(20))).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  expect(database.waiting()).toBe(1);
  held.release();
  const next = await take(database.pool, new Patience(1000));
  next.release();
  expect([database.waiting(), database.pool.idleCount]).toEqual([0, 1]);
});
