import { expect, test } from 'vitest';
import { peopleContract } from '#shared/people/people.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ownPersonOf } from '#test/web/people.ts';
import { EmergencyPart } from './EmergencyPart.tsx';

const childId = '9c1d2e3f-4a5b-4c6d-8e7f-000000000002';
const child = ownPersonOf({ id: childId });

test('a parent says whom to call for a child, and it is saved for that child alone', async () => {
  const server = signIn(userOf('reader')).on(peopleContract.mine, [child]).on(peopleContract.setEmergency, child);
  const hand = show(<EmergencyPart />);
  await hand.reads('Noch keine Nummer');
  await hand.press('Eintragen: Notfallkontakt von Kim Vogel');
  await hand.fill('Wer?', 'Gerda (Oma)');
  await hand.fill('Telefon', '0170 1234567');
  await hand.press('Speichern');
  await hand.reads('Der Notfallkontakt von Kim Vogel ist gespeichert.');
  expect(server.sent).toEqual([
    { method: 'PUT', address: `/people/mine/${childId}/emergency-contact`, body: { name: 'Gerda (Oma)', phone: '0170 1234567' } },
  ]);
});

test('what is no number is told at its field; a number that is there is changed, and emptied it goes', async () => {
  const known = { ...child, emergencyContactName: 'Gerda', emergencyContactPhone: '0170 1' };
  const server = signIn(userOf('reader')).on(peopleContract.mine, [known]).on(peopleContract.setEmergency, child);
  const hand = show(<EmergencyPart />);
  await hand.reads(/Gerda, 0170 1/);
  await hand.press('Ändern: Notfallkontakt von Kim Vogel');
  await hand.fill('Telefon', 'Oma');
  await hand.press('Speichern');
  expect(hand.problem('Telefon')).toBeDefined();
  expect(server.sent).toEqual([]);
  await hand.fill('Telefon', '');
  await hand.press('Speichern');
  await hand.reads('Der Notfallkontakt von Kim Vogel ist gespeichert.');
  expect(server.sent[0]?.body).toEqual({ name: 'Gerda', phone: '' });
});
