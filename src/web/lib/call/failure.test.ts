import { expect, test } from 'vitest';
import { CallError } from './callError.ts';
import { isGone } from './failure.ts';

test('a lost or failed request is not called an outdated link; a refusal of the server is', () => {
  const withStatus = (status: number) => isGone(new CallError('internal-error', '', status));
  expect([400, 404, 410, 422].map(withStatus)).toEqual([true, true, true, true]);
  expect([408, 425, 429, 500, 502, 503].map(withStatus)).toEqual(Array.from({ length: 6 }, () => false));
  expect(isGone(new CallError('network-request-failed', '', 0))).toBe(false);
  expect([isGone(null), isGone(new TypeError('chunk'))]).toEqual([false, false]);
});
