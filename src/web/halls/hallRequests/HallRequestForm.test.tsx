import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { hallRequestsContract, type RequestableHall } from '#shared/halls/hallRequests/hallRequests.ts';
import { show, signIn, type Hand } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { HallRequestForm } from './HallRequestForm.tsx';

const [northId, southId] = ['1', '2'].map((end) => `8b1d2e3f-4a5b-4c6d-8e7f-00000000000${end}`) as [string, string];
const halls: RequestableHall[] = [
  { id: northId, name: 'Nordhalle', parts: 3, managerClub: 'GSV' },
  { id: southId, name: 'Südhalle', parts: 1, managerClub: 'GSV' },
];

beforeEach(() => void vi.setSystemTime('2027-01-04T10:00:00Z'));

test('a visitor without an account requests an hour, and is told to confirm by mail', async () => {
  const { server, hand } = open();
  server.on(hallRequestsContract.create, { ok: true });
  await fillIn(hand);
  await hand.choose('Wie viel davon', '2 Teile');
  await hand.choose('Altersgruppe', 'Jugend');
  await hand.fill('Personen (freiwillig)', '18');
  await hand.press('Anfrage senden');
  await hand.reads('Bitte Mail bestätigen');
  expect(document.activeElement?.textContent).toContain('vhs@example.org');
  expect(server.sent).toEqual([
    {
      method: 'POST',
      address: '/hall-requests',
      body: {
        organisation: 'Volkshochschule Auenfeld',
        kind: 'club',
        contactName: 'Vera Volk',
        email: 'vhs@example.org',
        phone: '',
        purpose: 'Yoga',
        ageGroup: 'youth',
        participants: 18,
        message: '',
        wants: [{ facilityId: northId, parts: 2, startsOn: '2027-01-11', endsOn: null, startTime: '18:00', endTime: '19:30' }],
        website: '',
      },
    },
  ]);
});

test('a weekly request starts with twelve weeks, and becomes a single day when unchecked', async () => {
  const { server, hand } = open();
  server.on(hallRequestsContract.create, { ok: true });
  await fillIn(hand);
  await hand.tick('Jede Woche');
  await waitFor(() => expect(hand.field('Letzter Tag').value).toBe('05.04.2027'));
  await hand.tick('Jede Woche');
  expect(() => hand.field('Letzter Tag')).toThrow();
  await hand.tick('Jede Woche');
  await hand.press('Anfrage senden');
  await hand.reads('Bitte Mail bestätigen');
  expect(server.sent[0]?.body).toMatchObject({ wants: [{ startsOn: '2027-01-11', endsOn: '2027-04-05' }] });
});

test('another hall starts with one unit; a hall without units asks for none', async () => {
  const { server, hand } = open();
  server.on(hallRequestsContract.create, { ok: true });
  await fillIn(hand);
  await hand.choose('Wie viel davon', 'die ganze Halle');
  await hand.choose('Halle', 'Südhalle');
  expect(() => hand.field('Wie viel davon')).toThrow();
  await hand.press('Anfrage senden');
  await hand.reads('Bitte Mail bestätigen');
  expect(server.sent[0]?.body).toMatchObject({ wants: [{ facilityId: southId, parts: 1 }] });
});

test('a second hour is prefilled from the first, and five is the maximum', async () => {
  const { hand } = open();
  await fillIn(hand);
  expect(() => hand.button('Zeit 1 entfernen')).toThrow();
  for (let count = 1; count < 5; count++) await hand.press('Noch eine Zeit');
  const begins = [...document.querySelectorAll<HTMLInputElement>('input[placeholder="18:00"]')].map(({ value }) => value);
  expect(begins).toEqual(['18:00', '18:00', '18:00', '18:00', '18:00']);
  expect(() => hand.button('Noch eine Zeit')).toThrow();
  expect(hand.button('Zeit 1 entfernen').disabled).toBe(false);
});

test('an empty form shows what is missing at each field, and nothing is sent', async () => {
  const { server, hand } = open();
  await hand.fill('Personen (freiwillig)', '501');
  await hand.press('Anfrage senden');
  for (const label of ['Sport oder Anlass', 'Verein, Schule oder Gruppe', 'Ihr Name']) expect(hand.problem(label)).toBe('Bitte ausfüllen.');
  expect(hand.problem('E-Mail')).toBeDefined();
  expect(hand.problem('Von')).toBeDefined();
  expect(hand.problem('Personen (freiwillig)')).toBe('Bitte höchstens 500.');
  expect(server.sent).toEqual([]);
});

test('an end before the start is shown at its time, server errors at their fields, and the input is kept', async () => {
  const { server, hand } = open();
  server.on(hallRequestsContract.create, () => refuse('invalid-input', { 'wants.0.startsOn': 'An diesem Tag ist die Halle zu.' }));
  await fillIn(hand);
  await hand.fill('Bis', '17:00');
  await hand.press('Anfrage senden');
  expect(hand.problem('Bis')).toBe('Das Ende muss nach dem Beginn liegen.');
  expect(server.sent).toEqual([]);
  await hand.fill('Bis', '19:30');
  await hand.press('Anfrage senden');
  await waitFor(() => expect(hand.problem('Tag')).toBe('An diesem Tag ist die Halle zu.'));
  expect(hand.field('Ihr Name').value).toBe('Vera Volk');
});

test('what the server says of a hall, its units or the age group stands at the choice', async () => {
  const { server, hand } = open();
  const words = {
    'wants.0.facilityId': 'Die Halle gibt es nicht mehr.',
    'wants.0.parts': 'So viele Teile hat sie nicht.',
    ageGroup: 'Bitte wählen.',
  };
  server.on(hallRequestsContract.create, () => refuse('invalid-input', words));
  await fillIn(hand);
  await hand.press('Anfrage senden');
  await waitFor(() => expect(hand.problem('Halle')).toBe(words['wants.0.facilityId']));
  expect(hand.problem('Wie viel davon')).toBe(words['wants.0.parts']);
  expect(hand.problem('Altersgruppe')).toBe(words.ageGroup);
  await hand.choose('Altersgruppe', 'Jugend');
  expect(hand.problem('Altersgruppe')).toBeUndefined();
});

async function fillIn(hand: Hand): Promise<void> {
  await hand.fill('Tag', '11.01.2027');
  await hand.fill('Von', '18:00');
  await hand.fill('Bis', '19:30');
  await hand.fill('Sport oder Anlass', 'Yoga');
  await hand.fill('Verein, Schule oder Gruppe', 'Volkshochschule Auenfeld');
  await hand.fill('Ihr Name', 'Vera Volk');
  await hand.fill('E-Mail', 'vhs@example.org');
}

function open() {
  const server = signIn(null);
  const hand = show(<HallRequestForm halls={halls} />);
  return { server, hand };
}
