import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { facilitiesContract, type Facility } from '#shared/halls/facilities.ts';
import { defaultSeasonRules } from '#shared/halls/seasons/seasonRules.ts';
import { seasonsContract, type Season } from '#shared/halls/seasons/seasons.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { seasonOf } from '#test/web/seasons.ts';
import { refuse } from '#test/web/server.ts';
import { newFacility } from '../facilities/facilityValues.ts';
import { SeasonForm } from './SeasonForm.tsx';

const [hallId, foreignId, oldId] = ['2', '3', '4'].map((end) => `6a0d1f8e-3f0c-4d7d-9a01-00000000000${end}`) as [string, string, string];
const board = userOf('admin', 'GSV');

beforeEach(() => void vi.setSystemTime('2026-11-22T10:00:00Z'));

test('a new season defaults to three months ahead, six weeks for wishes, and the opening hours of a hall, first for schools and young people', async () => {
  const { server, hand, onDone } = await open();
  server.on(seasonsContract.create, seasonOf());
  await hand.fill('Name', 'Sommer 2027');
  await hand.choose('Sportstätten', 'Nordhalle');
  await hand.press('Speichern');
  const windows = [
    { weekday: 3, opens: '15:00', closes: '16:00', onlyClass: 1 },
    { weekday: 3, opens: '16:00', closes: '18:00', onlyClass: 2 },
    { weekday: 3, opens: '18:00', closes: '22:00', onlyClass: null },
  ];
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(seasonOf()));
  expect(server.sent).toMatchObject([
    {
      method: 'POST',
      address: '/seasons',
      body: {
        name: 'Sommer 2027',
        startsOn: '2027-02-20',
        endsOn: '2027-08-19',
        wishesFrom: '2026-11-21T23:00:00.000Z',
        wishesUntil: '2027-01-03T22:59:00.000Z',
        holidayMode: 'skip_both',
        rules: defaultSeasonRules,
        facilities: [{ facilityId: hallId, windows }],
      },
    },
  ]);
});

test('only halls that the viewer manages and that can be allocated are offered', async () => {
  const { hand } = await open();
  expect(await hand.choices('Sportstätten')).toEqual(['Nordhalle']);
});

test('the days for wishes are stored from midnight to the last minute, in German time on either side of a clock change', async () => {
  const { server, hand, onDone } = await open(seasonOf());
  server.on(seasonsContract.update, seasonOf());
  await hand.fill('Wünsche ab', '27.03.2027');
  await hand.fill('Wünsche bis', '28.03.2027');
  await hand.user.tab();
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent[0]?.body).toMatchObject({
    wishesFrom: '2027-03-26T23:00:00.000Z',
    wishesUntil: '2027-03-28T21:59:00.000Z',
    version: 7,
  });
});

test('a window is removed, and a new one can be for schools only', async () => {
  const { server, hand, onDone } = await open(seasonOf());
  server.on(seasonsContract.update, seasonOf());
  await hand.user.click(await hand.reads('Nordhalle: 1 Zeitfenster'));
  await hand.press('Zeitfenster 1 von Nordhalle entfernen');
  await hand.press('Zeitfenster hinzufügen');
  await hand.choose('Wem es offen steht', 'den Schulen vorbehalten');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent[0]?.body).toMatchObject({
    facilities: [{ facilityId: hallId, windows: [{ weekday: 1, opens: '16:00', closes: '22:00', onlyClass: 1 }] }],
  });
});

test('overlapping windows of a day are reported at the second one', async () => {
  const { server, hand } = await open(seasonOf());
  await hand.user.click(await hand.reads('Nordhalle: 1 Zeitfenster'));
  await hand.press('Zeitfenster hinzufügen');
  await hand.press('Zeitfenster hinzufügen');
  await hand.press('Speichern');
  await hand.reads('Überschneidet sich mit 16:00–22:00 Uhr.');
  expect(server.sent).toEqual([]);
});

test.each([
  ['a last day before the first', { endsOn: '2027-09-30' }, 'Letzter Tag', 'Der letzte Tag darf nicht vor dem ersten liegen.'],
  ['more than 400 days', { endsOn: '2028-11-05' }, 'Letzter Tag', 'Höchstens 400 Tage.'],
  [
    'wishes that end before they begin',
    { wishesUntil: '2027-01-01T10:00:00.000Z' },
    'Wünsche bis',
    'Das Ende muss nach dem Beginn liegen.',
  ],
  ['no name', { name: '' }, 'Name', 'Bitte ausfüllen.'],
])('%s is reported at its field, and nothing is sent', async (_what, wrong, label, sentence) => {
  const { server, hand } = await open(seasonOf(wrong));
  await hand.fill('Vergaberegeln, die alle lesen', 'Wer zuerst kommt');
  await hand.press('Speichern');
  expect(hand.problem(label)).toBe(sentence);
  expect(server.sent).toEqual([]);
});

test('a concurrent change is reported with both values, and the input is kept', async () => {
  const { server, hand, onDone } = await open(seasonOf());
  server.on(seasonsContract.update, () => refuse('conflict'));
  await hand.fill('Name', 'Winter');
  await hand.press('Speichern');
  await hand.reads('Neuen Stand laden');
  expect(hand.field('Name').value).toBe('Winter');
  expect(onDone).not.toHaveBeenCalled();
});

/** A hall of the viewer's club, open on Wednesdays. */
function hall(id: string, name: string, changes: Partial<Facility> = {}): Facility {
  const { caretakerName, caretakerPhone, keyNote, ...input } = newFacility(board);
  const openings = [{ weekday: 3, opens: '15:00', closes: '22:00', validFrom: null, validTo: null }];
  const staff = { caretakerName, caretakerPhone, keyNote };
  return { ...input, id, name, slug: name.toLowerCase(), units: [], openings, staff, openDefects: 0, version: 1, ...changes };
}

async function open(stored?: Season) {
  const halls = [
    hall(hallId, 'Nordhalle'),
    hall(foreignId, 'Südhalle', { managerClub: 'SCB' }),
    hall(oldId, 'Althalle', { isActive: false }),
  ];
  const server = signIn(board).on(facilitiesContract.list, halls);
  const onDone = vi.fn<(saved: Season) => void>();
  const hand = show(<SeasonForm season={stored} onDone={onDone} />);
  // The halls have come.
  await waitFor(() => hand.choices('Sportstätten'));
  return { server, hand, onDone };
}
