import { waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { sessionContract } from '#shared/accounts/identity.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn } from '#test/web/page.tsx';
import { SignUpForm } from './SignUpForm.tsx';

test.each([
  ['qwertz', 'Reihe von Zeichen'],
  ['aaaaaa', 'Reihe von Zeichen'],
  ['iloveyou', 'am häufigsten gestohlenen'],
  ['MiaBeispiel99', 'Namen und Wörtern'],
  ['rwa2026', 'Namen und Wörtern'],
])('a weak password (%s) is reported at the field while typing, and never sent', async (password, told) => {
  const { server, hand } = await begin();
  await hand.fill('Passwort', password);
  await waitFor(() => expect(hand.problem('Passwort')).toContain(told));
  await hand.press('Konto anlegen');
  await waitFor(() => expect(document.activeElement).toBe(hand.field('Passwort')));
  expect(hand.field('Passwort').value).toBe(password);
  expect(server.sent).toEqual([]);
});

test('a short password is reported on blur, not while the first letters are typed', async () => {
  const { hand } = await begin();
  await hand.fill('Passwort', 'xK7');
  expect(hand.problem('Passwort')).toBeUndefined();
  hand.field('Passwort').blur();
  await waitFor(() => expect(hand.problem('Passwort')).toBe('Mindestens 6 Zeichen.'));
});

test('a good password is sent', async () => {
  const { server, hand } = await begin();
  server.on(sessionContract.signUp, { ok: true });
  await hand.fill('Passwort', 'sieben-bunte-Baelle');
  expect(hand.problem('Passwort')).toBeUndefined();
  await hand.press('Konto anlegen');
  await waitFor(() => expect(server.sent).toHaveLength(1));
});

test('if the server still refuses a password, the form shows no reason and clears the password', async () => {
  const { server, hand } = await begin();
  server.on(sessionContract.signUp, () => refuse('weak-password', { password: 'Bitte ein anderes.' }));
  await hand.fill('Passwort', 'sieben-bunte-Baelle');
  await hand.press('Konto anlegen');
  await waitFor(() => expect(hand.field('Passwort').value).toBe(''));
  expect(hand.problem('Passwort')).toBeUndefined();
  expect(document.body.textContent).not.toContain('Bitte ein anderes');
});

async function begin() {
  const server = signIn(null);
  const hand = show(<Form />);
  await hand.fill('Vorname', 'Mia');
  await hand.fill('Nachname', 'Beispiel');
  await hand.fill('E-Mail-Adresse', 'mia@example.org');
  return { server, hand };
}

function Form() {
  const [email, setEmail] = useState('');
  return <SignUpForm email={email} onEmail={setEmail} back={undefined} />;
}
