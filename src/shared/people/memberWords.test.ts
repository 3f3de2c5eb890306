import { expect, test } from 'vitest';
import { memberKindName, memberPhase } from './memberWords.ts';

test.each<[string, string | null, string]>([
  ['2026-11-22', null, 'current'],
  ['2026-11-23', null, 'future'],
  ['2020-01-01', '2026-11-22', 'leaving'],
  ['2020-01-01', '2026-11-21', 'left'],
  ['2020-01-01', '2026-12-31', 'leaving'],
  ['2026-12-01', '2026-12-31', 'future'],
])('joined on %s and left on %s, on 22.11.2026 the membership is %s', (joinedOn, leftOn, phase) =>
  expect(memberPhase({ joinedOn, leftOn }, '2026-11-22')).toBe(phase),
);

test('a kind has its German name', () => expect(memberKindName('supporting')).toBe('Fördermitglied'));
