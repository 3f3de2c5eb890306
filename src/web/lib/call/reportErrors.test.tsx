import { expect, test } from 'vitest';
import { clientErrorsContract } from '#shared/office/clientErrors.ts';
import { signIn } from '#test/web/page.tsx';
import { CallError } from './callError.ts';
import { reportError } from './reportErrors.ts';

function broken(message: string, file = `${location.origin}/assets/index-a1b2.js:10:200`): Error {
  return Object.assign(new TypeError(message), { stack: `TypeError: ${message}\n    at f (${file})` });
}

test('an error of our own code is reported once, by kind and place; network failures and extensions are not reported', async () => {
  const server = signIn(null).on(clientErrorsContract.report, { ok: true });
  reportError(new CallError('not-found', 'fort', 404));
  reportError(broken('x', 'chrome-extension://abc/content.js:1:1'));
  reportError('just words');
  for (const _ of [1, 2]) reportError(broken('Cannot read "Mila Muster"'));
  await expect
    .poll(() => server.sent)
    .toEqual([
      {
        method: 'POST',
        address: '/client-errors',
        body: { name: 'TypeError', message: 'Cannot read …', page: 'home', places: ['index-a1b2.js:10:200'] },
      },
    ]);
  for (let turn = 0; turn < 20; turn++) reportError(broken(`lost ${'x'.repeat(turn)}`));
  await expect.poll(() => server.sent.length).toBe(5);
});
