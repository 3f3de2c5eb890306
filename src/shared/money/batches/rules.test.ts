import { expect, test } from 'vitest';
import { byPayer, whyLeft } from './rules.ts';

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
  const row = (id: string, payerPersonId: string, why = '', isOwed = true) => ({ id, payerPersonId, why, isOwed });
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
