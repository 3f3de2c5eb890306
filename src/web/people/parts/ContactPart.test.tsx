import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { contactsContract, type Contact } from '#shared/people/contacts.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ContactPart } from './ContactPart.tsx';

const id = '9d7a8a31-5b7c-4c57-8d0f-000000000001';
const none = { email: '', phone: '', street: '', houseNo: '', postcode: '', city: '' };
const oma: Contact = { id, memberId: null, firstname: 'Gertrud', lastname: 'Oma', ...none, version: 3 };

test('a person who is no member gets an address; errors are shown at their fields', async () => {
  const server = signIn(userOf('admin')).on(contactsContract.read, oma);
  server.on(contactsContract.update, () => refuse('invalid-input', { city: 'Bitte kürzer.' }));
  const hand = show(<ContactPart personId={id} />);
  await hand.reads(/Keine Anschrift · keine E-Mail-Adresse/);
  await hand.press('Anschrift …');
  await hand.fill('Straße', 'Hauptstraße');
  await hand.fill('Ort', 'Nußloch');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.problem('Ort')).toBe('Bitte kürzer.'));
  expect(server.sent[0]).toMatchObject({
    method: 'PUT',
    address: `/people/${id}/contact`,
    body: { firstname: 'Gertrud', lastname: 'Oma', street: 'Hauptstraße', city: 'Nußloch', email: '', version: 3 },
  });
  server.on(contactsContract.update, { ...oma, street: 'Hauptstraße', city: 'Nußloch', version: 4 });
  await hand.press('Speichern');
  await hand.reads('Die Anschrift ist gespeichert.');
});

test("a member's address is changed in the member record", async () => {
  signIn(userOf('admin')).on(contactsContract.read, {
    ...oma,
    memberId: id,
    street: 'Weg',
    houseNo: '1',
    postcode: '69226',
    city: 'Nußloch',
  });
  const hand = show(<ContactPart personId={id} />);
  await hand.reads(/Weg 1, 69226 Nußloch/);
  expect(screen.getByRole('link', { name: 'Zum Mitglied' }).getAttribute('href')).toBe(`/member/${id}`);
});
