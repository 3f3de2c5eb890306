import { expect, test } from 'vitest';
import { isPauseStart, pauseEnd, pauseInWords, pauseStarts, pauseStep, whyNoPause } from './pauseRules.ts';

const plain = (text: string) => text.replaceAll('\u00A0', ' ');

test('a pause begins with a period to come, and what is billed as one is not cut', () => {
  expect(pauseStarts('2026-11-23', 1).slice(0, 3)).toEqual(['2026-12-01', '2027-01-01', '2027-02-01']);
  expect(pauseStarts('2026-11-23', 3).slice(0, 2)).toEqual(['2027-01-01', '2027-04-01']);
  expect([pauseStep('month'), pauseStep('session'), pauseStep(null), pauseStep('quarter'), pauseStep('year'), pauseStep('course')]).toEqual(
    [1, 1, 1, 3, null, null],
  );
  expect(isPauseStart('2026-12-01', '2026-11-30', 1)).toBe(true);
  expect(isPauseStart('2026-12-01', '2026-12-01', 1)).toBe(false);
  expect(isPauseStart('2026-12-02', '2026-11-30', 1)).toBe(false);
  expect(isPauseStart('2027-02-01', '2026-11-30', 3)).toBe(false);
  expect([pauseEnd('2027-01-01', 2), pauseEnd('2026-12-01', 3)]).toEqual(['2027-02-28', '2027-02-28']);
});

test('months count for the calendar year they lie in, and two pauses never overlap', () => {
  const winter = { from: '2026-12-01', to: '2027-02-28' };
  expect(whyNoPause(winter, [], 2)).toBeUndefined();
  expect(whyNoPause(winter, [], 1)).toBe('Im Jahr 2027 ist höchstens 1 Monat Pause möglich.');
  expect(whyNoPause({ from: '2027-06-01', to: '2027-06-30' }, [winter], 2)).toBe('Im Jahr 2027 sind höchstens 2 Monate Pause möglich.');
  expect(whyNoPause({ from: '2027-06-01', to: '2027-06-30' }, [winter], 3)).toBeUndefined();
  expect(whyNoPause({ from: '2027-02-01', to: '2027-02-28' }, [winter], 6)).toBe('In dieser Zeit ist schon eine Pause.');
});

test('a pause is said by its months, with what it costs and when it goes on', () => {
  expect(plain(pauseInWords({ from: '2027-01-01', to: '2027-02-28' }, true))).toBe(
    'Pause Januar und Februar 2027: 0,00 €, der Platz bleibt. Weiter geht es am 01.03.2027.',
  );
  expect(pauseInWords({ from: '2026-12-01', to: '2027-02-28' }, false)).toBe(
    'Pause Dezember 2026 bis Februar 2027: der Platz bleibt. Weiter geht es am 01.03.2027.',
  );
  expect(pauseInWords({ from: '2027-03-01', to: '2027-03-31' }, false)).toContain('Pause März 2027:');
});

test.each([
  ['2027-01-01', '2027-01-31', true],
  ['2027-02-28', '2027-03-31', false],
  ['2027-03-01', '2027-03-31', true],
  ['2026-11-01', '2027-04-30', false],
])('beside a pause in February one from %s to %s can stand: %s', (from, to, can) => {
  expect(whyNoPause({ from, to }, [{ from: '2027-02-01', to: '2027-02-28' }], 12) === undefined).toBe(can);
});

test('a quarter begins in January, April, July and October, also in months with two digits', () => {
  const starts = Array.from({ length: 12 }, (_, at) => `2027-${String(at + 1).padStart(2, '0')}-01`);
  expect(starts.filter((day) => isPauseStart(day, '2026-11-30', 3))).toEqual(['2027-01-01', '2027-04-01', '2027-07-01', '2027-10-01']);
});
