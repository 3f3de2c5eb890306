import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { holidayContract } from '#shared/courses/holiday/holiday.ts';
import type { HolidayPage, WishingChild } from '#shared/courses/holiday/shapes.ts';
import { consentTextsContract } from '#shared/people/consentTexts/contract.ts';
import { firstVersions } from '#shared/people/consentTexts/words.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { OwnChildren } from './OwnChildren.tsx';

const [pony, boat] = ['9d7a8a31-5b7c-4c57-8d0f-000000000011', '9d7a8a31-5b7c-4c57-8d0f-000000000012'];

beforeEach(() => {
  vi.setSystemTime('2027-02-01T10:00:00Z');
  localStorage.clear();
});

test('a user without a child here still sees the offers; in the wish form they are part of it', async () => {
  const { hand } = open([]);
  await hand.reads('Für welches Kind?');
  await hand.reads('Alle Angebote');
  open([mila]);
  await hand.reads('Wünsche für Mila');
  await waitFor(() => expect(screen.getAllByText('Alle Angebote')).toHaveLength(1));
});

test('an error disappears after a change, and each club asks for its own consent', async () => {
  const { server, hand } = open([mila]);
  server.on(holidayContract.saveWishes, () => refuse('wishes-closed'));
  await hand.reads(/^SC Blautal · See/);
  await hand.press('Wünsche speichern');
  await hand.reads('Bitte mindestens ein Angebot auswählen.');
  await star(hand, 'Ponytag', '3 Sterne');
  expect(screen.queryByText('Bitte mindestens ein Angebot auswählen.')).toBeNull();
  await star(hand, 'Boottag', '1 Stern');
  await hand.reads('Rot-Weiß Auenfeld, Ponytag:');
  await hand.reads('SC Blautal, Boottag:');
  await waitFor(() => expect(screen.getAllByLabelText(/Datenschutzhinweise/)).toHaveLength(2));
  const [ofRwa, ofScb] = screen.getAllByLabelText<HTMLInputElement>(/Datenschutzhinweise/);
  if (!ofRwa || !ofScb) throw new Error('two clubs ask');
  await hand.user.click(ofRwa);
  expect([ofRwa.checked, ofScb.checked]).toEqual([true, false]);
  const before = server.sent.length;
  await hand.press('Wünsche speichern');
  await hand.reads('Bitte ankreuzen.');
  expect(server.sent).toHaveLength(before);
  await hand.user.click(ofScb);
  await hand.press('Wünsche speichern');
  await hand.reads('Für dieses Ferienprogramm werden keine Wünsche mehr angenommen.');
  expect(server.sent.at(-1)?.body).toMatchObject({
    wishes: [
      { courseId: pony, stars: 3 },
      { courseId: boat, stars: 1 },
    ],
    wants: 1,
    consents: ['privacy_notice'],
  });
});

test('a wished offer that is called off says so and can be taken out; why a child fits nowhere is told by what takes place', async () => {
  const entry = { wants: 1, wishes: [{ courseId: boat, stars: 3 }], consents: [], lot: null, code: null, friends: 1, version: 1 };
  const off = { courseId: boat, reason: 'Das Angebot fällt aus.' };
  const offers = round.offers.map((one) => ({ ...one, isOff: one.courseId === boat }));
  const { hand } = open([{ ...mila, entry, unfit: [off] }], { offers });
  await hand.reads('Das Angebot fällt aus. Dieser Wunsch zählt nicht mehr.');
  await star(hand, 'Boottag', 'kein Wunsch');
  await hand.reads('Das Angebot fällt aus.');
  expect(screen.queryByRole('group', { name: 'Sterne für Boottag' })).toBeNull();
  const young = { courseId: pony, reason: 'Zu jung: ab 6 Jahren am 23.03.2027.' };
  open([{ ...mila, name: 'Finn', unfit: [off, young] }], { offers });
  await hand.reads('Für Finn ist kein Angebot dabei. Zu jung: ab 6 Jahren am 23.03.2027.');
});

