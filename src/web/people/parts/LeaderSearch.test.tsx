import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { peopleContract } from '#shared/people/people.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { LeaderSearch } from './LeaderSearch.tsx';

const till = { value: '11111111-1111-4111-8111-111111111111', label: 'Till Rotmuster' };

function Field() {
  const [added, setAdded] = useState<{ value: string; label: string }[]>([]);
  return (
    <>
      <LeaderSearch
        club="RWA"
        staff={[till]}
        chosen={added.map(({ value }) => value)}
        error={null}
        path={undefined}
        onAdd={(one) => setAdded([...added, one])}
      />
      <p>Leitung: {added.map(({ label }) => label).join(' und ')}</p>
    </>
  );
}

test('a new club without leaders finds them by name; people who lead already come first', async () => {
  const server = signIn(userOf('editor'));
  const found = { firstname: 'Tina', lastname: 'Turnerin', birthDate: '1990-05-04', isMember: true, isClaimed: false };
  server.on(peopleContract.search, () => [{ id: '22222222-2222-4222-8222-222222222222', ...found }]);
  const hand = show(<Field />);
  const field = screen.getByRole('combobox', { name: 'Übungsleitung hinzufügen' });
  await hand.user.click(field);
  await screen.findByRole('option', { hidden: true, name: 'Till Rotmuster' });
  await hand.user.type(field, 'turn');
  await hand.user.click(await screen.findByRole('option', { hidden: true, name: 'Tina Turnerin, geboren 04.05.1990, Mitglied' }));
  screen.getByText('Leitung: Tina Turnerin');
  await hand.user.type(field, 'turn');
  await screen.findByText('Niemand sonst gefunden');
  await hand.user.clear(field);
  await hand.user.click(await screen.findByRole('option', { hidden: true, name: 'Till Rotmuster' }));
  expect(screen.getByText('Leitung: Tina Turnerin und Till Rotmuster')).toBeTruthy();
});

test.each([
  ['admin', 'wird zuerst unter „Mitglieder“ aufgenommen oder unter „Benutzer“ als Übungsleitung eingeladen'],
  ['editor', 'den nimmt zuerst der Vorstand auf oder lädt ihn als Übungsleitung ein'],
] as const)('a name that nobody has leads %s to where people are taken in or invited, or to who may do it', async (role, words) => {
  signIn(userOf(role)).on(peopleContract.search, () => []);
  const hand = show(<Field />);
  await hand.user.type(screen.getByRole('combobox', { name: 'Übungsleitung hinzufügen' }), 'Tanner');
  await screen.findByText(`Niemand gefunden. Wer fehlt, ${words}.`);
});
