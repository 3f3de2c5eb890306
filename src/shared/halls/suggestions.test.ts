import { expect, test } from 'vitest';
import { facilityKinds } from './facilities.ts';
import { kindsFor } from './sports.ts';
import { kmBetween, suggestionCost } from './suggestions.ts';

test('yoga fits a room, a hall or the clubhouse, wherever it is now: never the beach court, the boule court or the pool', () => {
  for (const kind of facilityKinds) expect(kindsFor(kind, 'Yoga am Dienstag').toSorted()).toEqual(['clubhouse', 'hall', 'room']);
  expect(kindsFor('court', 'Yoga am Dienstag')[0]).toBe('room');
});

test.each([
  ['Tischtennis Jugend', ['hall', 'room']],
  ['Tennis Damen', ['hall']],
  ['Beachvolleyball', ['court']],
  ['Volleyball Mixed', ['hall']],
  ['Wassergymnastik', ['pool']],
  ['Damengymnastik', ['hall', 'room']],
  ['Gymnastik 60+', ['hall', 'room', 'clubhouse']],
  ['FUSSBALL Minis', ['hall']],
  ['Training', ['hall', 'room']],
  ['', ['hall', 'room']],
])('„%s“ in a hall fits %j', (title, kinds) => expect(kindsFor('hall', title)).toEqual(kinds));

test('outdoor activities are suggested outdoor places, or a roof', () => {
  expect(kindsFor('pitch', 'Fußball D-Jugend')).toEqual(['pitch', 'hall']);
  expect(kindsFor('court', 'Beachvolleyball')).toEqual(['court']);
});

test('yoga on Tuesday from 18:00 in an occupied room: the same room 18:45 costs 3.0, the hall of mirrors 0.4 km away 3.8, the same room 19:30 6.0', () => {
  const same = { minutes: 0, kindRank: 0, isSameHall: true, km: 0, surplusUnits: 0 };
  const costs = [
    { ...same, minutes: 45 },
    { ...same, isSameHall: false, km: 0.4 },
    { ...same, minutes: 90 },
  ].map(suggestionCost);
  expect(costs.map((cost) => cost.toFixed(1))).toEqual(['3.0', '3.8', '6.0']);
  expect(suggestionCost({ ...same, minutes: -45 })).toBe(3);
  expect(suggestionCost({ ...same, kindRank: 1 })).toBe(8);
  expect(suggestionCost({ ...same, surplusUnits: 2 })).toBe(6);
});

test('distances are linear; a facility without coordinates has no distance', () => {
  const [one, other] = [
    { latitude: 51.96, longitude: 7.62 },
    { latitude: 51.96, longitude: 7.64 },
  ];
  expect(kmBetween(one, other)).toBeCloseTo(1.37, 2);
  expect(kmBetween(one, { latitude: null, longitude: 7.6 })).toBe(0);
});
