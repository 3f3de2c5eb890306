import { expect, test } from 'vitest';
import { caseOutcomes, caseTitle, outcomesOf, outcomesWithReason } from './words.ts';

test('a breach is called so, a request by the right that is asked for', () => {
  expect(caseTitle({ kind: 'breach', asked: null })).toBe('Vorfall');
  expect(caseTitle({ kind: 'request', asked: 'access' })).toBe('Anfrage: Auskunft (Art. 15)');
  expect(caseTitle({ kind: 'request', asked: null })).toBe('Anfrage');
});

test('an outcome belongs to one kind of case', () => {
  expect(new Set(caseOutcomes).size).toBe(caseOutcomes.length);
  expect(caseOutcomes).toHaveLength(outcomesOf.breach.length + outcomesOf.request.length);
});

test('a report that is left out and a refusal need a reason; what was done needs none', () => {
  expect(outcomesWithReason).toEqual(['notReportable', 'refused']);
});
