import { expect, test } from 'vitest';
import { chargeBatchChange, type ChargeBatchInput } from './contract.ts';
import { byPayer, chargeBatchActions, needsReason, skipReason } from './rules.ts';

const open = { state: 'open', cents: 1000, version: 2 } as const;

test('only unpaid charges without a pending collection are changed, in the version that was read', () => {
  expect(skipReason(open, 'defer', 2)).toBe('');
  expect(skipReason(open, 'defer', 1)).toBe('inzwischen geändert');
  expect(skipReason({ ...open, state: 'in_collection' }, 'paid', 2)).toBe('im Einzug');
  expect(skipReason({ ...open, cents: -1000 }, 'paid', 2)).toBe('Erstattung');
  expect(skipReason({ ...open, state: 'returned' }, 'cancel', 2)).toBe('Rücklastschrift');
  expect(skipReason({ ...open, state: 'returned' }, 'defer', 2)).toBe('');
  expect([skipReason(open, 'reopen', 2), skipReason({ ...open, state: 'paid' }, 'reopen', 2)]).toEqual(['offen', '']);
});

test('for each payer all or none; charges that are paid already exclude nothing', () => {
  const row = (id: string, payerId: string, why = '', isOwed = true) => ({ id, payerId, why, isOwed });
  const { done, left } = byPayer([
    row('1', 'ada'),
    row('2', 'ada', 'im Einzug'),
    row('3', 'ben'),
    row('4', 'ben', 'bezahlt', false),
    row('5', 'cem'),
  ]);
  expect(done).toEqual(['3', '5']);
  expect([...left]).toEqual([
    ['im Einzug', 2],
    ['bezahlt', 1],
  ]);
});

test("actions at the payer's expense require a reason; payments, a reminder and undoing do not", () => {
  expect(chargeBatchActions.filter((action) => !needsReason(action))).toEqual(['paid', 'remind', 'reopen']);
});

test('one cent is a charge, and zero is none', () => {
  expect(skipReason({ ...open, cents: 1 }, 'paid', 2)).toBe('');
  expect(skipReason({ ...open, cents: 0 }, 'paid', 2)).toBe('Erstattung');
});

test.each<[ChargeBatchInput, string[]]>([
  [{ action: 'paid' }, ['paidOn']],
  [{ action: 'paid', paidOn: '2026-11-20', method: 'sepa' }, ['method']],
  [{ action: 'paid', paidOn: '2026-11-20', method: 'cash' }, []],
  [{ action: 'paid', paidOn: '2026-11-20' }, []],
  [{ action: 'dueOn', reason: 'Ferien' }, ['dueOn']],
  [{ action: 'dueOn', dueOn: '2026-12-01' }, ['reason']],
  [{ action: 'dueOn', dueOn: '2026-12-01', reason: 'Ferien' }, []],
  [{ action: 'method', reason: 'Wunsch' }, ['method']],
  [{ action: 'method', method: 'sepa', reason: 'Wunsch' }, []],
  [{ action: 'defer', reason: 'Krankheit' }, ['until']],
  [{ action: 'defer', until: '2026-12-01', reason: 'Krankheit' }, []],
  [{ action: 'payer', reason: 'Wunsch' }, ['payerId']],
  [{ action: 'payer', payerId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11' }, ['reason']],
  [{ action: 'waive' }, ['reason']],
  [{ action: 'cancel', reason: 'Irrtum' }, []],
  [{ action: 'remind' }, []],
  [{ action: 'reopen' }, []],
])('a bulk change of charges reports what is missing: %o lacks %o', (input, missing) => {
  const { error } = chargeBatchChange.safeParse(input);
  expect(error?.issues.map(({ path }) => path.join('.')) ?? []).toEqual(missing);
});
