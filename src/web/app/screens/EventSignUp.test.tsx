import { expect, test } from 'vitest';
import type { EventDetails } from '#shared/events/events.ts';
import { show, signIn } from '#test/web/page.tsx';
import { EventSignUp } from './EventSignUp.tsx';

test('before the order of an event one reads how it can be paid', async () => {
  signIn(null);
  const hand = show(<EventSignUp event={camp} />);
  await hand.reads('Bezahlen können Sie per Überweisung oder bar.');
  expect(hand.button('Jetzt anmelden').disabled).toBe(false);
});

const camp: EventDetails = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000009',
  club: 'RWA',
  title: 'Zeltlager',
  kind: 'camp',
  startsAt: '2027-06-19T12:00:00Z',
  endsAt: '2027-06-21T10:00:00Z',
  isAllDay: false,
  place: 'Zeltplatz',
  facilityId: null,
  description: '',
  contact: '',
  image: '',
  imageAlt: '',
  state: 'published',
  isMembersOnly: false,
  registration: 'open',
  placesMax: 20,
  hasWaitlist: true,
  ageMin: null,
  ageMax: null,
  priceCents: 4500,
  opensAt: null,
  closesAt: null,
  cancelUntil: null,
  phase: { kind: 'open', text: 'Anmeldung offen', action: 'register' },
  version: 2,
  waysToPay: 'Bezahlen können Sie per Überweisung oder bar.',
};
