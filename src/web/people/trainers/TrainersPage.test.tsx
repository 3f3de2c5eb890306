import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { viewsContract } from '#shared/accounts/views.ts';
import { trainerFilesContract, type TrainerFile } from '#shared/people/trainers/files.ts';
import { showAtAddress, signIn, userOf } from '#test/web/page.tsx';
import { Page } from './TrainersPage.tsx';

const id = (end: number) => `7c7a8a31-5b7c-4c57-8d0f-00000000000${end}`;
const covered: TrainerFile = {
  personId: id(1),
  club: 'RWA',
  name: 'Ohm, Ole',
  departments: [{ id: id(7), name: 'Turnen' }],
  offers: ['Kinderturnen'],
  youthOffers: ['Kinderturnen'],
  light: 'valid',
  dueOn: '2030-01-01',
  isLastDayMissing: false,
  proofs: [
    { kind: 'licence', name: 'Trainer C Breitensport', validTo: '2029-01-31', light: 'valid', isReported: false },
    { kind: 'firstAid', name: '', validTo: '2026-12-24', light: 'soon', isReported: false },
    { kind: 'codeOfConduct', name: '', validTo: '', light: 'valid', isReported: false },
  ],
  contract: { kind: 'trainer', validTo: '' },
  allowances: [{ kind: 'trainer', percent: 82 }],
};
const bare: TrainerFile = {
  ...covered,
  personId: id(2),
  name: 'Vogel, Ute',
  departments: [{ id: id(8), name: 'Judo' }],
  offers: ['Judo für Große'],
  youthOffers: [],
  light: 'missing',
  dueOn: '',
  proofs: [],
  contract: null,
  allowances: [],
};

const page = (rows: TrainerFile[], role: 'admin' | 'editor' = 'admin') => {
  const server = signIn(userOf(role)).on(trainerFilesContract.list, rows).on(viewsContract.list, []);
  return { server, drawn: showAtAddress(<Page />) };
};
const names = () => [covered, bare].flatMap(({ name }) => (screen.queryByText(name) ? [name] : []));

test('before anybody leads an offer the page says so, and how one comes to stand here', async () => {
  const hand = await page([]).drawn;
  await hand.reads('Noch niemand leitet ein Angebot.');
  await hand.reads(/wird beim Angebot unter „Leitung und Preise“ gewählt/);
});

test('the board reads certificate, proofs, contract and the used part of the tax-free amount of each, and filters by them', async () => {
  const hand = await page([covered, bare]).drawn;
  await hand.reads('Ohm, Ole');
  const text = document.body.textContent;
  for (const word of ['Kinderturnen', 'In Ordnung', '01.01.2030', 'Trainer C Breitensport', '24.12.2026', 'Übungsleitung', '82 %'])
    expect([word, text.includes(word)]).toEqual([word, true]);
  for (const [label, option, shown] of [
    ['Führungszeugnis', 'Fehlt', ['Vogel, Ute']],
    ['Führungszeugnis', 'Alle', ['Ohm, Ole', 'Vogel, Ute']],
    ['Lizenzen und Nachweise', 'Läuft in 90 Tagen ab oder ist abgelaufen', ['Ohm, Ole']],
    ['Lizenzen und Nachweise', 'Lizenz, Erste Hilfe oder Kodex fehlt', ['Vogel, Ute']],
    ['Lizenzen und Nachweise', 'Alle', ['Ohm, Ole', 'Vogel, Ute']],
    ['Abteilung', 'Judo', ['Vogel, Ute']],
  ] as const) {
    await hand.choose(label, option);
    await waitFor(() => expect([option, names()]).toEqual([option, shown]));
  }
  await hand.tick('Nur Angebote mit Minderjährigen');
  await hand.reads('Niemand in dieser Auswahl.');
});

test('whom something lacks is reminded after a question, and it is said whom no mail reaches', async () => {
  const { server, drawn } = page([covered, bare]);
  server.on(trainerFilesContract.remind, { reminded: 1, complete: 0, unreachable: ['Vogel, Ute'] });
  const hand = await drawn;
  for (const { name } of [covered, bare]) await hand.tick(`${name} auswählen`);
  await hand.press('Erinnern');
  await hand.reads('2 Personen erinnern?');
  expect(server.sent).toEqual([]);
  await hand.press('Erinnern');
  await hand.reads('Eine Person ist erinnert. Ohne E-Mail-Adresse: Vogel, Ute.');
  expect(server.sent).toEqual([
    { method: 'POST', address: '/trainer-files/reminders', body: { club: 'RWA', personIds: [covered.personId, bare.personId] } },
  ]);
});

test('a head of a department reads yes or no of certificates, nothing about money, and enters nothing', async () => {
  const hand = await page([covered, { ...bare, youthOffers: ['Judo für Große'] }], 'editor').drawn;
  await hand.reads('Liegt vor');
  await hand.reads('Liegt nicht vor');
  const text = document.body.textContent;
  for (const word of ['82 %', 'Vertrag', 'Führungszeugnis eintragen', 'Erinnern'])
    expect([word, text.includes(word)]).toEqual([word, false]);
});
