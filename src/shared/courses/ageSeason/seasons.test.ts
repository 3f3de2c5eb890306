import { expect, test } from 'vitest';
import { reasonsAgainst } from '../eligibility.ts';
import { seasonCheck, seasonInWords, seasonOf } from './seasons.ts';

const group = { kind: 'permanent', ageMin: 5, ageMax: 8, gender: 'any', startsOn: '2020-09-01', requiresGuardian: true };

test('a season begins on 1 August', () => {
  expect([seasonOf('2026-07-31'), seasonOf('2026-08-01'), seasonInWords(2026), seasonInWords(2099)]).toEqual([
    2025,
    2026,
    '2026/27',
    '2099/00',
  ]);
});

test('groups are checked for the next season from 60 days before it, and families are notified from 42 days before it', () => {
  expect(seasonCheck('2027-06-01')).toMatchObject({ season: 2026, day: '2027-06-01', isAhead: false, isTimeToNotify: false });
  expect(seasonCheck('2027-06-02')).toMatchObject({
    season: 2027,
    day: '2027-08-01',
    lastDay: '2027-07-31',
    isAhead: true,
    isTimeToNotify: false,
  });
  expect([seasonCheck('2027-06-19').isTimeToNotify, seasonCheck('2027-06-20').isTimeToNotify]).toEqual([false, true]);
  expect(seasonCheck('2027-08-01')).toMatchObject({ season: 2027, isAhead: false });
});

test('a group since 2020 accepts the birth years of the season, and shows them', () => {
  const against = (birthDate: string, day = '2026-11-22') =>
    reasonsAgainst({ ...group, ageReference: 'birth_year' }, { birthDate, gender: null }, day);
  expect([against('2018-01-01'), against('2021-12-31')]).toEqual([[], []]);
  expect(against('2017-12-31')).toEqual(['Zu alt: Jahrgänge 2018 bis 2021 (Saison 2026/27).']);
  expect(against('2022-01-01')).toEqual(['Zu jung: Jahrgänge 2018 bis 2021 (Saison 2026/27).']);
  expect(against('2018-06-01', '2027-08-01')).toEqual(['Zu alt: Jahrgänge 2019 bis 2022 (Saison 2027/28).']);
});

test('by age on the day, a group since 2020 accepts a child of six today and refuses one of thirteen, whatever its former setting', () => {
  for (const ageReference of ['session', 'course_start']) {
    const against = (birthDate: string) => reasonsAgainst({ ...group, ageReference }, { birthDate, gender: null }, '2026-11-22');
    expect(against('2020-11-01')).toEqual([]);
    expect(against('2013-11-01')).toEqual(['Zu alt: bis 8 Jahre am 22.11.2026.']);
  }
});
