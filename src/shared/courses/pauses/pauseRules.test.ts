import { expect, test } from 'vitest';
import { isPauseStart, pauseEnd, pauseInWords, pauseStarts, pauseStep, pauseObstacle } from './pauseRules.ts';

const plain = (text: string) => text.replaceAll('\u00A0', ' ');

test('a pause begins with a future period, and a billing period is not split', () => {
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

test('months count for their calendar year, and two pauses never overlap', () => {
  const winter = { from: '2026-12-01', to: '2027-02-28' };
  expect(pauseObstacle(winter, [], 2)).toBeUndefined();
  expect(pauseObstacle(winter, [], 1)).toBe('Im Jahr 2027 ist höchstens 1 Monat Pause möglich.');
  expect(pauseObstacle({ from: '2027-06-01', to: '2027-06-30' }, [winter], 2)).toBe('Im Jahr 2027 sind höchstens 2 Monate Pause möglich.');
  expect(pauseObstacle({ from: '2027-06-01', to: '2027-06-30' }, [winter], 3)).toBeUndefined();
  expect(pauseObstacle({ from: '2027-02-01', to: '2027-02-28' }, [winter], 6)).toBe('In dieser Zeit ist schon eine Pause.');
});

test('the text of a pause names its months, its cost and when it ends', () => {
  expect(plain(pauseInWords({ from: '2027-01-01', to: '2027-02-28' }, true))).toBe(
    'Pause Januar und Februar 2027: 0,00 €, der Platz bleibt. Weiter geht es am 01.03.2027.',
  );
  expect(pauseInWords({ from: '2026-12-01', to: '2027-02-28' }, false)).toBe(
    'Pause Dezember 2026 bis Februar 2027: der Platz bleibt. Weiter geht es am 01.03.2027.',
  );
  expect(pauseInWords({ from: '2027-03-01', to: '2027-03-31' }, false)).toContain('Pause März 2027:');
  // Who has given notice meanwhile does not come back.
  const winter = { from: '2026-12-01', to: '2027-01-31' };
  expect(pauseInWords(winter, false, '2026-12-31')).toBe('Pause Dezember 2026 und Januar 2027: der Platz bleibt bis zum 31.12.2026.');
  expect(pauseInWords(winter, false, '2027-02-28')).toContain('Weiter geht es am 01.02.2027.');
});

test.each([
  ['2027-01-01', '2027-01-31', true],
  ['2027-02-28', '2027-03-31', false],
  ['2027-03-01', '2027-03-31', true],
  ['2026-11-01', '2027-04-30', false],
])('beside a pause in February one from %s to %s is possible: %s', (from, to, can) => {
  expect(pauseObstacle({ from, to }, [{ from: '2027-02-01', to: '2027-02-28' }], 12) === undefined).toBe(can);
});

test('a quarter begins in January, April, July and October, also for two-digit months', () => {
  const starts = Array.from({ length: 12 }, (_, at) => `2027-${String(at + 1).padStart(2, '0')}-01`);
  expect(starts.filter((day) => isPauseStart(day, '2026-11-30', 3))).toEqual(['2027-01-01', '2027-04-01', '2027-07-01', '2027-10-01']);
});
