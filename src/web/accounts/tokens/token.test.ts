import { expect, test } from 'vitest';
import { storedName } from '#web/lib/session/authKey.ts';
import { createTokenKeeper, createTokenSync, type IssuedToken } from './token.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

class LineFailure extends Error {}

/** A frozen clock that tests advance, and a server whose responses are given one by one. */
function world() {
  let nowMs = Date.parse('2026-11-21T10:00:00Z');
  let timers: { at: number; work: () => void }[] = [];
  const calls: { answer: () => void; fail: (error: Error) => void }[] = [];
  const settle = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  const keeper = createTokenKeeper({
    issue: () =>
      new Promise<IssuedToken>((resolve, reject) => {
        const token = `token-${calls.length + 1}`;
        calls.push({ answer: () => resolve({ token, expiresAt: new Date(nowMs + hour).toISOString() }), fail: reject });
      }),
    nowMs: () => nowMs,
    later: (work, delayMs) => {
      const timer = { at: nowMs + delayMs, work };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    isNetworkFailure: (error) => error instanceof LineFailure,
  });
  return {
    keeper,
    calls,
    settle,
    pass: async (ms: number) => {
      nowMs += ms;
      const due = timers.filter(({ at }) => at <= nowMs);
      timers = timers.filter(({ at }) => at > nowMs);
      for (const { work } of due) work();
      await settle();
    },
    /** Moves the clock without waking a timer, as in a laptop that slept. */
    sleep: (ms: number) => {
      nowMs += ms;
    },
    answer: async () => {
      calls.at(-1)?.answer();
      await settle();
    },
    fail: async (error: Error = new LineFailure('no line')) => {
      calls.at(-1)?.fail(error);
      await settle();
    },
  };
}

test('concurrent calls share one request, later ones the token', async () => {
  const { keeper, calls, answer } = world();
  const both = Promise.all([keeper.get(), keeper.get()]);
  await answer();
  expect(await both).toEqual(['token-1', 'token-1']);
  expect(await keeper.get()).toBe('token-1');
  expect(calls).toHaveLength(1);
});

test('a token is renewed 5 minutes before it expires, without a call', async () => {
  const { keeper, calls, answer, pass } = world();
  const first = keeper.get();
  await answer();
  await first;
  await pass(hour - 5 * minute - 1);
  expect(calls).toHaveLength(1);
  await pass(1);
  expect(calls).toHaveLength(2);
  await answer();
  expect(await keeper.get()).toBe('token-2');
});

test('a token is treated as expired 30 seconds early', async () => {
  const { keeper, calls, answer, sleep } = world();
  const first = keeper.get();
  await answer();
  await first;
  sleep(hour - 30 * second - 1);
  expect(await keeper.get()).toBe('token-1');
  sleep(1);
  const next = keeper.get();
  expect(calls).toHaveLength(2);
  await answer();
  expect(await next).toBe('token-2');
});

test('while the network fails it retries after 30 s, doubling to 16 minutes, and starts at 30 s again after a success', async () => {
  const { keeper, calls, answer, fail, pass } = world();
  const first = keeper.get();
  await fail();
  await expect(first).rejects.toThrow('no line');
  for (const seconds of [30, 60, 120, 240, 480, 960, 960]) {
    const before = calls.length;
    await pass(seconds * second - 1);
    expect(calls).toHaveLength(before);
    await pass(1);
    expect(calls).toHaveLength(before + 1);
    await fail();
  }
  await pass(960 * second);
  await answer();
  expect(await keeper.get()).toBe(`token-${calls.length}`);
  await pass(55 * minute);
  await fail();
  const before = calls.length;
  await pass(30 * second);
  expect(calls).toHaveLength(before + 1);
});

test('a refusal is passed on and not retried automatically', async () => {
  const { keeper, calls, fail, pass } = world();
  const first = keeper.get();
  await fail(new Error('unauthenticated'));
  await expect(first).rejects.toThrow('unauthenticated');
  await pass(hour);
  expect(calls).toHaveLength(1);
});

test('after sign-out no token is left, not even one that was being requested', async () => {
  const { keeper, calls, answer, pass } = world();
  const onItsWay = keeper.get();
  keeper.drop();
  await answer();
  await expect(onItsWay).rejects.toThrow('Signed out');
  const next = keeper.get();
  await answer();
  expect(await next).toBe('token-2');
  keeper.drop();
  await pass(2 * hour);
  expect(calls).toHaveLength(2);
});

/** The requests that a configured address gets. */
function synced(url: string) {
  const stage = world();
  const sent: string[] = [];
  const sync = createTokenSync({
    url,
    origin: 'https://club.example',
    keeper: stage.keeper,
    call: (address, { method, headers }) => {
      sent.push(`${method} ${address} ${headers.authorization}`);
      return Promise.resolve();
    },
  });
  return { ...stage, sync, sent };
}

test('the configured URL is sent each new token once, and the sign-out', async () => {
  const { sync, sent, answer, pass, settle } = synced('/hook');
  const begun = sync?.signedIn();
  await answer();
  await begun;
  await sync?.signedIn();
  await pass(55 * minute);
  await answer();
  await sync?.signedOut();
  await settle();
  expect(sent).toEqual([
    'POST https://club.example/hook Bearer token-1',
    'POST https://club.example/hook Bearer token-2',
    'DELETE https://club.example/hook Bearer token-2',
  ]);
});

test('a token older than 5 minutes is renewed before it is sent', async () => {
  const { keeper, sync, sent, answer, sleep } = synced('/hook');
  const first = keeper.get();
  await answer();
  await first;
  sleep(5 * minute + 1);
  const begun = sync?.signedIn();
  await answer();
  await begun;
  expect(sent).toEqual(['POST https://club.example/hook Bearer token-2']);
});

test('a URL of another site never receives a token', () => {
  for (const url of ['https://other.example/hook', '//other.example/hook', 'http://club.example/hook', 'https://club.example.evil/'])
    expect(synced(url).sync).toBeUndefined();
  expect(synced('https://club.example/hook').sync).toBeDefined();
});

test('the auth key must not be empty or contain a colon', () => {
  expect(storedName('vereinsportal', 'federation')).toBe('vereinsportal:federation');
  expect(() => storedName('', 'federation')).toThrow('auth key');
  expect(() => storedName('a:b', 'federation')).toThrow('auth key');
});
