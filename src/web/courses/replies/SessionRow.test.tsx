import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { repliesContract, type OwnSession } from '#shared/courses/replies.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { MySessions } from './MySessions.tsx';

const [sessionId, personId] = ['9d7a8a31-5b7c-4c57-8d0f-000000000001', '9d7a8a31-5b7c-4c57-8d0f-000000000002'];
const mila: OwnSession = {
  sessionId,
  personId,
  firstname: 'Mila',
  courseTitle: 'Handball-Minis',
  slug: 'handball-minis',
  club: 'RWA',
  startsAt: '2099-11-23T15:30:00.000Z',
  endsAt: '2099-11-23T16:30:00.000Z',
  place: 'Turnhalle Süd',
  state: 'planned',
  reason: null,
  reply: null,
  note: '',
  repliedBy: null,
  mayReply: true,
  replyUntil: null,
};
const address = `/sessions/${sessionId}/replies/${personId}`;

test('one tap excuses, a tap at the same place reverts it, and the focus stays', async () => {
  const { server, hand } = open(mila);
  await hand.reads('Mila entschuldigen');
  await hand.press('Mila entschuldigen: Handball-Minis');
  await hand.reads('Mila kommt nicht');
  expect(document.activeElement?.textContent).toBe('Rückgängig');
  await hand.press(/^Rückgängig: Mila/);
  await hand.reads('Mila entschuldigen');
  expect(server.sent).toEqual([
    { method: 'PUT', address, body: { reply: 'no', note: '' } },
    { method: 'PUT', address, body: { reply: 'yes', note: '' } },
  ]);
});

test('a late arrival is sent with a message to the trainer', async () => {
  const { server, hand } = open(mila);
  await hand.reads('Mila entschuldigen');
  await hand.fill('Nachricht an die Übungsleitung', 'Zahnarzt, kommt um 17 Uhr');
  await hand.press('Kommt später');
  await hand.reads('Mila kommt später: Zahnarzt, kommt um 17 Uhr');
  expect(server.sent).toEqual([{ method: 'PUT', address, body: { reply: 'late', note: 'Zahnarzt, kommt um 17 Uhr' } }]);
});

test('a cancelled session shows the reason, and asks for no reply', async () => {
  const { hand } = open({ ...mila, state: 'cancelled', reason: 'Halle gesperrt', mayReply: false });
  await hand.reads('Fällt aus: Halle gesperrt');
  expect(() => hand.button(/entschuldigen/)).toThrow('no button');
});

test('server errors are shown at the session', async () => {
  const { server, hand } = open(mila);
  await hand.reads('Mila entschuldigen');
  server.on(repliesContract.set, () => refuse('reply-closed'));
  await hand.press('Mila entschuldigen: Handball-Minis');
  await hand.reads('Für diesen Termin ist keine Antwort mehr möglich.');
});

/** Shows the sessions of a family; an answer is shown afterwards. */
function open(first: OwnSession) {
  let one = first;
  const server = signIn(userOf('reader'));
  server.on(repliesContract.mine, () => [one]);
  server.on(repliesContract.set, ({ reply, note }) => {
    one = { ...one, reply, note };
    return { ok: true as const };
  });
  const hand = show(<MySessions />);
  return { server, hand };
}

test('without upcoming sessions there is a link to the offers', async () => {
  const server = signIn(userOf('reader'));
  server.on(repliesContract.mine, []);
  const hand = show(<MySessions />);
  const link = await hand.reads('Angebote ansehen');
  await waitFor(() => expect(link.getAttribute('href')).toBe('/offers'));
});
