import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Objection } from '#shared/halls/seasons/objections.ts';
import { seasonPlansContract } from '#shared/halls/seasons/plans.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { useSeasonMutations } from '../queries.ts';
import { OfferPart } from './OfferPart.tsx';

const id = '4d7a8a31-5b7c-4c57-8d0f-000000000001';
const place = { facilityId: id, unitIds: [id], weekday: 3, startTime: '18:00', endTime: '19:30', week: 'every' as const };
const objection: Objection = {
  id,
  organisationId: id,
  organisation: 'SC Blautal',
  wishId: id,
  groupName: 'Herren',
  text: 'Dienstags geht es nicht.',
  place: null,
  state: 'open',
  answer: '',
  offer: { ...place, insteadOf: 2, words: 'Mittwoch 18:00–19:30, Nordhalle' },
  offerAnswer: null,
  reply: '',
  createdAt: '2026-11-22T10:00:00.000Z',
};

function Answering({ of }: { of: Objection }) {
  const { reply } = useSeasonMutations();
  return <OfferPart objection={of} replying={reply} />;
}

function open(of: Partial<Objection> = {}) {
  const server = signIn(userOf('admin'));
  server.on(seasonPlansContract.reply, ({ answer }) => ({ ...objection, ...of, offerAnswer: answer, state: 'upheld' as const }));
  return { server, hand: show(<Answering of={{ ...objection, ...of }} />) };
}

test('an offer shows what it would replace; acceptance asks first and is sent once', async () => {
  const { server, hand } = open();
  await hand.reads('Mittwoch 18:00–19:30, Nordhalle');
  await hand.reads('Gegenangebot wartet auf Antwort');
  await hand.press('Annehmen …');
  await hand.reads(/und Ihre bisherige wird frei\.$/);
  expect(server.sent).toEqual([]);
  await hand.press('Annehmen');
  await hand.reads('Die Zeit gehört jetzt Ihnen.');
  expect(server.sent.at(-1)).toMatchObject({ address: `/objections/${id}/reply`, body: { answer: 'accepted' } });
});

test('an offer taken by somebody else meanwhile is reported', async () => {
  const { server, hand } = open();
  server.on(seasonPlansContract.reply, { ...objection, offerAnswer: 'accepted' });
  await hand.press('Annehmen …');
  await hand.press('Annehmen');
  await hand.reads(/^Diese Zeit ist inzwischen vergeben\./);
});

test('a rejection is sent with or without a text', async () => {
  const { server, hand } = open();
  await hand.press('Ablehnen …');
  await hand.fill('Was passt daran nicht? (freiwillig)', 'Zu spät.');
  await hand.press('Ablehnung senden');
  await hand.reads(/^Ihre Ablehnung ist bei der Hallenverwaltung/);
  expect(server.sent.at(-1)?.body).toEqual({ answer: 'declined', reply: 'Zu spät.' });
});

test.each<[Partial<Objection>, string]>([
  [{ offerAnswer: 'accepted', state: 'upheld' }, 'Gegenangebot angenommen'],
  [{ offerAnswer: 'accepted' }, 'Gegenangebot angenommen, aber die Zeit war schon vergeben'],
  [{ offerAnswer: 'declined', reply: 'Zu spät.' }, 'Gegenangebot abgelehnt: Zu spät.'],
  [{ state: 'rejected' }, 'Gegenangebot nicht beantwortet'],
])('an answered offer shows the answer, and asks nothing more: %j', async (of, words) => {
  const { hand } = open(of);
  await hand.reads(words);
  expect(screen.queryByRole('button')).toBeNull();
});
