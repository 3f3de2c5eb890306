import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { passkeyContract, type OwnPasskey } from '#shared/accounts/passkeys.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { PasskeysPart } from './PasskeysPart.tsx';

const phone: OwnPasskey = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Handy',
  host: 'rwa.localhost',
  isForThisHost: true,
  isForAllHosts: false,
  createdAt: '2026-11-01T08:00:00.000Z',
  lastUsedAt: null,
};
const laptop: OwnPasskey = {
  ...phone,
  id: '22222222-2222-4222-8222-222222222222',
  name: 'Laptop',
  host: 'gsv.localhost',
  isForThisHost: false,
  lastUsedAt: '2026-11-20T08:00:00.000Z',
};

test('each passkey shows where it works and when it was last used', async () => {
  const { hand } = await begin();
  await hand.reads(/Gilt unter rwa.localhost. Angelegt .* noch nicht benutzt/);
  await hand.reads(/Gilt unter gsv.localhost \(nicht unter dieser Adresse\).* zuletzt benutzt/);
});

test('removing a passkey asks for confirmation, and the question gets the focus', async () => {
  const { server, hand } = await begin();
  await hand.press('Entfernen: Handy');
  expect(document.activeElement).toBe(await hand.reads(/Mit „Handy“ kommt danach niemand mehr in Ihr Konto/));
  await hand.press('Abbrechen');
  expect(server.sent).toEqual([]);
  await hand.press('Entfernen: Handy');
  server.on(passkeyContract.remove, { ok: true }).on(passkeyContract.list, [laptop]);
  await hand.press('Passkey entfernen');
  await waitFor(() => expect(server.sent).toMatchObject([{ method: 'DELETE', address: `/profile/passkeys/${phone.id}` }]));
  await waitFor(() => expect(document.body.textContent).not.toContain('Handy'));
});

test('a passkey is renamed', async () => {
  const { server, hand } = await begin();
  await hand.press('Umbenennen: Laptop');
  expect(document.activeElement).toBe(hand.field('Name des Geräts'));
  await hand.fill('Name des Geräts', 'Laptop zu Hause');
  server.on(passkeyContract.rename, { ok: true }).on(passkeyContract.list, [phone, { ...laptop, name: 'Laptop zu Hause' }]);
  await hand.press('Name speichern');
  await hand.reads('Laptop zu Hause');
  expect(server.sent).toMatchObject([{ method: 'PATCH', body: { name: 'Laptop zu Hause' } }]);
});

test('a browser without passkey support offers none', async () => {
  const { hand } = await begin();
  await hand.reads(/können Sie keinen Passkey anlegen/);
  expect(() => hand.button('Passkey anlegen')).toThrow('no button');
});

async function begin() {
  const server = signIn(userOf('admin')).on(passkeyContract.list, [phone, laptop]);
  const hand = show(<PasskeysPart />, 'passkeys');
  await hand.reads('Handy');
  return { server, hand };
}
