import { expect, test } from 'vitest';
import { defaultSeasonRules as rules, orderPercentOf, pointsOf, ruleSentences, usualWindows, windowsInWords } from './seasonRules.ts';

const first = { isKept: false, option: 0, offset: 0, firstUnit: 0 };
const youth = { steps: 3, parts: 2, participants: 20, priorityClass: 2, orderPercent: 100 };

test('points are exact: the worked examples give 438, 315 and 210, and later steps and parts count one less each', () => {
  expect(pointsOf(rules, youth, { ...first, isKept: true })).toBe(438);
  expect(pointsOf(rules, youth, { ...first, option: 2 })).toBe(315);
  expect(pointsOf(rules, { steps: 4, parts: 3, participants: 15, priorityClass: 3, orderPercent: 70 }, first)).toBe(210);
  expect(pointsOf(rules, youth, { ...first, isKept: true, offset: 2, firstUnit: 1 })).toBe(435);
});

test('the factor for the number of people is between a half and one, for any number', () => {
  const of = (participants: number) => pointsOf(rules, { ...youth, participants }, first);
  expect([of(1), of(12), of(24), of(400)]).toEqual([210, 210, 420, 420]);
});

test('up to the entitlement a wish counts in full, up to one and a half of it less, and a school always in full', () => {
  const of = (before: number, isSchool = false) => orderPercentOf(rules, before, 100, isSchool);
  expect([of(0), of(100), of(101), of(150), of(151), of(151, true)]).toEqual([100, 100, 85, 85, 70, 100]);
});

test('the rules are shown as sentences with the actual numbers', () => {
  expect(ruleSentences(rules)).toEqual([
    'Je halbe Stunde und Hallenteil zählen Schule 100, Jugend 70, Erwachsene 50, Sonstige 40 und Vermietung 20 Punkte.',
    'Wer seine bestätigte bisherige Zeit behält, bekommt das 1,25-Fache.',
    'Die erste Wahl zählt ganz, jede weitere etwas weniger (100, 95, 90, 85, 80, 75 %).',
    'Wünsche bis zum Anteil des Vereins zählen ganz, darüber 85 %, ab dem Anderthalbfachen 70 %. Alle Vereine haben den gleichen Anteil.',
    'Weniger als 12 Personen je Hallenteil zählen entsprechend weniger, mindestens die Hälfte.',
    'Bei gleichen Punkten entscheidet das Los der Saison.',
  ]);
  expect(ruleSentences({ ...rules, fairness: 'asked' })[3]).toContain('Der Anteil richtet sich nach dem, was jeder gewünscht hat.');
});

test('the hours of a hall are read by weekday, days with the same hours together', () => {
  const open = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '22:00' }));
  const windows = usualWindows([...open, { weekday: 7, opens: '09:00', closes: '13:00' }]);
  expect(windowsInWords(windows)).toBe(
    'Mo–Fr 08:00–16:00 (den Schulen vorbehalten), 16:00–18:00 (der Jugend vorbehalten), 18:00–22:00; So 09:00–13:00',
  );
  expect(windowsInWords([])).toBe('');
});
