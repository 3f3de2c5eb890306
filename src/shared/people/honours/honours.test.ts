import { describe, expect, test } from 'vitest';
import { honourInWords, honoursOf, isHonourPeriod, type Honoured } from './honours.ts';

const rounds = { birthdays: [18, 50, 70], memberYears: [10, 25] };
const year = { from: '2026-01-01', to: '2026-12-31' };
const member = (values: Partial<Honoured>): Honoured => ({ birthDate: null, joinedOn: '2001-07-15', leftOn: null, ...values });

describe('who is honoured in a period', () => {
  test('a round birthday and the years of membership, each on its day', () => {
    expect(honoursOf(member({ birthDate: '1956-03-09' }), year, 'round', rounds)).toEqual([
      { day: '2026-03-09', kind: 'birthday', years: 70 },
      { day: '2026-07-15', kind: 'memberYears', years: 25 },
    ]);
  });

  test('other birthdays only on request', () => {
    const one = member({ birthDate: '1957-03-09' });
    expect(honoursOf(one, year, 'birthdays', rounds)).toEqual([]);
    expect(honoursOf(one, year, 'everyBirthday', rounds)).toEqual([{ day: '2026-03-09', kind: 'birthday', years: 69 }]);
  });

  test('the first and the last day of the period count, the days beside it do not', () => {
    const days = { from: '2026-03-09', to: '2026-03-10' };
    const onDay = (birthDate: string) => honoursOf(member({ birthDate }), days, 'birthdays', rounds).length;
    expect(['1956-03-08', '1956-03-09', '1956-03-10', '1956-03-11'].map(onDay)).toEqual([0, 1, 1, 0]);
  });

  test('across the turn of a year both years are checked', () => {
    const turn = { from: '2026-12-20', to: '2027-01-10' };
    const daysOf = (birthDate: string) =>
      honoursOf(member({ birthDate }), turn, 'everyBirthday', rounds).map(({ day, years }) => [day, years]);
    expect(daysOf('1976-12-24')).toEqual([['2026-12-24', 50]]);
    expect(daysOf('1977-01-05')).toEqual([['2027-01-05', 50]]);
    expect(daysOf('1977-01-11')).toEqual([]);
  });

  test('born on 29 February: on that day in a leap year, otherwise on 1 March', () => {
    const one = member({ birthDate: '1956-02-29' });
    expect(honoursOf(one, year, 'birthdays', rounds)).toEqual([{ day: '2026-03-01', kind: 'birthday', years: 70 }]);
    const leap = { from: '2028-01-01', to: '2028-12-31' };
    expect(honoursOf(one, leap, 'everyBirthday', rounds)).toEqual([{ day: '2028-02-29', kind: 'birthday', years: 72 }]);
  });

  test('nobody before joining, after leaving, or without a birth date', () => {
    expect(honoursOf(member({ birthDate: '1956-03-09', joinedOn: '2026-04-01' }), year, 'round', rounds)).toEqual([]);
    expect(honoursOf(member({ birthDate: '1956-03-09', leftOn: '2026-03-08' }), year, 'round', rounds)).toEqual([]);
    expect(honoursOf(member({ birthDate: '1956-03-09', leftOn: '2026-03-09' }), year, 'round', rounds)).toHaveLength(1);
    expect(honoursOf(member({}), year, 'everyBirthday', rounds)).toEqual([]);
  });

  test('the day of birth or of joining itself is no anniversary, whatever a club honours', () => {
    const everything = { birthdays: [0], memberYears: [0] };
    expect(honoursOf(member({ birthDate: '2026-05-01', joinedOn: '2026-05-01' }), year, 'round', everything)).toEqual([]);
  });
});

test('a list covers up to a year, sorted by day', () => {
  expect(isHonourPeriod({ from: '2026-01-01', to: '2027-01-02' })).toBe(true);
  expect(isHonourPeriod({ from: '2026-01-01', to: '2027-01-03' })).toBe(false);
  expect(isHonourPeriod({ from: '2026-01-02', to: '2026-01-01' })).toBe(false);
});

test('the texts of the occasions', () => {
  expect(honourInWords({ kind: 'birthday', years: 70 })).toBe('70. Geburtstag');
  expect(honourInWords({ kind: 'memberYears', years: 1 })).toBe('1 Jahr Mitglied');
  expect(honourInWords({ kind: 'memberYears', years: 25 })).toBe('25 Jahre Mitglied');
});
