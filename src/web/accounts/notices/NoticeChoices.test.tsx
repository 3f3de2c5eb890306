import { expect, test } from 'vitest';
import { kindsOfNotices, noticeKinds, type NoticeChoice } from '#shared/accounts/noticeTopics.ts';
import { noticesContract } from '#shared/accounts/notices.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { NoticeChoices } from './NoticeChoices.tsx';

test('a channel is chosen with one tap; a notice that must be in writing says so and cannot be unchecked', async () => {
  let all: NoticeChoice[] = noticeKinds.map((kind) => ({ kind, ...kindsOfNotices[kind].unless, people: [] }));
  const server = signIn(userOf('reader'));
  server.on(noticesContract.choices, () => all);
  server.on(noticesContract.choose, (choice) => {
    all = all.map((one) => (one.kind === choice.kind ? { ...one, ...choice } : one));
    return { ok: true as const };
  });
  const hand = show(<NoticeChoices />, 'wege');
  await hand.reads('Helferdienste');
  const box = (name: string) => document.querySelector<HTMLInputElement>(`[aria-label="${name}"]`);
  expect(box('Anmeldungen: Mail')).toBeNull();
  expect(box('Freie Plätze: Mail')).toBeNull();
  expect(box('Anmeldungen: Mitteilung')?.checked).toBe(false);
  box('Helferdienste: Mail')?.click();
  await expect.poll(() => server.sent.map(({ body }) => body)).toEqual([{ kind: 'duties', personId: null, mail: false, push: true }]);
  await expect.poll(() => box('Helferdienste: Mail')?.checked).toBe(false);
});

test('a parent of two children changes a channel for one child, and for all again', async () => {
  const [mila, ben] = ['9d7a8a31-5b7c-4c57-8d0f-000000000011', '9d7a8a31-5b7c-4c57-8d0f-000000000012'];
  const usual = { ...kindsOfNotices.dates.unless, isOwn: false };
  const people = [
    { personId: mila, name: 'Mila Muster', ...usual },
    { personId: ben, name: 'Ben Muster', ...usual },
  ];
  let dates: NoticeChoice = { kind: 'dates', ...kindsOfNotices.dates.unless, people };
  const server = signIn(userOf('reader')).on(noticesContract.choices, () => [dates]);
  server.on(noticesContract.choose, ({ personId, mail, push }) => {
    const chosen = (one: (typeof people)[number]) => (one.personId === personId ? { ...one, mail, push, isOwn: true } : one);
    dates = personId ? { ...dates, people: people.map(chosen) } : { ...dates, mail, push, people };
    return { ok: true as const };
  });
  const hand = show(<NoticeChoices />, 'wege');
  const box = (name: string) => document.querySelector<HTMLInputElement>(`[aria-label="${name}"]`);
  await hand.press('Termine: je Person wählen');
  await hand.reads('Ben Muster');
  box('Termine, Ben Muster: Mail')?.click();
  await expect.poll(() => [box('Termine, Ben Muster: Mail')?.checked, box('Termine, Mila Muster: Mail')?.checked]).toEqual([false, true]);
  await hand.press('Termine: für alle gleich');
  await expect.poll(() => box('Termine: Mail')?.checked).toBe(true);
  expect(server.sent.map(({ body }) => body)).toEqual([
    { kind: 'dates', personId: ben, mail: false, push: true },
    { kind: 'dates', personId: null, mail: true, push: true },
  ]);
});
