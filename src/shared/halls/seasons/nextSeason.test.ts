import { expect, test } from 'vitest';
import { defaultSeasonRules } from './seasonRules.ts';
import { nextSeason } from './nextSeason.ts';
import type { Season } from './seasons.ts';

const [stays, gone] = ['6a0d1f8e-3f0c-4d7d-9a01-000000000002', '6a0d1f8e-3f0c-4d7d-9a01-000000000003'];
const windows = [{ weekday: 3, opens: '15:00', closes: '22:00', onlyClass: 2 }];
const hall = { name: 'Halle', units: [], bufferMinutes: 0, held: [], windows };
const last: Season = {
  id: '6a0d1f8e-3f0c-4d7d-9a01-000000000001',
  managerClub: 'GSV',
  name: 'Winter 2027/28',
  startsOn: '2027-10-01',
  endsOn: '2028-02-29',
  wishesFrom: '2027-03-01T23:00:00.000Z',
  wishesUntil: '2027-06-30T21:59:00.000Z',
  objectionsUntil: null,
  phase: 'published',
  criteria: 'Jugend geht vor.',
  instruction: '',
  rules: { ...defaultSeasonRules, fairness: 'asked' },
  holidayMode: 'skip_public',
  stepMinutes: 30,
  facilities: [
    { ...hall, facilityId: stays },
    { ...hall, facilityId: gone },
  ],
  isManaged: true,
  isAccepting: false,
  published: { done: 0, of: 0 },
  isHeld: false,
  version: 7,
};
const next = (day: string, more: Partial<Season> = {}) => nextSeason({ ...last, ...more }, day, (id) => id === stays);

test('the next season is the last one a year later: name, days and rules, and the halls that are still there with their windows', () => {
  expect(next('2028-04-20')).toEqual({
    name: 'Winter 2028/29',
    startsOn: '2028-10-01',
    endsOn: '2029-02-28',
    wishesFrom: '2028-04-19T22:00:00.000Z',
    wishesUntil: '2028-06-30T21:59:00.000Z',
    criteria: 'Jugend geht vor.',
    rules: { ...defaultSeasonRules, fairness: 'asked' },
    holidayMode: 'skip_public',
    facilities: [{ facilityId: stays, windows }],
  });
});

test('it always begins in the future, and wishes have six weeks where last year’s day is over, if the season does not begin earlier', () => {
  expect(next('2028-07-15')).toMatchObject({ startsOn: '2028-10-01', wishesUntil: '2028-08-26T21:59:00.000Z' });
  expect(next('2028-09-20')).toMatchObject({ startsOn: '2028-10-01', wishesUntil: '2028-09-30T21:59:00.000Z' });
  expect(next('2031-10-01')).toMatchObject({ name: 'Winter 2032/33', startsOn: '2032-10-01' });
});

test('only years in a name are counted on', () => {
  const names = ['Sommer 2027', 'Winter 1999/00', 'Runde 2', 'Halle 12 im Winter 2098/99'];
  expect(names.map((name) => next('2028-04-20', { name }).name)).toEqual([
    'Sommer 2028',
    'Winter 2000/01',
    'Runde 2',
    'Halle 12 im Winter 2099/00',
  ]);
});
