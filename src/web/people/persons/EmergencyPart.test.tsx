import { expect, test } from 'vitest';
import { peopleContract } from '#shared/people/people.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ownPersonOf } from '#test/web/people.ts';
import { EmergencyPart } from './EmergencyPart.tsx';

const childId = '9c1d2e3f-4a5b-4c6d-8e7f-000000000002';
const child = ownPersonOf({ id: childId });
const nothingMore = { others: [], goesHome: 'unknown', collectors: '' };

test('a parent sets the emergency contact of a child, for that child only', async () => {
  const server = signIn(userOf('reader')).on(peopleContract.mine, [child]).on(peopleContract.setEmergency, child);
  const hand = show(<EmergencyPart />, 'notfall');
  await hand.reads('Noch keine Nummer');
  await hand.press('Eintragen: Notfallkontakt von Kim Vogel');
  await hand.fill('Wer?', 'Gerda (Oma)');
  await hand.fill('Telefon', '0170 1234567');
  await hand.press('Speichern');
  await hand.reads('Der Notfallkontakt von Kim Vogel ist gespeichert.');
  expect(server.sent).toEqual([
    {
      method: 'PUT',
      address: `/people/mine/${childId}/emergency-contact`,
      body: { name: 'Gerda (Oma)', phone: '0170 1234567', ...nothingMore },
    },
  ]);
});

test('an invalid number is reported at its field; an existing one is changed, and emptying it deletes it', async () => {
  const known = { ...child, emergencyContactName: 'Gerda', emergencyContactPhone: '0170 1' };
  const server = signIn(userOf('reader')).on(peopleContract.mine, [known]).on(peopleContract.setEmergency, child);
  const hand = show(<EmergencyPart />, 'notfall');
  await hand.reads(/Gerda, 0170 1/);
  await hand.press('Ändern: Notfallkontakt von Kim Vogel');
  await hand.fill('Telefon', 'Oma');
  await hand.press('Speichern');
  expect(hand.problem('Telefon')).toBeDefined();
  expect(server.sent).toEqual([]);
  await hand.fill('Telefon', '');
  await hand.press('Speichern');
  await hand.reads('Der Notfallkontakt von Kim Vogel ist gespeichert.');
  expect(server.sent[0]?.body).toEqual({ name: 'Gerda', phone: '', ...nothingMore });
});

test('two further contacts, the way home and authorised collectors are sent; a further contact without a number is reported', async () => {
  const server = signIn(userOf('reader'))
    .on(peopleContract.mine, [{ ...child, birthDate: '2018-05-04' }])
    .on(peopleContract.setEmergency, child);
  const hand = show(<EmergencyPart />, 'notfall');
  await hand.reads('Noch keine Nummer');
  await hand.press('Eintragen: Notfallkontakt von Kim Vogel');
  await hand.fill('Telefon', '0170 1234567');
  await hand.press('Weiteren Kontakt eintragen');
  await hand.fill('2. Kontakt: Wer?', 'Oma Gerda');
  await hand.press('Speichern');
  expect(hand.problem('2. Kontakt: Telefon')).toBeDefined();
  await hand.fill('2. Kontakt: Telefon', '0171 7654321');
  await hand.press('Weiteren Kontakt eintragen');
  expect(() => hand.button('Weiteren Kontakt eintragen')).toThrow();
  await hand.press('3. Kontakt entfernen');
  expect(() => hand.field('keine Angabe')).toThrow('no field');
  await hand.tick('wird abgeholt');
  await hand.fill('Wer holt ab?', 'Oma Gerda, Papa');
  await hand.press('Speichern');
  await hand.reads('Der Notfallkontakt von Kim Vogel ist gespeichert.');
  expect(server.sent[0]?.body).toEqual({
    name: '',
    phone: '0170 1234567',
    others: [{ name: 'Oma Gerda', phone: '0171 7654321' }],
    goesHome: 'collected',
    collectors: 'Oma Gerda, Papa',
  });
});
