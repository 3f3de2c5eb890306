import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { peopleContract, type OfferedConsent, type OwnConsent } from '#shared/people/people.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { MyConsents } from './MyConsents.tsx';

const given: OwnConsent = {
  id: '8d7a8a31-5b7c-4c57-8d0f-000000000001',
  personId: '8d7a8a31-5b7c-4c57-8d0f-000000000002',
  name: 'Mia Muster',
  purpose: 'photo_web',
  textVersion: '1',
  text: 'Fotos aus den Stunden.',
  asked: { version: 2, text: 'Fotos vom ganzen Vereinsleben.' },
  grantedAt: '2026-11-20T08:00:00.000Z',
  grantedByName: 'Rosa Muster',
  mayWithdraw: true,
};

test('a text with a new version shows both versions, and the answer names the version that was read', async () => {
  const server = signIn(userOf('reader'))
    .on(peopleContract.offeredConsents, [])
    .on(peopleContract.consents, [given])
    .on(peopleContract.renewConsent, { ok: true });
  const hand = show(<MyConsents />);
  await hand.reads('Fotos vom ganzen Vereinsleben.');
  await hand.reads('Bisher: Fotos aus den Stunden.');
  await hand.press('Zustimmen: Fotos auf der Website, Mia Muster');
  await hand.reads('Ihre Zustimmung ist gespeichert.');
  expect(server.sent).toEqual([{ method: 'POST', address: `/people/consents/${given.id}/renewal`, body: { version: 2 } }]);
});

test('a required consent can only be agreed to, and a refusal by the server is shown', async () => {
  signIn(userOf('reader'))
    .on(peopleContract.offeredConsents, [])
    .on(peopleContract.consents, [{ ...given, purpose: 'privacy_notice', mayWithdraw: false }])
    .on(peopleContract.renewConsent, () => refuse('conflict'));
  const hand = show(<MyConsents />);
  await hand.reads('Bitte neu entscheiden');
  expect(screen.queryByRole('button', { name: /Widerrufen/ })).toBeNull();
  await hand.press('Zustimmen: Datenschutzhinweise, Mia Muster');
  await hand.reads(/inzwischen geändert/);
});

test('without open questions nothing is rendered', async () => {
  signIn(userOf('reader'))
    .on(peopleContract.offeredConsents, [])
    .on(peopleContract.consents, [{ ...given, asked: null }]);
  await show(<MyConsents />, 'erteilt').reads('Fotos aus den Stunden.');
  expect(screen.queryByText('Bitte neu entscheiden')).toBeNull();
});

test("a consent not asked for before can be given for one's own member, in the version that was read", async () => {
  const offered: OfferedConsent = {
    personId: given.personId,
    name: 'Mia Muster',
    purpose: 'photo_print',
    version: 3,
    text: 'Fotos im Heft.',
  };
  let open = [offered];
  const server = signIn(userOf('reader'))
    .on(peopleContract.consents, [])
    .on(peopleContract.offeredConsents, () => open)
    .on(peopleContract.giveConsent, () => {
      open = [];
      return { ok: true as const };
    });
  const hand = show(<MyConsents />, 'moeglich');
  await hand.reads('Fotos im Heft.');
  await hand.press('Zustimmen: Fotos in gedruckten Heften, Mia Muster');
  await hand.reads('Ihre Zustimmung ist gespeichert.');
  expect(server.sent).toEqual([
    { method: 'POST', address: '/people/consents', body: { personId: given.personId, purpose: 'photo_print', version: 3 } },
  ]);
  await vi.waitFor(() => expect(screen.queryByText('Was Sie noch erlauben können')).toBeNull());
});
