import { expect, test } from 'vitest';
import { peopleContract } from '#shared/people/people.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ownPersonOf } from '#test/web/people.ts';
import { MissingNumbers } from './MissingNumbers.tsx';

const child = ownPersonOf({ id: '9c1d2e3f-4a5b-4c6d-8e7f-000000000002', birthDate: '2018-05-04' });

test('a child without an emergency number is listed, and an outdated number is confirmed with one tap', async () => {
  const old = { ...child, firstname: 'Mila', emergencyContactName: 'Gerda', emergencyContactPhone: '0170 1', asksEmergency: true };
  const server = signIn(userOf('reader')).on(peopleContract.mine, [child, old]).on(peopleContract.confirmEmergency, old);
  const hand = show(<MissingNumbers />);
  await hand.reads('Für den Notfall');
  await hand.reads('Notfallnummer fehlt: Kim');
  await hand.reads(/^Stimmt die Notfallnummer von Mila noch\?/);
  await hand.reads('Gerda, 0170 1');
  server.on(peopleContract.mine, [child, { ...old, asksEmergency: false }]);
  await hand.press('Ja, stimmt: Mila');
  await expect.poll(() => document.body.textContent.includes('Stimmt die')).toBe(false);
});

test('a missing number is entered in place, and a changed one where it is asked for', async () => {
  const old = {
    ...child,
    id: '9c1d2e3f-4a5b-4c6d-8e7f-000000000003',
    firstname: 'Mila',
    emergencyContactPhone: '0170 1',
    asksEmergency: true,
  };
  const server = signIn(userOf('reader')).on(peopleContract.mine, [child, old]).on(peopleContract.setEmergency, child);
  const hand = show(<MissingNumbers />);
  await hand.reads('Notfallnummer fehlt: Kim');
  await hand.press('Ändern: Notfallnummer von Mila');
  await hand.reads('Mila Vogel');
  await hand.press('Abbrechen');
  await hand.press('Notfallnummer eintragen: Kim');
  await hand.fill('Telefon', '0170 1234567');
  server.on(peopleContract.mine, [{ ...child, emergencyContactPhone: '0170 1234567' }]);
  await hand.press('Speichern');
  await expect.poll(() => document.body.textContent.includes('Für den Notfall')).toBe(false);
  expect(server.sent).toMatchObject([{ method: 'PUT', address: `/people/mine/${child.id}/emergency-contact` }]);
});

test('the number of a sibling, or of the same child in another club, is proposed and sent only when the form is', async () => {
  const mila = {
    ...child,
    id: '9c1d2e3f-4a5b-4c6d-8e7f-000000000003',
    firstname: 'Mila',
    emergencyContactName: 'Gerda',
    emergencyContactPhone: '0170 1234567',
  };
  const server = signIn(userOf('reader')).on(peopleContract.mine, [child, mila]).on(peopleContract.setEmergency, child);
  const hand = show(<MissingNumbers />);
  await hand.reads('Notfallnummer fehlt: Kim');
  await hand.press('Notfallnummer eintragen: Kim');
  await hand.reads('Wie bei Mila eingetragen: Bitte prüfen.');
  expect([hand.field('Wer?').value, hand.field('Telefon').value]).toEqual(['Gerda', '0170 1234567']);
  expect(server.sent).toEqual([]);
  await hand.tick('wird abgeholt');
  await hand.press('Speichern');
  await expect.poll(() => server.sent.length).toBe(1);
  expect(server.sent[0]?.body).toMatchObject({ name: 'Gerda', phone: '0170 1234567' });
});
