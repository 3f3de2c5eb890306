import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { enrolmentsContract } from '#shared/courses/enrolments.ts';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { consentTextsContract } from '#shared/people/consentTexts/contract.ts';
import { firstVersions } from '#shared/people/consentTexts/words.ts';
import { peopleContract } from '#shared/people/people.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { EnrolmentCard } from './EnrolmentCard.tsx';

const id = '9d7a8a31-5b7c-4c57-8d0f-000000000021';
const accept = 'Platz zahlungspflichtig annehmen';
const phone = 'Notfallnummer für Mila';

test('the data required for a seat are asked for before anything is sent, and are sent with the acceptance', async () => {
  const { server, hand } = open({ emergency: true, wayHome: true, consents: ['privacy_notice'] });
  server.on(enrolmentsContract.answer, accepted);
  await hand.reads(/Datenschutzhinweise/);
  await hand.press(accept);
  expect(hand.problem(phone)).toBe('Bitte ausfüllen.');
  expect(document.activeElement).toBe(hand.field(phone));
  expect(screen.getByText('Bitte wählen.')).toBeDefined();
  expect(screen.getByText('Bitte ankreuzen.')).toBeDefined();
  expect(server.sent).toEqual([]);
  await hand.fill(phone, '0170 1234567');
  await hand.user.click(screen.getByLabelText('wird abgeholt'));
  await hand.user.click(screen.getByLabelText(/Datenschutzhinweise/));
  await hand.press(accept);
  await waitFor(() => expect(server.sent).toHaveLength(1));
  expect(server.sent[0]).toMatchObject({
    method: 'POST',
    address: `/registrations/${id}`,
    body: {
      action: 'accept',
      quote: 'as shown',
      method: 'transfer',
      emergencyPhone: '0170 1234567',
      wayHome: 'collected',
      consents: ['privacy_notice'],
    },
  });
});

test('a phone number that the server refuses is reported at its field, which gets the focus; the input is kept', async () => {
  const { server, hand } = open({ emergency: true, wayHome: false, consents: [] });
  server.on(enrolmentsContract.answer, accepted);
  await hand.fill(phone, '11');
  await hand.press(accept);
  await waitFor(() => expect(hand.problem(phone)).toBe('Bitte eine Telefonnummer wie 0170 1234567.'));
  expect(hand.field(phone).value).toBe('11');
  await waitFor(() => expect(document.activeElement).toBe(hand.field(phone)));
});

test('if the seat was taken meanwhile, that is shown above the button, which can be clicked again', async () => {
  const { server, hand } = open({ emergency: false, wayHome: false, consents: [] });
  server.on(enrolmentsContract.answer, () => refuse('offer-over'));
  await hand.press(accept);
  await waitFor(() => expect(hand.refusal()).toContain('Dieses Angebot ist abgelaufen oder wurde schon beantwortet.'));
  expect(hand.button(accept).disabled).toBe(false);
});

test('a free seat asks for no payment method, and sends none', async () => {
  const free = { sum: '', button: 'Platz annehmen' };
  const { server, hand } = open({ emergency: false, wayHome: false, consents: [] }, free);
  server.on(enrolmentsContract.answer, accepted);
  await hand.press('Platz annehmen');
  await waitFor(() => expect(server.sent).toHaveLength(1));
  expect(server.sent[0]?.body).not.toHaveProperty('method');
});

type Step = NonNullable<OwnEnrolment['step']>;

function open(asks: Step['asks'], change: Partial<Step> = {}) {
  vi.setSystemTime('2026-11-23T10:00:00Z');
  const server = signIn(userOf('reader')).on(consentTextsContract.current, firstVersions).on(peopleContract.mine, []);
  return { server, hand: show(<EnrolmentCard registration={{ ...offered, step: { ...step, asks, ...change } }} />) };
}

const step: Step = {
  asks: { emergency: false, wayHome: false, consents: [] },
  sentences: ['Die erste Zahlung ist frühestens am 06.12.2026 fällig.'],
  sum: 'Preis: 20,00 € für den Kurs',
  button: accept,
  quote: 'as shown',
  hasMandate: false,
  mandateText: null,
  alsoBy: [],
};

const offered: OwnEnrolment = {
  id,
  token: id,
  state: 'offered',
  name: 'Mila',
  target: {
    kind: 'course',
    id: '9d7a8a31-5b7c-4c57-8d0f-000000000001',
    slug: 'ponytag',
    title: 'Ponytag',
    club: 'RWA',
    state: 'published',
    place: 'Ponyhof',
    nextAt: null,
  },
  about: null,
  position: null,
  placeReason: [],
  offerExpiresAt: '2026-11-24T11:00:00.000Z',
  holdExpiresAt: null,
  registeredAt: '2026-11-20T09:00:00.000Z',
  priceCents: 2000,
  cancelFeeCents: 0,
  pricePer: 'course',
  paidFrom: null,
  leavesOn: null,
  endsOnNotice: null,
  undoUntil: null,
  canCancel: true,
  cancelRule: [],
  step,
  order: null,
  transfer: null,
  move: null,
  mayMove: false,
  swap: null,
  pauses: [],
  mayPause: false,
  adoption: 'none',
};

const accepted = { ...offered, state: 'confirmed' as const, step: null, accountKey: null };
