import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { enrolmentsContract } from '#shared/courses/enrolments.ts';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { EnrolmentRows } from './EnrolmentRows.tsx';

test('up to three active enrolments are cards with their way out; of more, those without an open question are rows that open in place', async () => {
  const active = ['Judo', 'Yoga', 'Tanz', 'Turnen'].map((title, at) => enrolmentOf(title, at));
  signIn(userOf('reader')).on(enrolmentsContract.mine, active.slice(0, 3));
  const few = show(<EnrolmentRows />);
  await few.reads('Meine Anmeldungen');
  expect(screen.getAllByRole('button', { name: 'Platz absagen …' })).toHaveLength(3);
  cleanup();

  signIn(userOf('reader')).on(enrolmentsContract.mine, [
    ...active,
    enrolmentOf('Zumba', 4, { undoUntil: '2099-01-01T00:00:00.000Z', state: 'cancelled', canCancel: false }),
  ]);
  const many = show(<EnrolmentRows />);
  expect(await screen.findAllByText('Mila Muster · angemeldet · Sa., 05.12.2026, 11:00 Uhr')).toHaveLength(4);
  expect(screen.queryAllByRole('button', { name: 'Platz absagen …' })).toEqual([]);
  screen.getByRole('button', { name: 'Rückgängig' });
  await many.user.click(screen.getByText('Judo'));
  screen.getByRole('button', { name: 'Platz absagen …' });
});

test('ended enrolments are folded behind their number', async () => {
  signIn(userOf('reader')).on(enrolmentsContract.mine, [
    enrolmentOf('Judo', 0),
    enrolmentOf('Alt', 1, { state: 'cancelled', canCancel: false }),
  ]);
  const hand = show(<EnrolmentRows />);
  await hand.reads('1 Anmeldung');
  expect(screen.queryByText('Alt')).toBeNull();
  await hand.user.click(screen.getByText('Beendet'));
  await hand.reads('Alt');
});

function enrolmentOf(title: string, at: number, more: Partial<OwnEnrolment> = {}): OwnEnrolment {
  const id = `9d7a8a31-5b7c-4c57-8d0f-00000000003${at}`;
  return {
    id,
    token: id,
    state: 'confirmed',
    name: 'Mila Muster',
    target: {
      kind: 'course',
      id,
      slug: title.toLowerCase(),
      title,
      club: 'RWA',
      state: 'published',
      place: 'Halle',
      nextAt: '2026-12-05T10:00:00.000Z',
    },
    about: null,
    position: null,
    placeReason: [],
    offerExpiresAt: null,
    holdExpiresAt: null,
    registeredAt: '2026-11-20T09:00:00.000Z',
    priceCents: 7000,
    cancelFeeCents: 0,
    pricePer: 'course',
    paidFrom: null,
    leavesOn: null,
    endsOnNotice: null,
    undoUntil: null,
    canCancel: true,
    cancelRule: [],
    step: null,
    order: null,
    transfer: null,
    move: null,
    mayMove: false,
    swap: null,
    pauses: [],
    mayPause: false,
    adoption: 'none',
    ...more,
  };
}
