import { expect, test } from 'vitest';
import { kindsOfNotices, noticeKinds, type NoticeChoice } from '#shared/accounts/noticeTopics.ts';
import { noticesContract } from '#shared/accounts/notices.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { NoticeChoices } from './NoticeChoices.tsx';

test('a way is chosen with one tap; what must come in writing says so and cannot be unticked', async () => {
  let all: NoticeChoice[] = noticeKinds.map((kind) => ({ kind, ...kindsOfNotices[kind].unless }));
  const server = signIn(userOf('reader'));
  server.on(noticesContract.choices, () => all);
  server.on(noticesContract.choose, (choice) => {
    all = all.map((one) => (one.kind === choice.kind ? choice : one));
    return { ok: true as const };
  });
  const hand = show(<NoticeChoices />);
  await hand.reads('Helferdienste');
  const box = (name: string) => document.querySelector<HTMLInputElement>(`[aria-label="${name}"]`);
  expect(box('Anmeldungen: Mail')).toBeNull();
  expect(box('Freie Plätze: Mail')).toBeNull();
  expect(box('Anmeldungen: Mitteilung')?.checked).toBe(false);
  box('Helferdienste: Mail')?.click();
  await expect.poll(() => server.sent.map(({ body }) => body)).toEqual([{ kind: 'duties', mail: false, push: true }]);
  await expect.poll(() => box('Helferdienste: Mail')?.checked).toBe(false);
});
