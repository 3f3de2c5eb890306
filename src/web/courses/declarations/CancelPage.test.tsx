import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { coursesContract } from '#shared/courses/courses.ts';
import { declarationsContract } from '#shared/courses/declarations.ts';
import { enrolmentsContract } from '#shared/courses/enrolments.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { Page } from './CancelPage.tsx';

beforeEach(() => void vi.setSystemTime('2026-11-22T09:00:00Z'));

const receipt = { receivedAt: '2026-11-22T09:00:12.000Z', text: 'Kündigung über die Kündigungsschaltfläche', endsOn: null };
const empty = {
  kind: 'termination',
  club: 'RWA',
  person: '',
  isExtraordinary: false,
  reason: '',
  wishedOn: null,
  enrolmentId: null,
  website: '',
  key: expect.any(String),
};

test('a visitor terminates with name, address and contract, and the receipt replaces the form', async () => {
  const server = signIn(null).on(coursesContract.list, { rows: [] }).on(declarationsContract.create, receipt);
  const hand = show(<Page />);
  await hand.press('Jetzt kündigen');
  expect(server.sent).toEqual([]);
  expect(hand.problem('Ihr Name')).toBe('Bitte ausfüllen.');
  await hand.fill('Ihr Name', 'Jo Muster');
  await hand.fill('E-Mail-Adresse', 'jo@example.org');
  await hand.fill('Vertrag', 'Badminton');
  await hand.press('Jetzt kündigen');
  await hand.reads(receipt.text);
  await hand.reads('jo@example.org');
  expect(document.activeElement?.textContent).toBe('Eingegangen');
  const body = { ...empty, name: 'Jo Muster', email: 'jo@example.org', contract: 'Badminton' };
  expect(server.sent).toEqual([{ method: 'POST', address: '/contract-declarations', body }]);
});

test('a termination for good cause is sent with its reason, and with a day only if one is given', async () => {
  const server = signIn(null).on(coursesContract.list, { rows: [] }).on(declarationsContract.create, receipt);
  const hand = show(<Page />);
  await hand.tick('Außerordentlich, aus wichtigem Grund');
  await hand.fill('Grund', 'Umzug');
  await hand.fill('Ihr Name', 'Jo Muster');
  await hand.fill('E-Mail-Adresse', 'jo@example.org');
  await hand.fill('Vertrag', 'Mitgliedschaft');
  await hand.tick('Einem bestimmten Tag');
  await hand.fill('Tag', '31.12.2026');
  await hand.press('Jetzt kündigen');
  await hand.reads(receipt.text);
  expect(server.sent[0]?.body).toMatchObject({
    isExtraordinary: true,
    reason: 'Umzug',
    wishedOn: '2026-12-31',
    contract: 'Mitgliedschaft',
  });
});

test('a signed-in user selects one of their contracts, and sees the last day at once', async () => {
  const id = '9d7a8a31-5b7c-4c57-8d0f-000000000001';
  const server = signIn(userOf('reader'))
    .on(coursesContract.list, { rows: [] })
    .on(enrolmentsContract.mine, [ownOf(id)])
    .on(declarationsContract.create, { ...receipt, endsOn: '2026-12-31' });
  const hand = show(<Page />);
  await hand.reads('Badminton (Mila Vogel)');
  await hand.reads(/^Sie bekommen sofort eine Bestätigung/);
  await hand.user.selectOptions(hand.field('Welcher Vertrag?'), 'Badminton (Mila Vogel)');
  await hand.press('Jetzt kündigen');
  await hand.reads('31.12.2026');
  expect(server.sent[0]?.body).toMatchObject({
    enrolmentId: id,
    contract: 'Badminton',
    person: 'Mila Vogel',
    name: 'Vera Vogel',
    club: 'SCB',
  });
});

test('courses that end by themselves are offered only for a termination for good cause', async () => {
  const [group, course] = ['9d7a8a31-5b7c-4c57-8d0f-000000000001', '9d7a8a31-5b7c-4c57-8d0f-000000000002'];
  const yoga = { ...ownOf(course), endsOnNotice: null, target: { ...ownOf(course).target, title: 'Yoga' } };
  signIn(userOf('reader'))
    .on(coursesContract.list, { rows: [] })
    .on(enrolmentsContract.mine, [ownOf(group), yoga]);
  const hand = show(<Page />);
  await hand.reads('Badminton (Mila Vogel)');
  await hand.reads('Kurse enden von selbst; sie brauchen keine Kündigung.');
  expect(screen.queryByText('Yoga (Mila Vogel)')).toBeNull();
  await hand.tick('Außerordentlich, aus wichtigem Grund');
  await hand.user.selectOptions(hand.field('Welcher Vertrag?'), 'Yoga (Mila Vogel)');
  await hand.tick('Ordentlich, mit der vereinbarten Frist');
  expect(hand.field('Welcher Vertrag?').value).toBe('');
  hand.field('Vertrag');
  expect(screen.queryByText('Yoga (Mila Vogel)')).toBeNull();
});

test('if the own contracts cannot be loaded, the page says so and takes the contract as text', async () => {
  const server = signIn(userOf('reader'))
    .on(coursesContract.list, { rows: [] })
    .on(enrolmentsContract.mine, () => refuse('internal-error'));
  const hand = show(<Page />);
  await hand.reads('Ihre Anmeldungen sind nicht geladen.');
  await hand.fill('Vertrag', 'Badminton');
  server.on(enrolmentsContract.mine, [ownOf('9d7a8a31-5b7c-4c57-8d0f-000000000001')]);
  await hand.press('Noch einmal versuchen');
  await hand.reads('Badminton (Mila Vogel)');
});

test('the place of the own contracts is kept while they are loading, and nothing typed meanwhile is lost', async () => {
  const loading = Promise.withResolvers<ReturnType<typeof ownOf>[]>();
  signIn(userOf('reader'))
    .on(coursesContract.list, { rows: [] })
    .on(enrolmentsContract.mine, () => loading.promise);
  const hand = show(<Page />);
  await hand.reads('Ihre Verträge werden geladen …');
  const parts = () => document.querySelectorAll('form label, form p').length;
  const before = parts();
  await hand.fill('Vertrag', 'Badminton am Montag');
  loading.resolve([ownOf('9d7a8a31-5b7c-4c57-8d0f-000000000001')]);
  await hand.reads('Ein anderer, unten eintragen');
  expect([parts(), hand.field('Vertrag').value]).toEqual([before, 'Badminton am Montag']);
});

function ownOf(id: string) {
  return {
    id,
    token: id,
    state: 'confirmed' as const,
    name: 'Mila Vogel',
    target: {
      kind: 'course' as const,
      id,
      slug: 'badminton',
      title: 'Badminton',
      club: 'SCB' as const,
      state: 'running',
      place: '',
      nextAt: null,
    },
    about: null,
    position: null,
    offerExpiresAt: null,
    holdExpiresAt: null,
    registeredAt: '2026-09-01T09:00:00.000Z',
    priceCents: 1200,
    cancelFeeCents: 0,
    pricePer: 'month' as const,
    paidFrom: null,
    leavesOn: null,
    endsOnNotice: '2026-12-31',
    undoUntil: null,
    canCancel: true,
    cancelRule: [],
    placeReason: [],
    step: null,
    order: null,
    transfer: null,
    move: null,
    mayMove: false,
    swap: null,
    pauses: [],
    mayPause: false,
    adoption: 'none' as const,
  };
}
