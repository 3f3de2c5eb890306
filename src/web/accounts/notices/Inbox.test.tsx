import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noticesContract, type UserNotice } from '#shared/accounts/notices.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { Inbox } from './Inbox.tsx';

const notice = (n: number, isRead: boolean): UserNotice => ({
  id: `9d7a8a31-5b7c-4c57-8d0f-00000000000${n}`,
  club: 'RWA',
  topic: 'session_off',
  title: `Fällt aus: Yoga ${n}`,
  body: `Yoga ${n} fällt leider aus. Grund: Wetter`,
  at: '2026-11-22T16:00:00.000Z',
  isRead,
});

test('unread notices are expanded with their whole text, and collapse once they are read', async () => {
  const { server, hand } = open([notice(1, false), notice(2, true)]);
  await hand.reads('Yoga 1 fällt leider aus. Grund: Wetter');
  await hand.reads('Ältere Nachrichten (1)');
  await hand.press('Gelesen');
  await hand.reads('Ältere Nachrichten (2)');
  await hand.reads('Nichts Neues.');
  expect(server.sent).toEqual([{ method: 'POST', address: '/me/notices/read', body: { ids: [notice(1, false).id] } }]);
});

test("above the family's sessions only the newest notices are shown expanded", async () => {
  const { hand } = open([notice(1, false), notice(2, false), notice(3, false)], 2);
  await hand.reads('Weitere neue (1)');
  expect(screen.getByText('Fällt aus: Yoga 3').closest('details')?.open).toBe(false);
  expect(screen.getByText('Fällt aus: Yoga 2').closest('details')).toBeNull();
});

test('without notices nothing is rendered', async () => {
  let asked = false;
  const server = signIn(userOf('reader'));
  server.on(noticesContract.list, () => {
    asked = true;
    return [];
  });
  show(<Inbox />);
  await waitFor(() => expect(asked).toBe(true));
  expect(document.body.textContent).not.toContain('Nachrichten');
});

function open(first: UserNotice[], atMost?: number) {
  let all = first;
  const server = signIn(userOf('reader'));
  server.on(noticesContract.list, () => all);
  server.on(noticesContract.read, ({ ids }) => {
    all = all.map((one) => ({ ...one, isRead: one.isRead || ids.includes(one.id) }));
    return { ok: true as const };
  });
  return { server, hand: show(<Inbox atMost={atMost} />) };
}
