import { expect, test } from 'vitest';
import { chargeBatchChange, type ChargeBatchInput } from './contract.ts';
import { byPayer, chargeBatchActions, needsReason, whyLeft } from './rules.ts';

const open = { state: 'open', cents: 1000, version: 2 } as const;

test('only what is asked for and not on its way is changed, as it was seen', () => {
  expect(whyLeft(open, 'defer', 2)).toBe('');
  expect(whyLeft(open, 'defer', 1)).toBe('inzwischen geändert');
  expect(whyLeft({ ...open, state: 'in_collection' }, 'paid', 2)).toBe('im Einzug');
  expect(whyLeft({ ...open, cents: -1000 }, 'paid', 2)).toBe('Erstattung');
  expect(whyLeft({ ...open, state: 'returned' }, 'cancel', 2)).toBe('Rücklastschrift');
  expect(whyLeft({ ...open, state: 'returned' }, 'defer', 2)).toBe('');
  expect([whyLeft(open, 'reopen', 2), whyLeft({ ...open, state: 'paid' }, 'reopen', 2)]).toEqual(['offen', '']);
});

test('for each payer all or none; what is paid already keeps nothing back', () => {
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

test('what the payer loses or owes anew is done for a reason; what they paid, a reminder and taking back are not', () => {
  expect(chargeBatchActions.filter((action) => !needsReason(action))).toEqual(['paid', 'remind', 'reopen']);
});

test('one cent is a charge, and nothing is none', () => {
  expect(whyLeft({ ...open, cents: 1 }, 'paid', 2)).toBe('');
  expect(whyLeft({ ...open, cents: 0 }, 'paid', 2)).toBe('Erstattung');
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
  [{ action: 'waive' }, ['reason']],
  [{ action: 'cancel', reason: 'Irrtum' }, []],
  [{ action: 'remind' }, []],
  [{ action: 'reopen' }, []],
])('a change of many charges names what it lacks: %o lacks %o', (input, missing) => {
  const { error } = chargeBatchChange.safeParse(input);
  expect(error?.issues.map(({ path }) => path.join('.')) ?? []).toEqual(missing);
});