test('saved wishes stand as saved, also when the page still reads something else', async () => {
  const entry = {
    wants: 1,
    wishes: [{ courseId: boat, stars: 1 }],
    consents: ['privacy_notice' as const],
    lot: null,
    code: null,
    friends: 1,
    version: 1,
  };
  const server = signIn(userOf('reader')).on(consentTextsContract.current, firstVersions);
  server.on(holidayContract.mine, [{ ...mila, entry }]);
  server.on(holidayContract.saveWishes, () => {
    server.on(holidayContract.mine, [{ ...mila, entry: { ...entry, version: 2 } }]);
    return [];
  });
  const readings = [Promise.resolve('read'), Promise.withResolvers<string>()] as const;
  let begun = 0;
  const Beside = () => {
    useQuery({ queryKey: ['courses', 'beside'], queryFn: () => (begun++ === 0 ? readings[0] : readings[1].promise) });
    return null;
  };
  const hand = show(
    <>
      <OwnChildren round={round}>{null}</OwnChildren>
      <Beside />
    </>,
  );
  await star(hand, 'Boottag', '3 Sterne');
  await hand.press('Wünsche speichern');
  await waitFor(() => expect(begun).toBe(2));
  await new Promise((resolve) => setTimeout(resolve, 50));
  readings[1].resolve('read');
  await hand.reads('Gespeichert. Ändern können Sie die Wünsche bis zum letzten Tag.');
  expect(screen.queryByText('Noch nicht gespeichert.')).toBeNull();
});

test('wishes are withdrawn only after a confirmation', async () => {
  const entry = { wants: 1, wishes: [{ courseId: pony, stars: 3 }], consents: [], lot: null, code: null, friends: 1, version: 1 };
  const { server, hand } = open([{ ...mila, entry }]);
  server.on(holidayContract.withdraw, { ok: true });
  await hand.press('Wünsche zurückziehen …');
  await hand.reads('Alle Wünsche für Mila werden gelöscht.');
  await hand.press('Doch nicht');
  expect(server.sent).toEqual([]);
  await hand.press('Wünsche zurückziehen …');
  await hand.press('Wünsche zurückziehen');
  await waitFor(() => expect(server.sent).toMatchObject([{ method: 'DELETE' }]));
});

test('after the last day the family sees its wishes, and later the state of each seat', async () => {
  const entry = { wants: 2, wishes: [{ courseId: pony, stars: 3 }], consents: [], lot: 4, code: null, friends: 1, version: 1 };
  const { hand } = open([{ ...mila, entry }], { phase: 'closed' });
  await hand.reads('Diese Wünsche sind notiert. Das Ergebnis steht hier und kommt per Mail.');
  expect(screen.getByRole('listitem').textContent).toBe('Ponytag ★★★');
  const result = { stars: 3, outcome: 'seat' as const, reason: '2 Plätze, 5 Wünsche', enrolmentId: pony, answerUntil: null };
  const results = [
    { ...result, courseId: pony, state: 'declined' as const },
    { ...result, courseId: boat, state: 'offered' as const, answerUntil: '2027-03-06T12:00:00.000Z' },
  ];
  open([{ ...mila, entry, results }], { phase: 'sent' });
  await hand.reads(/: Platz abgelehnt/);
  await hand.reads(/: Platz, bitte annehmen bis 06\.03\.2027, 13:00 Uhr/);
});

const star = async (hand: ReturnType<typeof show>, title: string, stars: string) => {
  const row = await screen.findByRole('group', { name: `Sterne für ${title}` });
  const choice = row.querySelector(`[aria-label="${stars}"]`);
  if (!choice) throw new Error(`no ${stars}`);
  await hand.user.click(choice);
};

function open(children: WishingChild[], change: Partial<HolidayPage> = {}) {
  const server = signIn(userOf('reader')).on(consentTextsContract.current, firstVersions);
  server.on(holidayContract.mine, children);
  const hand = show(
    <OwnChildren round={{ ...round, ...change }}>
      <p>Alle Angebote</p>
    </OwnChildren>,
  );
  return { server, hand };
}

const mila: WishingChild = { personId: '9d7a8a31-5b7c-4c57-8d0f-000000000021', name: 'Mila', unfit: [], entry: null, results: [] };

const offer = {
  when: 'Dienstag',
  ages: '',
  requiredConsents: ['privacy_notice' as const],
  priceFrom: { cents: 2000, per: 'course' as const, isOnly: true },
  wishes: null,
  isOff: false,
};

const round: HolidayPage = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000001',
  club: 'GSV',
  name: 'Osterferien 2027',
  text: '',
  wishesUntil: '2027-02-28',
  sendsOn: '2027-03-03',
  phase: 'open',
  seed: null,
  offers: [
    { ...offer, courseId: pony, slug: 'ponytag', title: 'Ponytag', club: 'RWA', place: 'Hof', seats: 2 },
    { ...offer, courseId: boat, slug: 'boottag', title: 'Boottag', club: 'SCB', place: 'See', seats: 2 },
  ],
};
