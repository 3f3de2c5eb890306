import { expect, test } from 'vitest';
import { pino } from 'pino';
import { startMailer } from './mailer.ts';

const log = pino({ level: 'silent' });

test('a wake-up during a run causes one more; after a blocked run wake-ups are ignored, so an outage does not drain the queue', async () => {
  const outcomes: ('done' | 'blocked')[] = ['done', 'blocked'];
  let runs = 0;
  const mailer = startMailer(async () => {
    const outcome = outcomes[runs++] ?? 'done';
    // Like the notice about sent or failed emails.
    mailer.wake();
    await Promise.resolve();
    return outcome;
  }, log);
  mailer.wake();
  await expect.poll(() => runs).toBe(2);
  mailer.wake();
  await mailer.stop();
  expect(runs).toBe(2);
});
