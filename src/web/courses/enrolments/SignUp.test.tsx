import { beforeEach, expect, test } from 'vitest';
import { show, signIn } from '#test/web/page.tsx';
import type { Offer } from '../offers/offer.ts';
import { SignUp } from './SignUp.tsx';

const invitation = 'Kommen Sie einfach vorbei';

beforeEach(() => void signIn(null));

test.each([true, false])(
  'nobody is invited to a paused offer without registration (enrolments kept by the club: %s)',
  async (hasRegistration) => {
    const hand = show(<SignUp offer={{ ...dropIn, hasRegistration, phase: paused }} />);
    await hand.reads('Anmeldung zurzeit nicht möglich. Fragen beantwortet der unten genannte Kontakt.');
    expect(document.body.textContent).not.toContain(invitation);
  },
);

test('to an offer without registration that takes place one is invited', async () => {
  const hand = show(<SignUp offer={dropIn} />);
  await hand.reads('Eine Anmeldung ist nicht nötig: Kommen Sie einfach vorbei.');
});

const paused: Offer['phase'] = { kind: 'paused', text: 'Anmeldung zurzeit nicht möglich', action: 'none' };

const dropIn: Offer = {
  of: 'course',
  what: 'Lauftreff, mittwochs 18:00–19:00, Sportplatz',
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000002',
  club: 'SCB',
  phase: { kind: 'none', text: 'Ohne Anmeldung – kommen Sie einfach vorbei', action: 'none' },
  registration: 'none',
  hasRegistration: true,
  externalUrl: '',
  requiredConsents: [],
  waysToPay: '',
  cancelRule: [],
  prices: [],
  ageMin: null,
  ageMax: null,
  ageReference: 'session',
  gender: 'all',
  startsOn: '2026-08-11',
  requiresGuardian: false,
};
