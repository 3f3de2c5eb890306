import { expect, test } from 'vitest';
import type { StatementLine } from './bankFile.ts';
import { payoutOf, type KnownPayout } from './payoutMatch.ts';

const file: KnownPayout = {
  messageId: 'RWA-A-20270212-ed115a08',
  totalCents: 3000,
  executionOn: '2027-02-12',
  accountId: null,
  isExecuted: false,
  ids: ['RWA-100'],
};

function lineOf(more: Partial<StatementLine> = {}): StatementLine {
  const none = { name: '', purpose: '', endToEndId: '', mandateReference: '', batchReference: '', iban: '', fault: '' };
  return { ...none, fingerprint: 'a', line: 1, day: '2027-02-14', cents: -3000, returnCode: null, feeCents: 0, ...more };
}

test('a file of transfers is found by its name, or by its sum shortly after its day', () => {
  expect(payoutOf(lineOf({ batchReference: file.messageId }), [file])).toBe(file);
  expect(payoutOf(lineOf(), [file])).toBe(file);
  expect(payoutOf(lineOf({ day: '2027-03-12' }), [file])).toBeUndefined();
});

test('a file that somebody marked as executed is found by its name only: the same sum may be something else', () => {
  const done = { ...file, isExecuted: true };
  expect(payoutOf(lineOf({ day: '2027-03-12', batchReference: file.messageId }), [done])).toBe(done);
  expect(payoutOf(lineOf({ endToEndId: 'RWA-100' }), [done])).toBe(done);
  expect(payoutOf(lineOf(), [done])).toBeUndefined();
});
