import { expect, test } from 'vitest';
import { repliesContract, type OwnSession } from '#shared/courses/replies.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ChangedSoon } from './ChangedSoon.tsx';

const inHours = (hours: number) => new Date(Date.now() + hours * 60 * 60 * 1000).toISOString();
const session = (n: number, values: Partial<OwnSession>): OwnSession => ({
  sessionId: '9d7a8a31-5b7c-4c57-8d0f-000000000001',
  personId: `9d7a8a31-5b7c-4c57-8d0f-00000000001${n}`,
  firstname: 'Mila',
  courseTitle: 'Handball-Minis',
  slug: 'handball-minis',
  club: 'RWA',
  startsAt: inHours(20),
  endsAt: inHours(21),
  place: 'Turnhalle Süd',
  state: 'cancelled',
  reason: 'Halle gesperrt',
  reply: null,
  note: '',
  repliedBy: null,
  mayReply: false,
  replyUntil: null,
  ...values,
});

test('sessions cancelled within two days are shown once for the whole family, with the reason', async () => {
  const late = { sessionId: '9d7a8a31-5b7c-4c57-8d0f-000000000002', courseTitle: 'Später', startsAt: inHours(60) };
  signIn(userOf('reader')).on(repliesContract.mine, [session(1, {}), session(2, { firstname: 'Ben' }), session(3, late)]);
  const hand = show(<ChangedSoon />);
  await hand.reads('Anders als geplant');
  await hand.reads('Fällt aus: Halle gesperrt');
  await hand.reads('Mila, Ben');
  expect(document.body.textContent).not.toContain('Später');
});
