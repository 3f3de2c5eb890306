import { expect, test } from 'vitest';
import { caseOutcomes, caseTitle, outcomesOf, outcomesWithReason } from './words.ts';

test('a breach has one name, a request that of the exercised right', () => {
  expect(caseTitle({ kind: 'breach', asked: null })).toBe('Vorfall');
  expect(caseTitle({ kind: 'request', asked: 'access' })).toBe('Anfrage: Auskunft (Art. 15)');
  expect(caseTitle({ kind: 'request', asked: null })).toBe('Anfrage');
});

test('an outcome belongs to one kind of case', () => {
  expect(new Set(caseOutcomes).size).toBe(caseOutcomes.length);
  expect(caseOutcomes).toHaveLength(outcomesOf.breach.length + outcomesOf.request.length);
});

test('an omitted report and a refusal require a reason; a completed one requires none', () => {
  expect(outcomesWithReason).toEqual(['notReportable', 'refused']);
});
