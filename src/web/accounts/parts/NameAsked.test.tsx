import { expect, test } from 'vitest';
import { profileContract } from '#shared/accounts/identity.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { NameAsked } from './NameAsked.tsx';

const nameless = { ...userOf('super'), firstname: '', lastname: '', fullName: 'chef@club.test' };

test('who has an account without a name, as the first superuser, is asked for it; both names are needed', async () => {
  const server = signIn(nameless);
  server.on(profileContract.update, (names) => ({ ...nameless, ...names, fullName: `${names.firstname} ${names.lastname}` }));
  const hand = show(<NameAsked user={nameless} />);
  await hand.fill('Vorname', 'Carla');
  await hand.press('Name speichern');
  await hand.reads('Bitte ausfüllen.');
  expect(server.sent).toEqual([]);
  await hand.fill('Nachname', 'Chef');
  await hand.press('Name speichern');
  await hand.reads('Guten Tag, Carla. Ihr Name ist gespeichert.');
  expect(server.sent).toMatchObject([{ method: 'PATCH', body: { firstname: 'Carla', lastname: 'Chef' } }]);
});

test('who has a name is not asked', () => {
  signIn(userOf('super'));
  show(<NameAsked user={userOf('super')} />);
  expect(document.querySelector('form')).toBeNull();
});
